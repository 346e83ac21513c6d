/* debugger.c - how a thread that MPI has started waits for a debugger; and
   whether one holds a thread.

   SPDX-License-Identifier: Apache-2.0

   Elsewhere gdb starts the program (gasprun.c).  Launchers start theirs on any
   machine and without a terminal, so there the thread to debug says where it
   is, and waits until a debugger is attached, as gasprun does
   (gasprun/debug.c).  */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
#include "conduit/conduit.h"
#include "core/control.h"

/* Returns whether the kernel's FIELD of PROCESS, as in /proc/PROCESS/status,
   begins with a letter in WANTED; UNKNOWN where the kernel does not say.  */
static bool
status_begins (const char *process, const char *field, const char *wanted,
	       bool unknown)
{
  char path[64], line[128];
  snprintf (path, sizeof path, "/proc/%s/status", process);
  FILE *status = fopen (path, "r");
  if (!status)
    return unknown;
  bool found = false;
  while (fgets (line, sizeof line, status))
    if (!strncmp (line, field, strlen (field)))
      found = strchr (wanted, line[strlen (field)]) != NULL;
  fclose (status);
  return found;
}

bool
upc_held_by_debugger (pid_t process)
{
  char number[16];
  snprintf (number, sizeof number, "%d", (int) process);
  return status_begins (number, "State:\t", "t", false);
}

/* Returns whether a debugger has stopped this thread within a moment, and may
   have left it: of what sleeps, sigtimedwait fails then.  */
static bool
is_stopped_meanwhile (void)
{
  const struct timespec pause = { 0, 20000000 };
  sigset_t none;
  sigemptyset (&none);
  return sigtimedwait (&none, NULL, &pause) < 0 && errno == EINTR;
}

void
upc_await_debugger (void)
{
  char host[64] = "";
  if (!upc_settings.debugs
      || (upc_settings.debugged != MYTHREAD
	  && upc_settings.debugged != UPC_DEBUG_ALL))
    return;
  gethostname (host, sizeof host - 1);
  /* Linux may let only parents trace a process.  */
  prctl (PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  /* gasprun/debug.c reads this.  */
  upc_message ("thread %d of %d waits for a debugger: gdb -p %d, on %s",
	       MYTHREAD, THREADS, (int) getpid (), host);
  while (!__upc_debugger_gate
	 && !status_begins ("self", "TracerPid:\t", "123456789", true)
	 && !is_stopped_meanwhile ())
    ;
}
