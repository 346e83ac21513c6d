/* posix_spawn, and an execve that fails: the process goes on.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "what it starts is this machine's" } */

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

extern char **environ;

KEEP int
spawn (char **arguments)
{
  pid_t pid;
  int status = 0;

  if (posix_spawnp (&pid, arguments[0], 0, 0, arguments, environ))
    return -1;
  waitpid (pid, &status, 0);
  return WEXITSTATUS (status);
}

KEEP int
replace (void)
{
  char *arguments[] = { "none", 0 };

  execve ("/nowhere/at/all", arguments, environ);
  return errno == ENOENT;
}

int
main (void)
{
  char *good[] = { "sh", "-c", "exit 9", 0 };
  char *bad[] = { "/nowhere/at/all", 0 };
  int first = spawn (good), second = spawn (bad), third = replace ();

  return first != 9 || second != -1 || third != 1;
}

/* EVENTS:
     0 + main
     0 + spawn
     0 - spawn
     0 + spawn
     0 - spawn
     0 + replace
     0 - replace
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
