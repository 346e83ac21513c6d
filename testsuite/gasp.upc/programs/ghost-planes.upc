/* A stencil in three dimensions: a directory of indefinitely blocked regions,
   and planes put to the neighbours.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }  */

#include <upc.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include "../check.h"

#define NX 10

typedef struct shared_region_s
{
  shared [] double *arr;
  int planes;
} region_t;

shared region_t regions[THREADS];
#define AT(p, i, j, k) (p)[((i)*NX + (j)) * NX + (k)]

static double
f (int i, int j, int k)
{
  return (i * 7 + j * 3 + k * 5) % 11;
}

int
main (int argc, char *argv[])
{
  int planes = 2, i, j, k, it, nz = planes * THREADS;
  shared [] double *reg;
  double *priv, *next;
  reg = (shared [] double *)upc_alloc ((planes + 2) * NX * NX
					* sizeof (double));
  regions[MYTHREAD].arr = reg;
  regions[MYTHREAD].planes = planes;
  priv = (double *)reg;
  next = malloc ((planes + 2) * NX * NX * sizeof (double));
  for (i = 0; i < planes; i++)
    for (j = 0; j < NX; j++)
      for (k = 0; k < NX; k++)
	AT (priv, i + 1, j, k) = f (i + MYTHREAD * planes, j, k);
  for (it = 0; it < 4; it++)
    {
      int up = (MYTHREAD + 1) % THREADS,
	  down = (MYTHREAD + THREADS - 1) % THREADS;
      upc_barrier;
      upc_memput (&regions[up].arr[0], &AT (priv, planes, 0, 0),
		  NX * NX * sizeof (double));
      {
	shared [] double *d = regions[down].arr;
	upc_memput (d + (planes + 1) * NX * NX, &AT (priv, 1, 0, 0),
		    NX * NX * sizeof *d);
      }
      upc_barrier;
      for (i = 1; i <= planes; i++)
	for (j = 0; j < NX; j++)
	  for (k = 0; k < NX; k++)
	    AT (next, i, j, k)
		= 0.5 * AT (priv, i, j, k)
		  + 0.25 * (AT (priv, i - 1, j, k) + AT (priv, i + 1, j, k))
		  + 0.125
			* (AT (priv, i, (j + 1) % NX, k)
			   - AT (priv, i, j, (k + NX - 1) % NX));
      memcpy (priv + NX * NX, next + NX * NX,
	      planes * NX * NX * sizeof (double));
    }
  upc_barrier;
  if (MYTHREAD == 0)
    {
      double *a = malloc (nz * NX * NX * sizeof *a),
	     *b = malloc (nz * NX * NX * sizeof *a), e = 0;
      for (i = 0; i < nz; i++)
	for (j = 0; j < NX; j++)
	  for (k = 0; k < NX; k++)
	    AT (a, i, j, k) = f (i, j, k);
      for (it = 0; it < 4; it++)
	{
	  for (i = 0; i < nz; i++)
	    for (j = 0; j < NX; j++)
	      for (k = 0; k < NX; k++)
		AT (b, i, j, k) = 0.5 * AT (a, i, j, k)
				  + 0.25
					* (AT (a, (i + nz - 1) % nz, j, k)
					   + AT (a, (i + 1) % nz, j, k))
				  + 0.125
					* (AT (a, i, (j + 1) % NX, k)
					   - AT (a, i, j, (k + NX - 1) % NX));
	  memcpy (a, b, nz * NX * NX * sizeof *a);
	}
      for (i = 0; i < nz; i++)
	for (j = 0; j < NX; j++)
	  for (k = 0; k < NX; k++)
	    {
	      double d = AT (regions[i / planes].arr, i % planes + 1, j, k)
			 - AT (a, i, j, k);
	      e += d < 0 ? -d : d;
	    }
      CHECK (e < 1e-9);
      free (a);
      free (b);
    }
  upc_barrier;
  upc_free (regions[MYTHREAD].arr);
  free (next);
  return 0;
}
