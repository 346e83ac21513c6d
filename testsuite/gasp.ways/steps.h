/* steps.h - do something at each instruction of an instrumented call.

   SPDX-License-Identifier: Apache-2.0

   The processor traps after each instruction.  At the one wanted, the handler of
   that sends the thread another signal, which comes as soon as it returns: so
   what is done is done in the handler of one that is not the instruction's.  */

#include "ways.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

static volatile int wrong;
/* Where what is done may jump to.  */
static __thread sigjmp_buf environment __attribute__ ((unused));

#ifdef __x86_64__

/* Of what is no event, or each step would be one.  */
#define UNSEEN __attribute__ ((noipa, no_instrument_function))

/* All steps take a minute, so one of several is tried: -DEVERY=1 for all.  */
#ifndef EVERY
# ifdef ALL
#  define EVERY 12
# else
#  define EVERY 97
# endif
#endif

/* The flag that makes the processor trap.  Below the stack pointer is what is
   the compiler's.  */
#define TRAP 0x100
#define CHANGE_FLAGS(operation, mask) \
  __asm__ volatile ("subq $128, %%rsp\n\tpushfq\n\t" \
		    operation " %0, (%%rsp)\n\t" \
		    "popfq\n\taddq $128, %%rsp" \
		    : : "i" (mask) : "cc", "memory")
#define BEGIN_TRAPS() CHANGE_FLAGS ("orl", TRAP)
#define END_TRAPS() CHANGE_FLAGS ("andl", ~TRAP)

/* What is done at a step.  */
static void (*action) (void);
/* At which, and which it is.  */
static __thread volatile int wanted, step;

/* The same as leaf and work, where the compiler knows that nothing is called.  */
KEEP static int
next (int n)
{
  return n + 1;
}

KEEP static int
work_of_next (int n)
{
  int i, sum = 0;

  for (i = 0; i < n; i++)
    sum += next (i);
  return sum;
}

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
  action ();
}

/* Whether work came to its end before the step AT.  */
UNSEEN static int
step_through_work (int at)
{
  wanted = at;
  step = 0;
  if (sigsetjmp (environment, 1) == 0)
    {
      BEGIN_TRAPS ();
      wrong += work (2) != 3 || work_of_next (2) != 3;
      END_TRAPS ();
    }
  return step <= at;
}

/* Of a thread's first call.  */
UNSEEN static void *
step_first (void *argument)
{
  step_through_work (*(int *) argument);
  wrong += work (100) != 5050;
  return NULL;
}

/* Of later ones, which come to their end even if each instruction traps.  */
UNSEEN static void *
step_later (void *argument)
{
  int at;

  wrong += work (100) != 5050 || work_of_next (100) != 5050;
  wrong += !step_through_work (100000);
  for (at = 0; at < *(int *) argument && !step_through_work (at); at += EVERY)
    wrong += work (100) != 5050;
  return NULL;
}

static void
in_thread (void *(*function) (void *), int steps)
{
  pthread_t thread;

  pthread_create (&thread, NULL, function, &steps);
  pthread_join (thread, NULL);
}

KEEP static void
at_each_step (void (*what) (void))
{
  struct sigaction trap
    = { .sa_sigaction = trapped, .sa_flags = SA_SIGINFO };
  struct sigaction user
    = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
  int at;

  action = what;
  sigaddset (&trap.sa_mask, SIGUSR1);
  sigaction (SIGTRAP, &trap, NULL);
  sigaction (SIGUSR1, &user, NULL);
  for (at = 0; at < 4000; at += at < 500 ? EVERY : 20 * EVERY)
    in_thread (step_first, at);
  in_thread (step_later, 2000);
}

#else

KEEP static void
at_each_step (void (*what) (void))
{
  (void) what;
  UNSUPPORTED ("no trap after each instruction");
}

#endif
