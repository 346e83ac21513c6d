/* The stack overflows, in the program or in the tool; a handler on its own stack
   jumps out.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-levels -O0 -O2 } */

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include "test.h"

static sigjmp_buf place;
static volatile int caught;
static char area[65536];

KEEP void
handler (int number)
{
  caught++;
  siglongjmp (place, number);
}

KEEP int
deeper (int n)
{
  volatile char pad[100];

  pad[0] = n;
  return deeper (n + 1) + pad[0];
}

KEEP int
after (int n)
{
  MORE;
  return n + 1;
}

int
main (int argc, char **argv)
{
  struct rlimit limit = { 1 << 20, 1 << 20 };
  stack_t stack = { .ss_sp = area, .ss_size = sizeof area };
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
  volatile int i, sum = 0;

  /* The stack that the limit allows is settled at exec.  */
  if (argc == 1 && setrlimit (RLIMIT_STACK, &limit) == 0)
    execl (argv[0], argv[0], "again", (char *) 0);
  sigaltstack (&stack, 0);
  sigaction (SIGSEGV, &action, 0);
  for (i = 0; i < 6; i++)
    {
      action.sa_flags ^= SA_NODEFER;
      sigaction (SIGSEGV, &action, 0);
      if (sigsetjmp (place, 1) == 0)
	deeper (0);
      sum += after (i);
    }
  printf ("%d %d\n", caught, sum);
  return 0;
}

/* { dg-output "6 21" } */
