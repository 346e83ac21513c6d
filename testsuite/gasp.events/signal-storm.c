/* Ten thousand signals a second, whose handlers call, return or jump.

   SPDX-License-Identifier: Apache-2.0  */

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include "test.h"

static sigjmp_buf place;
static volatile sig_atomic_t armed, signals, jumps;

KEEP int
leaf (int n)
{
  MORE;
  return n + 1;
}

/* In an emulator a handler may take longer than the next signal does to come:
   what it interrupts would never go on.  */
static void
end_storm (void)
{
  struct itimerval never = { { 0, 0 }, { 0, 0 } };
  setitimer (ITIMER_REAL, &never, 0);
}

KEEP void
handler (int number)
{
  signals += leaf (0);
  if (signals >= 1000)
    end_storm ();
  if (armed && signals % 3 == 0)
    {
      jumps++;
      armed = 0;
      siglongjmp (place, number);
    }
}

KEEP int
node (int n)
{
  return n ? node (n - 1) + leaf (n) : 0;
}

int
main (void)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
  struct itimerval timer = { { 0, 100 }, { 0, 100 } };
  volatile int i, landed = 0;

  sigaction (SIGALRM, &action, 0);
  setitimer (ITIMER_REAL, &timer, 0);
  for (i = 0; signals < 1000 && i < 1000000; i++)
    {
      if (sigsetjmp (place, 1))
	landed++;
      armed = 1;
      node (20);
      armed = 0;
    }
  end_storm ();
  return landed != jumps;
}
