/* woken.c - a program, beside a process that wakes up as often as the observer
   of "gasp run" does, and does nothing.

   SPDX-License-Identifier: Apache-2.0

   usage: woken COMMAND...

   What that costs is the machine's: where two processors are threads of one
   core, or a virtual one polls before it sleeps, it may be a tenth.  */

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;

static void
on_child (int number)
{
  (void) number;
  is_over = 1;
}

int
main (int argc, char **argv)
{
  int status;
  if (argc < 2)
    return 2;
  signal (SIGCHLD, on_child);
  pid_t child = fork ();
  if (child == 0)
    {
      execvp (argv[1], argv + 1);
      perror (argv[1]);
      _exit (127);
    }
  while (!is_over)
    poll (NULL, 0, 1);
  if (child < 0 || waitpid (child, &status, 0) != child)
    return 1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}
