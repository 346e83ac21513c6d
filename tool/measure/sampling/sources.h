/* sources.h - what interrupts a thread for a sample.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <signal.h>
#include <stdbool.h>

/* The kernel never sends it.  */
#define SIGNAL SIGSTKFLT
/* Nanoseconds.  The first samples come so far apart, as many as a short run
   needs.  */
#define UNIT 250000
/* A timer beside an event comes once in so many of its periods.  */
#define BESIDE 4
#define PAGE 4096

struct sampler;

#pragma GCC visibility push (hidden)

/* The errno with which the kernel has refused events, so that it is not asked
   again; 0 if it has not.  */
extern int gasp_tool_perf_error;
/* Notes that this process is the original.  */
extern void gasp_tool_mark_original (void);

/* All of these are about the calling thread, whose sampler is S.  */

/* Opens the kernel's event of processor time, with S's period.  Returns false,
   with errno, if that fails.  */
extern bool gasp_tool_begin_event (struct sampler *s);
/* Does that when the thread begins to be sampled; returns false at once if this
   process is known to get no events (gasp_tool_perf_error).  */
extern bool gasp_tool_begin_perf (struct sampler *s);
/* Opens the event of page faults, if there are such.  */
extern void gasp_tool_begin_faults (struct sampler *s);
/* Closes the event of processor time.  Its page stays mapped, as the thread may
   be reading it.  */
extern void gasp_tool_drop_event (struct sampler *s);
/* Closes the event of page faults.  */
extern void gasp_tool_drop_faults (struct sampler *s);

/* Makes a timer of the thread's processor time.  */
extern bool gasp_tool_begin_timer (struct sampler *s);
/* Sets the timer of processor time for the next sample.  */
extern void gasp_tool_set_timer (struct sampler *s);

#pragma GCC visibility pop
