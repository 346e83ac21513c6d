/* A handler that throws for what faulted, on its own stack or not.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fnon-call-exceptions -fasynchronous-unwind-tables" } */

#include <csignal>
#include <cstdio>
#include "test.h"

struct fault { int number; };

KEEP static void
handler (int number)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, number);
  sigprocmask (SIG_UNBLOCK, &set, nullptr);
  throw fault { number };
}

KEEP static int
load (volatile int *where)
{
  return *where;
}

KEEP static int
attempt (volatile int *where)
{
  try
    {
      return load (where);
    }
  catch (const fault &f)
    {
      return f.number;
    }
}

int
main ()
{
  static char area[65536];
  stack_t stack = { };
  struct sigaction action = { };
  int sum = 0;

  stack.ss_sp = area;
  stack.ss_size = sizeof area;
  sigaltstack (&stack, nullptr);
  action.sa_handler = handler;
  for (int i = 0; i < 4; i++)
    {
      action.sa_flags = i & 1 ? SA_ONSTACK : 0;
      sigaction (SIGSEGV, &action, nullptr);
      sum += attempt (nullptr);
    }
  return sum - 4 * SIGSEGV;
}
