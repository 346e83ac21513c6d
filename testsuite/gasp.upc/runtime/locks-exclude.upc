/* Locks exclude each other's holders, with more threads than processors, and
   writes under a lock are seen by the next holder.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 2 4 8 } */
/* { dg-conduits smp loopback mpi } */

#include <upc.h>

#define N 500
shared int count, twice;

int
main (void)
{
  upc_lock_t *l = upc_all_lock_alloc ();
  for (int i = 0; i < N; i++)
    {
      if (i % 3 == 0)
	while (!upc_lock_attempt (l))
	  ;
      else
	upc_lock (l);
      int seen = count;
      count = seen + 1;
      if (twice != 2 * seen)
	return 1;
      twice = 2 * count;
      upc_unlock (l);
    }
  upc_barrier;
  int right = count == N * THREADS;
  upc_all_lock_free (l);
  return right ? 0 : 2;
}
