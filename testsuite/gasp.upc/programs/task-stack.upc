/* Quick sort by a stack of tasks; rows dealt out by an atomic counter.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }  */

#include <upc.h>
#include <upc_atomic.h>
#include <stdio.h>
#include "../check.h"

#define N 256
shared [] int *a;

typedef struct
{
  int lo, hi;
} task;

shared [] struct
{
  int top, pending;
  task t[N];
} stack;

upc_lock_t *L;
shared int counter;
shared int rows[THREADS];
shared [] int img[40][40];

static int
pop (task *t)
{
  int r = 0;
  upc_lock (L);
  if (stack.top)
    {
      *t = stack.t[--stack.top];
      r = 1;
    }
  else if (!stack.pending)
    r = -1;
  upc_unlock (L);
  return r;
}

static void
push (int lo, int hi)
{
  upc_lock (L);
  stack.t[stack.top].lo = lo;
  stack.t[stack.top++].hi = hi;
  stack.pending++;
  upc_unlock (L);
}

static void
done (void)
{
  upc_lock (L);
  stack.pending--;
  upc_unlock (L);
}

static int
mandel (int x, int y)
{
  double cr = x / 20.0 - 1.5, ci = y / 20.0 - 1, zr = 0, zi = 0;
  int n = 0;
  while (n < 50 && zr * zr + zi * zi < 4)
    {
      double t = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci;
      zr = t;
      n++;
    }
  return n;
}

int
main (void)
{
  int i, r, bad = 0;
  task t;
  static shared [] int *shared dir;
  upc_atomicdomain_t *d;
  if (!MYTHREAD)
    {
      dir = upc_alloc (N * sizeof (int));
      for (i = 0; i < N; i++)
	dir[i] = (i * 73) % N;
    }
  L = upc_all_lock_alloc ();
  upc_barrier;
  a = dir;
  if (MYTHREAD == THREADS - 1)
    push (0, N - 1);
  upc_barrier;
  while ((r = pop (&t)) >= 0)
    if (r)
      {
	int lo = t.lo, hi = t.hi;
	if (lo < hi)
	  {
	    int p = a[(lo + hi) / 2], x = lo, y = hi;
	    while (x <= y)
	      {
		while (a[x] < p)
		  x++;
		while (a[y] > p)
		  y--;
		if (x <= y)
		  {
		    int s = a[x];
		    a[x] = a[y];
		    a[y] = s;
		    x++;
		    y--;
		  }
	      }
	    if (lo < y)
	      push (lo, y);
	    if (x < hi)
	      push (x, hi);
	  }
	done ();
      }
  upc_barrier;
  for (i = 0; i < N; i++)
    if (a[i] != i)
      bad++;
  d = upc_all_atomicdomain_alloc (UPC_INT, UPC_ADD | UPC_INC, 0);
  for (;;)
    {
      int one = 1, row;
      upc_atomic_strict (d, &row, UPC_ADD, &counter, &one, NULL);
      if (row >= 40)
	break;
      for (i = 0; i < 40; i++)
	img[row][i] = mandel (i, row);
      rows[MYTHREAD]++;
    }
  upc_barrier;
  for (r = i = 0; i < THREADS; i++)
    r += rows[i];
  if (r != 40 || counter != 40 + THREADS)
    bad++;
  for (r = 0; r < 40; r++)
    for (i = 0; i < 40; i++)
      if (img[r][i] != mandel (i, r))
	bad++;
  upc_all_atomicdomain_free (d);
  CHECK_IS (bad, 0);
  return 0;
}
