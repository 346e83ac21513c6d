/* Stopped by its child, and told to go on, again and again.

   SPDX-License-Identifier: Apache-2.0  */

#include <signal.h>
#include <sys/wait.h>
#include "ways.h"

static volatile int continued;

KEEP static void
handler (int signal)
{
  continued += leaf (signal) - signal;
}

KEEP static int
disturb (void)
{
  int i;

  for (i = 0; i < 30; i++)
    {
      kill (getppid (), SIGSTOP);
      usleep (1000);
      kill (getppid (), SIGCONT);
      usleep (1000);
    }
  return 8;
}

int
main (void)
{
  int status;
  pid_t pid;

  signal (SIGCONT, handler);
  pid = fork ();
  if (pid == 0)
    _exit (disturb ());
  while (waitpid (pid, &status, WNOHANG) == 0)
    work (1000);
  printf ("%d %d\n", WEXITSTATUS (status), continued > 0);
  return 0;
}
