/* A signal at each instruction of a thread's first call, and of later ones: the
   handler calls instrumented functions, and returns or jumps.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include "ways.h"

#ifdef __x86_64__
# include <ucontext.h>

/* Neither is an event, or each step would be one.  */
#define UNSEEN __attribute__ ((noipa, no_instrument_function))

/* The processor traps after each instruction while this flag is set.  */
#define TRAP 0x100
#define BEGIN_TRAPS() CHANGE_FLAGS ("orl $0x100")
#define END_TRAPS() CHANGE_FLAGS ("andl $~0x100")
/* Below what the compiler may have below the stack pointer.  */
#define CHANGE_FLAGS(how) \
  __asm__ volatile ("subq $128, %%rsp\n\tpushfq\n\t" how ", (%%rsp)\n\t" \
		    "popfq\n\taddq $128, %%rsp" : : : "cc", "memory")

/* All steps take a minute, so every fifth is tried: -DEVERY=1 for all.  */
#ifndef EVERY
# define EVERY 5
#endif

static volatile int wrong;

/* At which step the handler does something, which it is at, and whether it is
   to jump.  */
static __thread volatile int wanted, step, jumps;
static __thread sigjmp_buf environment;

/* The next signal, which comes as soon as this returns.  */
UNSEEN static void
trapped (int number, siginfo_t *info, void *context)
{
  ucontext_t *interrupted = context;

  (void) number;
  (void) info;
  if (step++ != wanted)
    return;
  interrupted->uc_mcontext.gregs[REG_EFL] &= ~(greg_t) TRAP;
  pthread_kill (pthread_self (), SIGUSR1);
}

KEEP static void
handler (int number, siginfo_t *info, void *context)
{
  (void) number;
  (void) info;
  (void) context;
  wrong += work (3) != 6;
  if (jumps)
    siglongjmp (environment, 1);
}

/* Whether work came to its end before the step wanted.  */
UNSEEN static int
step_through_work (void)
{
  step = 0;
  if (sigsetjmp (environment, 1) == 0)
    {
      BEGIN_TRAPS ();
      wrong += work (2) != 3;
      END_TRAPS ();
    }
  return step <= wanted;
}

struct steps
{
  int first, last, by, jumps;
};

/* Of calls that are not the thread's first.  */
UNSEEN static void *
step_later (void *argument)
{
  const struct steps *steps = argument;
  int at;

  jumps = steps->jumps;
  wrong += work (100) != 5050;
  for (at = steps->first; at < steps->last; at += steps->by)
    {
      wanted = at;
      if (step_through_work ())
	break;
      wrong += work (100) != 5050;
    }
  return NULL;
}

UNSEEN static void *
step_first (void *argument)
{
  const struct steps *steps = argument;

  wanted = steps->first;
  jumps = steps->jumps;
  step_through_work ();
  wrong += work (100) != 5050;
  return NULL;
}

static void
in_thread (void *(*function) (void *), struct steps steps)
{
  pthread_t thread;

  pthread_create (&thread, NULL, function, &steps);
  pthread_join (thread, NULL);
}

int
main (void)
{
  struct sigaction trap
    = { .sa_sigaction = trapped, .sa_flags = SA_SIGINFO };
  struct sigaction user
    = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
  int jumps, at;

  sigaction (SIGUSR1, &user, NULL);
  sigaddset (&trap.sa_mask, SIGUSR1);
  sigaction (SIGTRAP, &trap, NULL);
  wrong += work (100) != 5050;
  for (jumps = 0; jumps < 2; jumps++)
    {
      for (at = 0; at < 4000; at += at < 500 ? EVERY : 30 * EVERY)
	in_thread (step_first, (struct steps) { .first = at, .jumps = jumps });
      in_thread (step_later,
		 (struct steps) { .last = 2000, .by = EVERY, .jumps = jumps });
    }
  printf ("wrong %d\n", wrong);
  return 0;
}
#else
int
main (void)
{
  UNSUPPORTED ("no trap after each instruction");
}
#endif
