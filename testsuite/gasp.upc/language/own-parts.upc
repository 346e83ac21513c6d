/* Where a thread's own part of an object begins: by MYTHREAD, cast and not, and
   moved from there; and that it is aligned as the object is, so that vectors may
   be.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }
   { dg-do run }
   { dg-threads 1 2 3 }  */

#include <stdint.h>
#include <upc.h>
#include "../check.h"

#define MANY 100

shared char before;
shared double cyclic[MANY * THREADS], other[MANY * THREADS];
shared [2] int pairs[2 * MANY * THREADS];
shared [3] short rows[THREADS * 4][3];
shared [*] long even[MANY * THREADS];
shared struct { char tag; float x, y; } points[THREADS];
_Alignas (16) shared char small[THREADS];
shared char line[THREADS * 7] __attribute__ ((aligned (128)));
shared char page[THREADS] __attribute__ ((aligned (4096)));
shared char last;

#define ALIGNED(p, n) CHECK_IS ((uintptr_t) (p) % (n), 0)

__attribute__ ((noipa)) static double
triad (int n, double s)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    ((double *) &other[MYTHREAD])[i] = i;
  for (int i = 0; i < n; i++)
    ((double *) &cyclic[MYTHREAD])[i]
      = 1 + s * ((double *) &other[MYTHREAD])[i];
  for (int i = 0; i < n; i++)
    sum += cyclic[MYTHREAD + i * THREADS];
  return sum;
}

/* The index is not MYTHREAD any more where the pointer is cast.  */
__attribute__ ((noipa)) static void
changed_later (int n)
{
  int i = MYTHREAD;
  shared double *p = &cyclic[i];
  i += THREADS;
  double *next = (double *) &cyclic[i];
  double *own = (double *) p;
  p += n * THREADS;
  CHECK (next == own + 1);
  CHECK ((double *) p == own + n);
  CHECK (upc_threadof (p) == MYTHREAD);
}

/* A pointer that points to two places, in turn.  */
__attribute__ ((noipa)) static void
either (int n)
{
  shared double *p = &cyclic[MYTHREAD];
  if (n > 3)
    p = &other[MYTHREAD + THREADS];
  double *q = (double *) p;
  CHECK (q == (n > 3 ? (double *) &other[MYTHREAD] + 1
	       : (double *) &cyclic[MYTHREAD]));
}

int
main (void)
{
  CHECK (triad (MANY, 2) == MANY + 2 * (MANY * (MANY - 1) / 2));
  changed_later (5);
  either (3);
  either (4);

  pairs[2 * MYTHREAD + 1] = 5 + MYTHREAD;
  CHECK_IS (((int *) &pairs[2 * MYTHREAD])[1], 5 + MYTHREAD);
  ((int *) &pairs[MYTHREAD * 2])[2] = 8;
  CHECK_IS (pairs[2 * MYTHREAD + 2 * THREADS], 8);
  rows[MYTHREAD][1] = 6;
  CHECK_IS (((short *) &rows[MYTHREAD][0])[1], 6);
  ((short *) rows[MYTHREAD])[2] = 7;
  CHECK_IS (rows[MYTHREAD][2], 7);
  rows[MYTHREAD][0] = 3;
  CHECK_IS (*(short *) &rows[MYTHREAD], 3);
  even[MYTHREAD * MANY] = 9;
  CHECK_IS (*(long *) &even[MYTHREAD * MANY], 9);
  points[MYTHREAD].y = 2.5;
  CHECK ((((float *) &points[MYTHREAD])[2]) == 2.5);
  CHECK (*(float *) &points[MYTHREAD].y == 2.5);

  ALIGNED ((char *) &small[MYTHREAD], 16);
  ALIGNED ((double *) &cyclic[MYTHREAD], 64);
  ALIGNED ((char *) &line[MYTHREAD], 128);
  ALIGNED ((char *) &page[MYTHREAD], 4096);
  shared char *volatile p = &line[MYTHREAD];
  ALIGNED ((char *) p, 128);
  p = &page[MYTHREAD];
  ALIGNED ((char *) p, 4096);
  return 0;
}
