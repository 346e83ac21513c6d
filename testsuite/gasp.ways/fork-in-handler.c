/* fork in a handler of a signal that comes anywhere.

   SPDX-License-Identifier: Apache-2.0  */

#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include "ways.h"

static volatile int forks, bad;

/* Each time anew, since a fork may take longer.  */
static void
set_timer (void)
{
  const struct itimerval soon = { { 0, 0 }, { 0, 3000 } };

  setitimer (ITIMER_REAL, &soon, NULL);
}

KEEP static void
handler (int signal)
{
  int status = 0;
  pid_t pid = fork ();

  if (pid == 0)
    _exit (work (10) == 55 ? 3 : 4);
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  bad += !WIFEXITED (status) || WEXITSTATUS (status) != 3;
  if (++forks < 20)
    set_timer ();
  (void) signal;
}

int
main (void)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };

  sigaction (SIGALRM, &action, NULL);
  set_timer ();
  while (forks < 20)
    free (malloc (work (50) % 64));
  printf ("bad %d\n", bad);
  return 0;
}
