/* upc_castable.h: what upc_thread_info promises, upc_cast does.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 4 }
   { dg-conduits smp loopback mpi }  */

#include <upc_castable.h>
#include "check.h"

#if __UPC_CASTABLE__ != 1
#error __UPC_CASTABLE__
#endif

#define N 10
shared [N] int fixed[N * THREADS];
shared [N] int *dynamic;

static void
cast (shared [N] int *array, int thread, int promised)
{
  shared [N] int *p = &array[thread * N];
  int *local = upc_cast (p), i;

  CHECK (!promised || local);
  if (!local)
    return;
  for (i = 0; i < N; i++)
    {
      CHECK (upc_cast (p + i) == local + i);
      local[i] = 100 * MYTHREAD + i;
      CHECK_IS (p[i], 100 * MYTHREAD + i);
    }
}

int
main (void)
{
  int t, turn;

  dynamic = upc_all_alloc (THREADS, N * sizeof (int));
  CHECK (upc_cast (NULL) == NULL);
  CHECK (upc_cast (&fixed[MYTHREAD * N]) == (void *) &fixed[MYTHREAD * N]);
  CHECK_IS (upc_thread_info (MYTHREAD).guaranteedCastable, UPC_CASTABLE_ALL);
  CHECK_IS (UPC_CASTABLE_ALL_ALLOC | UPC_CASTABLE_GLOBAL_ALLOC
	    | UPC_CASTABLE_ALLOC | UPC_CASTABLE_STATIC, UPC_CASTABLE_ALL);
  for (turn = 0; turn < THREADS; turn++)
    {
      if (turn == MYTHREAD)
	for (t = 0; t < THREADS; t++)
	  {
	    upc_thread_info_t info = upc_thread_info (t);
	    CHECK ((info.guaranteedCastable & ~info.probablyCastable) == 0);
	    cast (fixed, t, info.guaranteedCastable & UPC_CASTABLE_STATIC);
	    cast (dynamic, t, info.guaranteedCastable & UPC_CASTABLE_ALL_ALLOC);
	  }
      upc_barrier;
    }
  return 0;
}
