/* A child that lets itself be traced, is stepped through instrumented code, has
   a system call looked at, and is killed.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-emulated "no ptrace" } */

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include "ways.h"

KEEP static int
child (void)
{
  ptrace (PTRACE_TRACEME, 0, 0, 0);
  raise (SIGSTOP);
  work (2);
  raise (SIGUSR1);
  for (;;)
    work (10);
}

int
main (void)
{
  int status, steps = 0;
  pid_t pid = fork ();

  if (pid == 0)
    return child ();
  /* A sample's signal may come before.  */
  while (waitpid (pid, &status, 0) == pid && WIFSTOPPED (status)
	 && WSTOPSIG (status) != SIGSTOP)
    ptrace (PTRACE_CONT, pid, 0, WSTOPSIG (status));
  printf ("stopped %d\n", WSTOPSIG (status));
  while (WIFSTOPPED (status) && WSTOPSIG (status) != SIGUSR1)
    {
      /* Steps take so long that there is a sample every few of them.  */
      if (steps++ < 20000)
	ptrace (PTRACE_SINGLESTEP, pid, 0, 0);
      else
	ptrace (PTRACE_CONT, pid, 0,
		WSTOPSIG (status) == SIGTRAP ? 0 : WSTOPSIG (status));
      waitpid (pid, &status, 0);
    }
  printf ("then %d\n", WSTOPSIG (status));
  ptrace (PTRACE_CONT, pid, 0, 0);
  usleep (10000);
  kill (pid, SIGKILL);
  waitpid (pid, &status, 0);
  printf ("killed %d\n", WTERMSIG (status));
  return 0;
}
