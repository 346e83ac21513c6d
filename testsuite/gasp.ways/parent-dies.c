/* A child that gets a signal as soon as its parent is gone, and one that is
   killed.

   SPDX-License-Identifier: Apache-2.0  */

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include "ways.h"

static int ends[2], ready[2];

KEEP static void
handler (int signal)
{
  dprintf (ends[1], "parent gone %d\n", work (10));
  _exit (leaf (signal));
}

KEEP static int
middle (void)
{
  char byte;
  if (pipe (ready))
    return 3;
  if (fork () == 0)
    {
      signal (SIGUSR1, handler);
      prctl (PR_SET_PDEATHSIG, SIGUSR1);
      dprintf (ends[1], "ready\n");
      if (write (ready[1], "", 1) != 1)
	_exit (4);
      for (;;)
	work (100);
    }
  if (read (ready[0], &byte, 1) != 1)
    return 4;
  kill (getpid (), SIGKILL);
  return 1;
}

int
main (void)
{
  char text[100];
  int status;
  ssize_t n;

  if (pipe (ends))
    return 2;
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  if (fork () == 0)
    return middle ();
  close (ends[1]);
  while ((n = read (ends[0], text, sizeof text)) > 0)
    fwrite (text, 1, n, stdout);
  while (wait (&status) > 0)
    printf ("%d\n", WIFSIGNALED (status) ? WTERMSIG (status)
	    : 100 + WEXITSTATUS (status));
  return 0;
}
