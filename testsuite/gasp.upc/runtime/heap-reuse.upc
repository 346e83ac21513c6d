/* Freed space is joined and used again: a small heap serves many times its
   size, of all kinds, from all threads.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 2 4 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-environment UPC_SHARED_HEAP_SIZE=1M } */

#include <stdlib.h>
#include <upc.h>

#define N 30
static shared [] char *mine[N];

static void
fill (shared [] char *p, int size, int c)
{
  char *local = (char *) p;
  for (int i = 0; i < size; i++)
    local[i] = c;
}

static int
is_filled (shared [] char *p, int size, int c)
{
  char *local = (char *) p;
  for (int i = 0; i < size; i++)
    if (local[i] != c)
      return 0;
  return 1;
}

int
main (void)
{
  int sizes[N] = { 0 };
  srand (MYTHREAD + 1);
  for (int round = 0; round < 20000; round++)
    {
      int i = rand () % N;
      if (mine[i] && !is_filled (mine[i], sizes[i], i))
	return 1;
      upc_free (mine[i]);
      sizes[i] = 1 + rand () % 10000;
      mine[i] = (shared [] char *) upc_alloc (sizes[i]);
      if (!mine[i])
	return 2;
      fill (mine[i], sizes[i], i);
    }
  for (int i = 0; i < N; i++)
    upc_free (mine[i]);
  upc_barrier;
  for (int i = 0; i < 50; i++)
    {
      shared void *a = upc_all_alloc (THREADS, 400000);
      shared void *b = upc_all_alloc (THREADS * 3, 100000);
      if (!a || !b)
	return 3;
      upc_all_free (a);
      upc_all_free (b);
    }
  return 0;
}
