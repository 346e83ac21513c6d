/* clone.c - threads that share the thread-local storage of another.

   SPDX-License-Identifier: Apache-2.0

   clone makes threads that the C library knows nothing of.  One that has the
   memory of its creator, and no thread pointer of its own, has its creator's
   struct gasp_thread, too, as it has its errno: the frames there are the
   creator's.  So OWNER says whose they are.  The others' events are dropped:
   their stack pointers are not where the frames are, and what sees to that asks
   who they are (gasp_is_borrowed).  */

#define _GNU_SOURCE
#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include "entry/raise.h"

int
gasp_gcc_clone (int (*function) (void *), void *stack, int flags,
		void *argument, ...)
{
  struct gasp_thread *thread = &gasp_thread;
  va_list more;
  va_start (more, argument);
  pid_t *parent_number = va_arg (more, pid_t *);
  void *storage = va_arg (more, void *);
  pid_t *child_number = va_arg (more, pid_t *);
  va_end (more);
  if ((flags & (CLONE_VM | CLONE_VFORK | CLONE_SETTLS)) == CLONE_VM
      && !thread->life.owner)
    thread->life.owner = gasp_system_call (SYS_gettid, 0, 0);
  return clone (function, stack, flags, argument, parent_number, storage,
		child_number);
}
