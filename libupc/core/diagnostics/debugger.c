/* debugger.c - how a thread that MPI has started waits for a debugger.

   SPDX-License-Identifier: Apache-2.0

   Elsewhere gdb starts the program (gasprun.c).  Launchers start theirs on any
   machine and without a terminal, so there the thread to debug says where it
   is, and waits until a debugger is attached, as gasprun does
   (gasprun/debug.c).  */

#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
#include "conduit/conduit.h"
#include "core/control.h"

/* Returns whether the kernel says that somebody traces this process.  */
static bool
is_traced (void)
{
  char line[128];
  bool traced = false;
  FILE *status = fopen ("/proc/self/status", "r");
  while (status && fgets (line, sizeof line, status))
    if (!strncmp (line, "TracerPid:", 10))
      traced = atoi (line + 10) != 0;
  if (!status)
    return true;
  fclose (status);
  return traced;
}

void
upc_await_debugger (void)
{
  const struct timespec pause = { 0, 20000000 };
  char host[64] = "";
  if (!upc_settings.debugs
      || (upc_settings.debugged != MYTHREAD
	  && upc_settings.debugged != UPC_DEBUG_ALL))
    return;
  gethostname (host, sizeof host - 1);
  /* As Linux may let only parents trace.  */
  prctl (PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  /* gasprun/debug.c reads this.  */
  upc_message ("thread %d of %d waits for a debugger: gdb -p %d, on %s",
	       MYTHREAD, THREADS, (int) getpid (), host);
  while (!__upc_debugger_gate && !is_traced ())
    nanosleep (&pause, NULL);
}
