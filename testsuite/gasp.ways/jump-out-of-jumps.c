/* A handler jumps out of whatever it interrupts, time and again, and what it
   interrupts jumps out of calls.  Meanwhile another thread does so, too.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-status 7 } */

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include "jumps.h"

#ifdef ALL
# define TIMES 3000
#else
# define TIMES 1000
#endif

static sigjmp_buf outside;
static volatile sig_atomic_t may_jump;

KEEP static void
jump (int signal_number)
{
  (void) signal_number;
  if (may_jump)
    {
      may_jump = 0;
      siglongjmp (outside, 1);
    }
}

KEEP static void
start_timer (long interval)
{
  struct itimerval often = { { 0, interval }, { 0, interval } };

  setitimer (ITIMER_REAL, &often, NULL);
}

int
main (void)
{
  static volatile int times;
  pthread_t thread;
  sigset_t set;

  /* Only this thread is interrupted.  */
  sigemptyset (&set);
  sigaddset (&set, SIGALRM);
  sigprocmask (SIG_BLOCK, &set, NULL);
  pthread_create (&thread, NULL, go_around, NULL);
  sigprocmask (SIG_UNBLOCK, &set, NULL);
  signal (SIGALRM, jump);
  start_timer (50);
  for (times = 0; times < TIMES; times++)
    if (!sigsetjmp (outside, 1))
      {
	may_jump = 1;
	for (;;)
	  around ();
      }
  start_timer (0);
  over = 1;
  pthread_join (thread, NULL);
  printf ("%d\n", times);
  return 7;
}
