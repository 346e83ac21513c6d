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

/* Why there are no events: they are not asked for again.  0: there may be.  */
extern int gasp_tool_perf_error;
/* Notes that this process is the original.  */
extern void gasp_tool_mark_original (void);

/* Begin S's event of processor time, of its period; the first one, unless it is
   known that there is none; and that of page faults.  S's thread is the calling
   one.  Those with a result return whether they could, and set errno.  */
extern bool gasp_tool_begin_event (struct sampler *s);
extern bool gasp_tool_begin_perf (struct sampler *s);
extern void gasp_tool_begin_faults (struct sampler *s);
/* Drop them.  The page of the former stays, as its thread may be reading
   it.  */
extern void gasp_tool_drop_event (struct sampler *s);
extern void gasp_tool_drop_faults (struct sampler *s);

/* Begins a timer of the processor time of the calling thread, S's.  */
extern bool gasp_tool_begin_timer (struct sampler *s);
/* Sets it for the next time.  */
extern void gasp_tool_set_timer (struct sampler *s);

#pragma GCC visibility pop
