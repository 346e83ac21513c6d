/* matmul.upc - matrix multiplication, C = A B, rows dealt out to the threads.

   SPDX-License-Identifier: Apache-2.0

   usage: matmul [N]

   Checked by a vector x: C x = A (B x).  */

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

static int n = 120;

/* N rows of N numbers, row I with affinity to thread I % THREADS.  */
static shared [] double *shared *
new_matrix (void)
{
  shared [] double *shared *rows
    = upc_all_alloc (n, sizeof (shared [] double *));
  int i;

  upc_forall (i = 0; i < n; i++; i)
    rows[i] = upc_alloc (n * sizeof (double));
  upc_barrier;
  return rows;
}

/* y = M x, for the thread's own rows.  */
static void
apply (shared [] double *shared *m, const double *x, shared double *y)
{
  int i, j;

  upc_forall (i = 0; i < n; i++; i)
    {
      const double *a = (const double *) m[i];
      double sum = 0;
      for (j = 0; j < n; j++)
	sum += a[j] * x[j];
      y[i] = sum;
    }
  upc_barrier;
}

static void
multiply (shared [] double *shared *a, shared [] double *shared *b,
	  shared [] double *shared *c)
{
  double *line = malloc (n * sizeof (double));
  int i, j, k;

  upc_forall (i = 0; i < n; i++; i)
    for (j = 0; j < n; j++)
      c[i][j] = 0;
  /* Each row of B is fetched once.  */
  for (k = 0; k < n; k++)
    {
      upc_memget (line, b[k], n * sizeof (double));
      upc_forall (i = 0; i < n; i++; i)
	{
	  double factor = a[i][k], *to = (double *) c[i];
	  for (j = 0; j < n; j++)
	    to[j] += factor * line[j];
	}
    }
  free (line);
  upc_barrier;
}

static int
check (shared [] double *shared *a, shared [] double *shared *b,
       shared [] double *shared *c)
{
  shared double *y = upc_all_alloc (n, sizeof (double));
  shared double *z = upc_all_alloc (n, sizeof (double));
  double *x = malloc (n * sizeof (double));
  int i, wrong = 0;

  for (i = 0; i < n; i++)
    x[i] = i % 3 - 1;
  apply (c, x, z);
  apply (b, x, y);
  for (i = 0; i < n; i++)
    x[i] = y[i];
  upc_barrier;
  apply (a, x, y);
  for (i = 0; i < n; i++)
    wrong += y[i] != z[i];
  return wrong;
}

int
main (int argc, char **argv)
{
  shared [] double *shared *a;
  shared [] double *shared *b;
  shared [] double *shared *c;
  int i, j, wrong;

  if (argc > 1)
    n = atoi (argv[1]);
  a = new_matrix ();
  b = new_matrix ();
  c = new_matrix ();
  upc_forall (i = 0; i < n; i++; i)
    for (j = 0; j < n; j++)
      {
	a[i][j] = (i * 7 + j) % 5;
	b[i][j] = (i + j * 3) % 7;
      }
  upc_barrier;
  multiply (a, b, c);
  wrong = check (a, b, c);
  if (MYTHREAD == 0)
    printf ("matmul: %d by %d on %d threads: %s\n", n, n, THREADS,
	    wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
