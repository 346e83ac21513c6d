/* The stack overflows, in the program or in the tool; a handler on its own stack
   lets the signal in again before it jumps out, as libsigsegv does.  It is
   called once for each, whether it is told what happened or not.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-levels -O0 -O2 } */

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include "test.h"

#define TIMES 8

static jmp_buf place;
static volatile int caught;
static char area[65536];

KEEP void
handler (int number)
{
  sigset_t none;

  caught++;
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, 0);
  longjmp (place, number);
}

/* Frames of different sizes overflow at different places.  */
KEEP int
deeper (int n, int size)
{
  volatile char pad[size];

  pad[0] = n;
  return deeper (n + 1, size) + pad[0];
}

int
main (int argc, char **argv)
{
  struct rlimit limit = { 1 << 20, 1 << 20 };
  stack_t stack = { .ss_sp = area, .ss_size = sizeof area };
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
  volatile int i;

  /* The stack that the limit allows is settled at exec.  */
  if (argc == 1 && setrlimit (RLIMIT_STACK, &limit) == 0)
    execl (argv[0], argv[0], "again", (char *) 0);
  for (i = 0; i < TIMES; i++)
    {
      /* Not on it any more.  */
      sigaltstack (&stack, 0);
      action.sa_flags ^= SA_SIGINFO;
      sigaction (SIGSEGV, &action, 0);
      if (setjmp (place) == 0)
	deeper (0, 16 + 40 * i);
    }
  printf ("%d of %d\n", caught, TIMES);
  return 0;
}

/* { dg-output "8 of 8" } */
