/* Processes made by a signal handler at each instruction of a thread's first call,
   and of later ones: by vfork, and by fork.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread -DEVERY=90" } */

#include "steps.h"
#include <sys/wait.h>

KEEP static void
await (pid_t child)
{
  int status;

  wrong += waitpid (child, &status, 0) != child || status != 9 << 8;
}

/* The child is on this stack.  */
KEEP static void
vfork_in_handler (void)
{
  pid_t child = vfork ();

  if (child == 0)
    _exit (9);
  await (child);
}

KEEP static void
fork_in_handler (void)
{
  pid_t child = fork ();

  if (child == 0)
    {
      wrong += work (100) != 5050;
      exit (wrong ? 1 : 9);
    }
  await (child);
}

int
main (void)
{
  wrong += work (100) != 5050;
  at_each_step (vfork_in_handler);
  at_each_step (fork_in_handler);
  printf ("wrong %d\n", wrong);
  return 0;
}
