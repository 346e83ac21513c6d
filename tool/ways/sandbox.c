/* sandbox.c - a program that is about to forbid itself system calls, or clocks.

   SPDX-License-Identifier: Apache-2.0

   In a sandbox the record cannot grow any more, since the kernel would end the
   program for it.  So it grows before, and what finds no room then is counted
   as (other), and no budget is kept to.  Without a clock, which the strictest
   sandbox forbids, and any sandbox may that asks the kernel, a thread is
   measured no more; nor is it with samples, as their signals ask the kernel.

   The program finds this prctl, and this syscall, in front of the C library's,
   and what it asks is done all the same.  seccomp(2) has no function of its
   own, so that is how programs, and libseccomp, come to it.  Who asks the
   kernel without the C library is not noticed, but for having given up new
   privileges before, as it must: there the record grows, too.  */

#include "measure/clock.h"
#include "record/file.h"
#include "ground/message.h"
#include "measure/sampling/sampler.h"
#include "process/parts.h"
#include "record/process.h"
#include "ground/state.h"
#include "syscall.h"
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>

#pragma GCC visibility push (default)
#pragma weak gasp_gcc_leave_thread
#pragma weak gasp_gcc_sandbox
#pragma weak gasp_gcc_make_room
/* Weak: the program may have functions of its own of these names.  */
extern int prctl (int option, ...) __attribute__ ((weak));
/* Not as unistd.h has it, since functions with "..." have frames.  */
extern long from_program (long number, long a0, long a1, long a2, long a3,
			  long a4, long a5)
  __asm__ ("syscall") __attribute__ ((weak));
#pragma GCC visibility pop

enum wish { NOTHING, NO_PRIVILEGES, FILTER, NO_CLOCK, CLOCK };

#define ANY (-1)

/* Returns what the program asks for by system call NUMBER with the arguments A.
   A filter that is null only asks whether filters are supported.  */
static enum wish
wish_of (long number, const long a[6])
{
  static const struct { long number, what, value; enum wish wish; } wishes[] = {
    { SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, NO_PRIVILEGES },
    { SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, FILTER },
    { SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_STRICT, NO_CLOCK },
    { SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV, NO_CLOCK },
    { SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE, CLOCK },
    { SYS_seccomp, SECCOMP_SET_MODE_FILTER, ANY, FILTER },
    { SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NO_CLOCK },
  };
  for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
    if (wishes[i].number == number && wishes[i].what == (int) a[0]
	&& (wishes[i].value == ANY || wishes[i].value == a[1]))
      return wishes[i].wish == FILTER && !a[2] ? NOTHING : wishes[i].wish;
  return NOTHING;
}

static void
set_sandboxed (bool on)
{
  gasp_tool_sandboxed = on;
  if (gasp_gcc_sandbox)
    gasp_gcc_sandbox (on);
}

/* Makes room for all that is to come, and no more from now on if it
   IS_CERTAIN to.  Returns whether that is new.  */
static bool
expect_filter (bool is_certain)
{
  if (gasp_tool_sandboxed)
    return false;
  gasp_tool_sampler_give_up ("the program gave up rights, and there are no "
			     "samples of time, as their signals ask the "
			     "kernel");
  gasp_tool_parts_grow ();
  if (gasp_gcc_make_room)
    gasp_gcc_make_room ();
  gasp_tool_may_be_sandboxed = true;
  if (is_certain)
    set_sandboxed (true);
  return is_certain;
}

static bool
leave_thread (void)
{
  if (!gasp_gcc_leave_thread)
    return false;
  gasp_tool_end (GASP_RECORD_RUNNING, 0);
  gasp_gcc_leave_thread (1);
  gasp_tool_without_clock = true;
  return true;
}

/* Stops measuring the thread if events, or samples, ask the kernel.  */
static void
leave_thread_asking (void)
{
  if (gasp_tool_sandboxed
      || !(gasp_tool_clock_asks_kernel ()
	   || (HEADER->sample_event && !HEADER->sampler)))
    return;
  if (!gasp_tool_without_clock)
    gasp_tool_say ("%s asks the kernel, which the program gives up rights to: "
		   "its thread is measured no more",
		   gasp_tool_clock_asks_kernel () ? "GASP_CLOCK" : "GASP_SAMPLE");
  leave_thread ();
}

/* Returns whether there will be something to undo: if WISH fails, or is for
   that.  */
static bool
prepare (enum wish wish)
{
  if (!gasp_tool_base || HEADER->state != GASP_RECORD_RUNNING)
    return false;
  switch (wish)
    {
    case NO_PRIVILEGES:
    case FILTER:
      leave_thread_asking ();
      return expect_filter (wish == FILTER);
    case NO_CLOCK:
      return leave_thread ();
    default:
      return gasp_tool_without_clock;
    }
}

static void
go_back (enum wish wish)
{
  if (wish == FILTER)
    set_sandboxed (false);
  /* What begins again asks the kernel for things.  */
  if (gasp_tool_without_clock && !gasp_tool_sandboxed)
    {
      gasp_tool_without_clock = false;
      gasp_gcc_leave_thread (0);
    }
}

/* Returns whether the system call failed.  A filter may be for all threads;
   the number of one that refuses it is positive, as is the descriptor of its
   listener.  */
static bool
has_failed (long number, const long a[6], long result)
{
  return (result < 0
	  || (number == SYS_seccomp && result > 0
	      && a[1] & SECCOMP_FILTER_FLAG_TSYNC
	      && !(a[1] & SECCOMP_FILTER_FLAG_NEW_LISTENER)));
}

/* Carries out system call NUMBER, which may be one that matters here.  */
static __attribute__ ((noinline)) long
carry_out (long number, long a0, long a1, long a2, long a3, long a4)
{
  const long a[6] = { a0, a1, a2, a3, a4, 0 };
  enum wish wish = wish_of (number, a);
  bool changed = wish != NOTHING && prepare (wish);
  long result = ask_kernel (number, a);
  if (changed && has_failed (number, a, result) != (wish == CLOCK))
    go_back (wish);
  return kernel_answer (result);
}

int
prctl (int option, ...)
{
  long a[4];
  va_list values;
  va_start (values, option);
  for (int i = 0; i < 4; i++)
    a[i] = va_arg (values, long);
  va_end (values);
  return carry_out (SYS_prctl, option, a[0], a[1], a[2], a[3]);
}

long
from_program (long number, long a0, long a1, long a2, long a3, long a4,
	      long a5)
{
  if (__builtin_expect (number == SYS_seccomp || number == SYS_prctl, 0))
    return carry_out (number, a0, a1, a2, a3, a4);
  return kernel_answer (ask_kernel (number,
				(const long[]) { a0, a1, a2, a3, a4, a5 }));
}
