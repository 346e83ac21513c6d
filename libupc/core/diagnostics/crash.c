/* crash.c - reports which signal kills a thread, and where.

   SPDX-License-Identifier: Apache-2.0

   Signals for which the program has a handler of its own are left to that.
   After the report, the instruction is run again without a handler, so that a
   core file shows it.  Of several threads that crash together, one reports for
   all (calls.c) and leaves a core file: those of the others might have the same
   name, and they are killed before theirs are whole.  */

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include "core/control.h"
#include "core/runtime.h"

/* Where a handler runs if the stack is full.  */
#define STACK_SIZE 65536
/* So near to the stack's end, or the program's breaks, it is the stack.  */
#define NEAR_STACK (UINT64_C (1) << 20)

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
#define CRASHES (sizeof crashes / sizeof *crashes)

static struct sigaction before[CRASHES];

void (*upc_note_crash) (int number, const char *why, const char *file,
			int line);

static bool
is_of_stack (const siginfo_t *info, const struct upc_calls *calls)
{
  return (info->si_signo == SIGSEGV && info->si_code > 0 && calls->stack
	  && calls->stack - (uint64_t) info->si_addr + NEAR_STACK
	     < 2 * NEAR_STACK);
}

static const char *
cause (const siginfo_t *info, const struct upc_calls *calls)
{
  if (is_of_stack (info, calls))
    return "its stack is full (SIGSEGV); see ulimit -s";
  switch (info->si_signo)
    {
    case SIGSEGV:
      if (info->si_code > 0 && info->si_code != SI_KERNEL
	  && (uintptr_t) info->si_addr < UPC_FIRST_ADDRESS)
	return "a null pointer was used (SIGSEGV)";
      return "an invalid pointer was used (SIGSEGV)";
    case SIGBUS:
      return "memory that is not there was used (SIGBUS)";
    case SIGFPE:
      return info->si_code == FPE_INTDIV
	       ? "an integer was divided by zero (SIGFPE)"
	       : "arithmetic failed (SIGFPE)";
    case SIGILL:
      return "an instruction is illegal (SIGILL)";
    default:
      return "it was aborted (SIGABRT)";
    }
}

void
upc_note_end (int number, const char *what)
{
  if (!upc_note_crash)
    return;
  char why[1400], file[sizeof upc_told_place], *end;
  size_t length = strcspn (upc_told_place, " ");
  snprintf (file, sizeof file, "%.*s", (int) length, upc_told_place);
  end = strrchr (file, ':');
  if (end)
    *end = '\0';
  snprintf (why, sizeof why, "%s%s%s", what, *upc_told_place ? ", at " : "",
	    upc_told_place);
  upc_note_crash (number, why, end ? file : NULL, end ? atoi (end + 1) : 0);
}

static void
tell (const siginfo_t *info, struct upc_calls *calls)
{
  bool is_fault = info->si_code > 0
		  && (info->si_signo == SIGSEGV || info->si_signo == SIGBUS);
  char what[256] = "it used ", where[512] = "";
  const size_t begin = strlen (what);
  if (upc_place)
    snprintf (where, sizeof where, " at %.400s:%d", upc_place->file,
	      upc_place->line);
  if (is_fault && upc_describe_shared ((uint64_t) info->si_addr, what + begin,
				       sizeof what - begin))
    upc_message ("thread %d used %s%s", MYTHREAD, what + begin, where);
  else
    {
      snprintf (what, sizeof what, "%s", cause (info, calls));
      upc_message ("thread %d: %s", MYTHREAD, what);
    }
  upc_tell_calls (calls, false);
  upc_note_end (info->si_signo, what);
}

/* Puts the thread into the core file's name, where that has the program's
   (%e), or reports the process's number, which that may have (%p).  The monitor
   says the latter, if there is one.  */
static void
name_core (void)
{
  char name[17], whole[40];
  struct rlimit limit;
  prctl (PR_GET_NAME, name);
  snprintf (whole, sizeof whole, "%.9s-t%d", name, MYTHREAD);
  prctl (PR_SET_NAME, whole);
  if (!upc_control->monitor && getrlimit (RLIMIT_CORE, &limit) == 0
      && limit.rlim_cur)
    upc_message ("thread %d is process %d", MYTHREAD, (int) getpid ());
}

/* Leaves the middle of the parts, where no heap is, out of the core file: the
   kernel would make, and write, all of that memory.  */
static void
leave_out_middle (void)
{
  uint64_t page = sysconf (_SC_PAGESIZE);
  uint64_t begin = (upc_control->heap_top + page) & -page;
  int first = upc_control->first;
  for (int t = first; t < first + upc_control->count; t++)
    {
      uint64_t bottom = upc_control->threads[t - first].heap_bottom;
      uint64_t end = (bottom & -page) - page;
      if (begin < end)
	madvise (__upc_base + ((uint64_t) t << UPC_ADDRESS_BITS) + begin,
		 end - begin, MADV_DONTDUMP);
    }
}

/* Reports a crash, unless it is that of a process that the program forked,
   which is not a thread.  */
static void
on_crash (int number, siginfo_t *info, void *context)
{
  size_t i = 0;
  (void) context;
  while (crashes[i] != number)
    i++;
  if (getpid () == upc_process)
    {
      struct upc_thread *thread = upc_this_thread ();
      if (upc_note_crash)
	upc_note_crash (number, NULL, NULL, 0);
      upc_find_calls (&thread->calls, true);
      __atomic_store_n (&thread->told, UPC_CRASHED, __ATOMIC_RELEASE);
      if (upc_begin_telling ())
	{
	  tell (info, &thread->calls);
	  upc_end_telling (true);
	}
      else
	{
	  upc_await_telling ();
	  if (before[i].sa_handler == SIG_DFL)
	    upc_await_end ();
	}
      name_core ();
      leave_out_middle ();
    }
  sigaction (number, &before[i], NULL);
  if (info->si_code <= 0)
    raise (number);
}

static void
give_stack (void)
{
  static char stack[STACK_SIZE] __attribute__ ((aligned (64)));
  stack_t now, ours = { .ss_sp = stack, .ss_size = sizeof stack };
  if (sigaltstack (NULL, &now) == 0 && now.ss_flags & SS_DISABLE)
    sigaltstack (&ours, NULL);
}

void
upc_catch_crashes (bool theirs_later)
{
  struct sigaction ours = { .sa_sigaction = on_crash,
			    .sa_flags = SA_SIGINFO | SA_ONSTACK };
  sigfillset (&ours.sa_mask);
  give_stack ();
  for (size_t i = 0; i < CRASHES; i++)
    if (sigaction (crashes[i], NULL, &before[i]) == 0
	&& before[i].sa_handler != SIG_IGN
	&& (theirs_later || before[i].sa_handler == SIG_DFL))
      sigaction (crashes[i], &ours, NULL);
}
