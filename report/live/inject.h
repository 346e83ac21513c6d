/* inject.h - have a thread of another process call a function.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns why this command cannot do that at all, or null.  */
extern const char *why_no_injection (void);

/* Addresses in the process.  CALL calls a function on the stack that ends at
   STACK, and then waits for its registers to be restored.  TAKEN has three
   ints: whether a thread is there, the number of calls so far, and the last
   result.  MARKED has the bytes MARK as long as the process has not executed
   another program.  */
struct way_in
{
  unsigned long call, stack, taken, marked;
  size_t stack_size;
  unsigned char mark[12];
};

/* Stops a thread of process PID, makes it call FUNCTION by WAY, and lets it
   continue as if nothing had happened.  FUNCTION has no arguments and must be
   async-signal-safe; *RESULT is set to what it returns.  If that fails, returns
   false and sets errno: ESRCH if the process has ended or executed another
   program, EPERM if it may not be traced, EAGAIN if no thread could be stopped
   at a suitable place, ETIMEDOUT if none could be stopped, EBUSY if another
   thread is in a call.  */
extern bool call_in_process (int pid, const struct way_in *way,
			     unsigned long function, int *result);
