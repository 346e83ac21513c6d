/* Whoever waits for long sleeps: in a barrier, for a lock, and in collective
   functions of either kind.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 4 }
   { dg-conduits smp loopback }  */

#include <sys/resource.h>
#include <unistd.h>
#include "check.h"
#include <upc_collective.h>

#define MY (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

shared long from[THREADS], to[THREADS];

static double
used (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
	  + 1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec));
}

/* WAITING, for which thread 0 is late.  */
#define LATE(waiting)							\
  do									\
    {									\
      upc_barrier;							\
      double before = used ();						\
      if (!MYTHREAD)							\
	usleep (600000);						\
      waiting;								\
      CHECK (used () - before < 0.3);					\
    }									\
  while (0)

int
main (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();

  LATE (upc_barrier);
  LATE (upc_all_broadcast (to, from, sizeof (long), MY));
  LATE (upc_all_reduceL (to, from, UPC_ADD, THREADS, 1, NULL, 0));
  upc_barrier;
  if (!MYTHREAD)
    upc_lock (lock);
  LATE (if (!MYTHREAD) upc_unlock (lock);
	upc_lock (lock);
	upc_unlock (lock));
  upc_barrier;
  upc_all_lock_free (lock);
  return 0;
}
