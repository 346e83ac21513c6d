/* A process, and a thread, that were made past the C library.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "processes share no memory there" } */

#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

static char stack[131072];
static volatile int total;

KEEP int
leaf (int n)
{
  MORE;
  return n + 1;
}

KEEP int
thread (void *argument)
{
  int i;

  for (i = 0; i < 1000; i++)
    total += leaf (0);
  return argument != 0;
}

KEEP int
copy (void)
{
  int status;

  if (syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0)
    exit (leaf (2));
  wait (&status);
  return WEXITSTATUS (status);
}

int
main (void)
{
  int status, first = copy (), i;
  pid_t pid = clone (thread, stack + sizeof stack,
		     CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, 0);

  for (i = 0; i < 1000; i++)
    leaf (i);
  waitpid (pid, &status, 0);
  return first != 3 || status != 0 || total != 1000;
}

/* { dg-check no } */
