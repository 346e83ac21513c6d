/* _Fork.c - processes that a signal handler makes.

   SPDX-License-Identifier: Apache-2.0

   The child of _Fork, which handlers may call, is told from its parent at its first
   event (threads.c).  Where the handler has interrupted the tool, that goes on
   before there is any, and would change the parent's record: so here it is told at once,
   and parts from that as after fork.  */

#define _GNU_SOURCE
#include <errno.h>
#include "entry/raise.h"

/* C libraries have it that have this.  */
extern pid_t _Fork (void);

pid_t
gasp_gcc__Fork (void)
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
