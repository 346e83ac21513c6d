/* A child of vfork that calls, and ends by itself: nothing of that is this
   process's exit.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "vfork is fork there" } */

#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

KEEP int
compute (int n)
{
  MORE;
  return n + 1;
}

KEEP int
spawn (void)
{
  int status;
  pid_t pid = vfork ();

  if (pid == 0)
    {
      int n = compute (6);
      execl ("/nowhere/at/all", "all", (char *) 0);
      _exit (n);
    }
  waitpid (pid, &status, 0);
  return WEXITSTATUS (status);
}

int
main (void)
{
  int first = spawn (), second = spawn ();

  return first != 7 || second != 7;
}

/* EVENTS:
     0 + main
     0 + spawn
     1.0 + compute
     1.0 - compute
     0 - spawn
     0 + spawn
     2.0 + compute
     2.0 - compute
     0 - spawn
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
