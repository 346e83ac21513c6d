/* Threads of the program's own, that a timer preempts: a handler goes on with
   another stack, wherever the first one is interrupted.

   SPDX-License-Identifier: Apache-2.0  */

#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include "ways.h"

enum { STACKS = 4, SIZE = 1 << 17, ROUNDS = 40000, MICROSECONDS = 200 };

static ucontext_t contexts[STACKS], back;
static volatile int current, has_ended[STACKS];
static long sums[STACKS];

static int
next_after (int i)
{
  int next = i;

  do
    next = (next + 1) % STACKS;
  while (has_ended[next] && next != i);
  return next;
}

static void
preempt (int signal)
{
  int from = current, to = next_after (from);

  if (has_ended[from] || to == from || signal != SIGALRM)
    return;
  current = to;
  swapcontext (&contexts[from], &contexts[to]);
}

static void
set_blocked (int how)
{
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGALRM);
  sigprocmask (how, &set, NULL);
}

static void
body (int i)
{
  int round;

  set_blocked (SIG_UNBLOCK);
  for (round = 0; round < ROUNDS; round++)
    sums[i] += deep (round % 20 + i, work) + work (round % 8);
  set_blocked (SIG_BLOCK);
  has_ended[i] = 1;
  current = next_after (i);
  setcontext (current == i ? &back : &contexts[current]);
}

static void
prepare (int i)
{
  getcontext (&contexts[i]);
  contexts[i].uc_stack.ss_sp = malloc (SIZE);
  contexts[i].uc_stack.ss_size = SIZE;
  sigaddset (&contexts[i].uc_sigmask, SIGALRM);
  makecontext (&contexts[i], (void (*) (void)) body, 1, i);
}

int
main (void)
{
  struct sigaction action = { .sa_handler = preempt };
  struct itimerval every = { { 0, MICROSECONDS }, { 0, MICROSECONDS } };
  int i;

  for (i = 0; i < STACKS; i++)
    prepare (i);
  set_blocked (SIG_BLOCK);
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &every, NULL);
  swapcontext (&back, &contexts[0]);
  for (i = 0; i < STACKS; i++)
    if (sums[i] != 420000)
      return printf ("%d: %ld\n", i, sums[i]), 1;
  return 0;
}
