/* A thread that waits may run on the same processors as before, also where it shares
   its own with another thread.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-D_GNU_SOURCE" }
   { dg-threads 1 2 4 }  */

#include <errno.h>
#include <sched.h>
#include <unistd.h>
#include "check.h"

shared [] int processor;

int
main (void)
{
  cpu_set_t before, after, one;
  int i;
  CHECK (sched_getaffinity (0, sizeof before, &before) == 0);
  if (MYTHREAD == 0)
    processor = sched_getcpu ();
  upc_barrier;
  /* All to one.  */
  CPU_ZERO (&one);
  CPU_SET (processor, &one);
  sched_setaffinity (0, sizeof one, &one);
  CHECK (sched_setaffinity (0, sizeof before, &before) == 0);
  for (i = 0; i < 10; i++)
    {
      if (i % THREADS == MYTHREAD)
	usleep (25000);
      errno = 0;
      upc_barrier;
      CHECK_IS (errno, 0);
    }
  CHECK (sched_getaffinity (0, sizeof after, &after) == 0);
  CHECK (CPU_EQUAL (&before, &after));
  return 0;
}
