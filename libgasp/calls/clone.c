/* clone.c - threads that share the thread-local storage of another.

   SPDX-License-Identifier: Apache-2.0

   clone makes threads that the C library knows nothing of.  A thread that has
   the memory of its creator, and no thread pointer of its own, has its
   creator's struct gasp_thread, too, as it has its errno.  The frames there
   cannot belong to both, so the creator ends for the tool here, and the events
   of both are dropped.  */

#define _GNU_SOURCE
#include <sched.h>
#include <stdarg.h>
#include "entry/raise.h"

int
__gasp_clone (int (*function) (void *), void *stack, int flags,
	      void *argument, ...)
{
  va_list more;
  va_start (more, argument);
  pid_t *parent_number = va_arg (more, pid_t *);
  void *storage = va_arg (more, void *);
  pid_t *child_number = va_arg (more, pid_t *);
  va_end (more);
  if ((flags & (CLONE_VM | CLONE_VFORK | CLONE_SETTLS)) == CLONE_VM)
    gasp_gcc_leave_thread (1);
  return clone (function, stack, flags, argument, parent_number, storage,
		child_number);
}
