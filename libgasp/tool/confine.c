/* confine.c - a program that is about to forbid itself system calls, or clocks.

   SPDX-License-Identifier: Apache-2.0

   In a sandbox the record cannot grow any more, since the kernel would end the
   program for it.  So it grows before, and what finds no room then is counted
   as (other).  Without a clock, which the strictest sandbox forbids, a thread
   is measured no more.

   The program finds this prctl in front of the C library's, and what it asks is
   done all the same.  A filter by other ways (seccomp) is not seen here, but
   that new privileges are given up, which comes before.  */

#include "tool.h"
#include <linux/seccomp.h>
#include <stdarg.h>
#include <sys/prctl.h>

#pragma GCC visibility push (default)
#pragma weak gasp_gcc_leave_thread
#pragma weak gasp_gcc_confine
extern int prctl (int option, ...);
#pragma GCC visibility pop

bool gasp_tool_confined, gasp_tool_without_clock;

static void
confine (bool on)
{
  gasp_tool_confined = on;
  if (gasp_gcc_confine)
    gasp_gcc_confine (on);
}

static bool
is_filter (int option, unsigned long value)
{
  return option == PR_SET_SECCOMP && value == SECCOMP_MODE_FILTER;
}

static bool
forbids_clock (int option, unsigned long value)
{
  return ((option == PR_SET_SECCOMP && value == SECCOMP_MODE_STRICT)
	  || (option == PR_SET_TSC && value == PR_TSC_SIGSEGV));
}

static void
prepare (int option, unsigned long value)
{
  if (!gasp_tool_base || HEADER->state != GASP_RECORD_RUNNING)
    return;
  if (is_filter (option, value) || option == PR_SET_NO_NEW_PRIVS)
    {
      gasp_tool_file_grow ();
      gasp_tool_trace_grow ();
    }
  if (is_filter (option, value))
    confine (true);
  if (!forbids_clock (option, value) || !gasp_gcc_leave_thread)
    return;
  gasp_tool_end (GASP_RECORD_RUNNING, 0);
  gasp_gcc_leave_thread (1);
  gasp_tool_without_clock = true;
}

/* It was not done, or is undone.  */
static void
go_back (int option, unsigned long value)
{
  if (is_filter (option, value))
    confine (false);
  if (!gasp_tool_without_clock
      || (option != PR_SET_TSC && !forbids_clock (option, value)))
    return;
  gasp_tool_without_clock = false;
  gasp_gcc_leave_thread (0);
}

int
prctl (int option, ...)
{
  unsigned long a[4];
  va_list values;
  va_start (values, option);
  for (int i = 0; i < 4; i++)
    a[i] = va_arg (values, unsigned long);
  va_end (values);
  bool was_confined = gasp_tool_confined;
  prepare (option, a[0]);
  int result = syscall (SYS_prctl, option, a[0], a[1], a[2], a[3]);
  bool is_enabling = option == PR_SET_TSC && a[0] == PR_TSC_ENABLE;
  if (((result < 0) ^ is_enabling) && !was_confined)
    go_back (option, a[0]);
  return result;
}
