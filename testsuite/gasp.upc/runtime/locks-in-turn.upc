/* A thread that takes a lock again as soon as it has given it up does not keep others
   from it for ever, whether these spin or sleep.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 8 } */
/* { dg-conduits smp loopback mpi } */

#include <time.h>
#include <upc.h>

#define TIMES 5
strict shared int finished;
shared int holders;

static void
hold (long nanoseconds)
{
  struct timespec begin, now;
  clock_gettime (CLOCK_MONOTONIC, &begin);
  do
    clock_gettime (CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec
	 < nanoseconds);
}

int
main (void)
{
  upc_lock_t *l = upc_all_lock_alloc ();
  int greedy = MYTHREAD == 0, wrong = 0;
  upc_barrier;
  for (int i = 0; greedy ? finished < THREADS - 1 : i < TIMES; i++)
    {
      upc_lock (l);
      wrong += holders++ != 0;
      hold (greedy ? 3000000 : 1000);
      holders--;
      upc_unlock (l);
    }
  if (!greedy)
    {
      upc_lock (l);
      finished++;
      upc_unlock (l);
    }
  upc_barrier;
  upc_all_lock_free (l);
  return wrong;
}
