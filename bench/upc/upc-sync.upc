/* upc-sync.upc - how long UPC's barriers and locks take.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-sync SLOWER

   Locks are taken OFTEN times for each time counted.  */

#include <stdlib.h>
#include <upc.h>
#include "upc-collectives.h"

static shared long counter;
static long increments;

static void
lock_often (upc_lock_t *lock)
{
  for (int i = 0; i < OFTEN; i++)
    {
      upc_lock (lock);
      upc_unlock (lock);
    }
}

static void
increment_often (upc_lock_t *lock)
{
  for (int i = 0; i < OFTEN; i++)
    {
      upc_lock (lock);
      counter++;
      upc_unlock (lock);
    }
  increments += OFTEN;
}

int
main (int argc, char **argv)
{
  int slower = argc > 1 ? atoi (argv[1]) : 1;
  int first = MYTHREAD == 0, last = MYTHREAD == THREADS - 1;
  upc_lock_t *lock = upc_all_lock_alloc ();
  static shared long total[THREADS];
  long sum = 0;
  int t;

  upc_barrier;
  MEASURE ("barrier", 0, slower, upc_barrier, first, upc_barrier);
  MEASURE ("split", 0, slower, upc_barrier, first,
	   do { upc_notify; upc_wait; } while (0));
  /* By one thread, of a lock that thread 0 has; and by the last.  */
  MEASURE ("own", 0, slower, upc_barrier, first,
	   if (first) lock_often (lock));
  MEASURE ("others", 0, slower, upc_barrier, last,
	   if (last) lock_often (lock));
  /* By all, as fast as they can.  */
  MEASURE ("contended", 0, slower, upc_barrier, first, increment_often (lock));
  total[MYTHREAD] = increments;
  upc_barrier;
  for (t = 0; t < THREADS; t++)
    sum += total[t];
  if (sum != counter)
    upc_global_exit (1);
  return 0;
}
