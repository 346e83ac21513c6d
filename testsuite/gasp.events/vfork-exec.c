/* vfork and exec.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "executes a program of this machine" } */

#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

KEEP int
spawn (void)
{
  int status;
  pid_t pid = vfork ();

  if (pid == 0)
    {
      execl ("/bin/sh", "sh", "-c", "exit 5", (char *) 0);
      _exit (1);
    }
  waitpid (pid, &status, 0);
  return WEXITSTATUS (status);
}

KEEP int
after (void)
{
  MORE;
  return 0;
}

int
main (void)
{
  int status = spawn ();

  return status == 5 ? after () + 0 * status : 1;
}

/* EVENTS:
     0 + main
     0 + spawn
     0 - spawn
     0 + after
     0 - after
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
