/* bind.c - a processor for each thread, if UPC_BIND asks for it.

   SPDX-License-Identifier: Apache-2.0

   The kernel likes to wake a thread where the one that woke it is, and beside
   other programs it may leave the two there, taking turns, though each could
   have a processor.  A thread that is bound does not move; so this is for
   machines that the program has for itself.  */

#include <errno.h>
#include <sched.h>
#include <unistd.h>
#include "core/control.h"

void
upc_bind_thread (void)
{
  cpu_set_t set, one;
  int saved_errno = errno;
  if (!upc_settings.bind || sched_getaffinity (0, sizeof set, &set) < 0
      || CPU_COUNT (&set) < upc_control->count)
    return;
  int processor = 0;
  int left = MYTHREAD - upc_control->first;
  for (; left || !CPU_ISSET (processor, &set); processor++)
    left -= CPU_ISSET (processor, &set) != 0;
  CPU_ZERO (&one);
  CPU_SET (processor, &one);
  sched_setaffinity (0, sizeof one, &one);
  errno = saved_errno;
}

int
upc_processors (void)
{
  cpu_set_t set;
  int n = (sched_getaffinity (0, sizeof set, &set) == 0 ? CPU_COUNT (&set)
	   : sysconf (_SC_NPROCESSORS_ONLN));
  return n < 1 ? 1 : n > UPC_MAX_THREADS ? UPC_MAX_THREADS : n;
}
