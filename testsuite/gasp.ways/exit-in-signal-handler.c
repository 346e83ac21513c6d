/* exit in a handler of a signal that comes anywhere, also on a stack of its
   own, in another thread, and for what faulted; its handlers call, too.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include "ways.h"

enum { KINDS = 4, TIMES = 12 };

static volatile int *nothing;
static volatile int sink;

KEEP static void
at_exit (void)
{
  if (work (100) != 5050)
    _exit (9);
}

KEEP static void
handler (int signal)
{
  exit (work (10) == 55 && signal ? 5 : 6);
}

KEEP static int
fault (int n)
{
  return n + *nothing;
}

KEEP static void *
busy (void *unused)
{
  for (;;)
    sink += deep (40, work);
  return unused;
}

/* A stack that stays when the function that sets it has returned.  */
static void
handle (int signal, int flags)
{
  static char stack[1 << 17];
  const stack_t own = { .ss_sp = stack, .ss_size = sizeof stack };
  struct sigaction action = { .sa_handler = handler, .sa_flags = flags };

  sigaltstack (&own, NULL);
  sigaction (signal, &action, NULL);
}

/* Does not return.  */
KEEP static void
child (int kind, int time)
{
  const struct itimerval soon = { { 0, 0 }, { 0, 500 + 137 * time } };
  pthread_t thread;
  sigset_t alarm;

  atexit (at_exit);
  handle (kind == 3 ? SIGSEGV : SIGALRM, kind == 1 ? SA_ONSTACK : 0);
  if (kind == 3)
    deep (time, fault);
  if (kind == 2)
    {
      pthread_create (&thread, NULL, busy, NULL);
      sigemptyset (&alarm);
      sigaddset (&alarm, SIGALRM);
      pthread_sigmask (SIG_BLOCK, &alarm, NULL);
    }
  setitimer (ITIMER_REAL, &soon, NULL);
  busy (NULL);
}

int
main (void)
{
  int i, status, right = 0;

  for (i = 0; i < KINDS * TIMES; i++)
    {
      pid_t pid = fork ();

      if (pid == 0)
	child (i % KINDS, i / KINDS);
      status = 0;
      waitpid (pid, &status, 0);
      right += WIFEXITED (status) && WEXITSTATUS (status) == 5;
    }
  printf ("%d of %d\n", right, KINDS * TIMES);
  return right == KINDS * TIMES ? 0 : 1;
}
