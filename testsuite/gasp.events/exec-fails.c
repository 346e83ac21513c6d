/* exec that fails, in all its forms, and in a child of vfork: the program goes
   on, and so do the events.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 5 } */

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

extern char **environ;
static char *arguments[] = { "nothing", NULL };

KEEP int
leaf (int n)
{
  MORE;
  return n + 1;
}

KEEP int
fails (int result)
{
  return leaf (result) == 0 && (errno == ENOENT || errno == EACCES);
}

int
main (void)
{
  int i, status, good = 0;
  pid_t pid;

  for (i = 0; i < 20; i++)
    {
      good += fails (execve ("/nonexistent/nothing", arguments, environ));
      good += fails (execv ("/", arguments));
      good += fails (execvp ("/nonexistent/nothing", arguments));
      good += fails (execl ("/nonexistent", "nothing", (char *) NULL));
    }
  pid = vfork ();
  if (pid == 0)
    {
      execv ("/nonexistent/nothing", arguments);
      _exit (9);
    }
  if (waitpid (pid, &status, 0) != pid || WEXITSTATUS (status) != 9)
    return 1;
  leaf (1);
  return good == 80 ? 5 : 2;
}
