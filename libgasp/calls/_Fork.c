/* _Fork.c - processes that a signal handler makes.

   SPDX-License-Identifier: Apache-2.0

   As a rule libgasp notices the child of _Fork at the child's first event
   (threads.c).  But a signal handler may call _Fork while it interrupts the
   tool.  The tool then continues in the child before any event, and would write
   to the parent's record.  So the child is noticed here, at once.  */

#define _GNU_SOURCE
#include <errno.h>
#include "entry/raise.h"

/* C libraries have it that have this.  */
extern pid_t _Fork (void);

pid_t
__gasp__Fork (void)
{
  pid_t pid = _Fork ();
  if (pid == 0)
    {
      int error = errno;
      gasp_notice_copy ();
      errno = error;
    }
  return pid;
}
