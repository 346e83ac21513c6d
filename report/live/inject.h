/* inject.h - have a thread of another process call a function.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns why this command cannot do that at all, or null.  */
extern const char *why_no_injection (void);

/* Where a thread calls a function, and waits then; where it waits no more; on
   what stack of its own, its end; where there are three ints, one that is not 0
   as long as a thread is there, the number of calls so far, and what the last
   one returned; and where there is what, as long as the process does not
   execute another program.  */
struct way_in
{
  unsigned long call, leave, stack, taken, marked;
  size_t stack_size;
  unsigned char mark[12];
};

/* Stops a thread of process PID, lets it call FUNCTION by WAY, and continues
   as if nothing had happened.  FUNCTION has no arguments, and must be
   async-signal-safe.  Its result is in *RESULT.  False, and errno, if that
   cannot be done; then ESRCH means that the process has ended, or is another
   program by now, EPERM that it may not be traced, EAGAIN that no thread could
   be stopped where it can be done, ETIMEDOUT that none could be stopped, EBUSY
   that another thread is in a call.  If this command is killed, the thread
   continues all the same.  */
extern bool call_in_process (int pid, const struct way_in *way,
			     unsigned long function, int *result);
