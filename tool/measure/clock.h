/* clock.h - the time.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include "ground/state.h"
#include "record.h"
#include "ticks.h"

#pragma GCC visibility push (hidden)

/* Chooses it.  COUNTERS.C's must have been loaded.  */
extern void gasp_tool_clock_init (void);
/* Fills the header in, and improve the scale now and then.  */
extern void gasp_tool_clock_begin (void);
extern void gasp_tool_clock_end (void);
extern void gasp_tool_clock_refine (bool now);
/* Returns whether the clock that was chosen is read by a system call.  */
extern bool gasp_tool_clock_asks_kernel (void);
/* Returns what CLOCK_MONOTONIC showed when the process began to be recorded; 0
   if that is not known.  */
extern uint64_t gasp_tool_start_monotonic (void);
/* Returns how long the process has been recorded, in nanoseconds.  */
extern uint64_t gasp_tool_age (void);
/* Returns how long the calling thread has been on a processor, 0 if that is
   not known; and notes it in THREAD, its element of the record.  */
extern uint64_t gasp_tool_processor_time (void);
extern void gasp_tool_note_processor (struct gasp_record_thread *thread);
/* Nanoseconds a tick, times 2^GASP_TOOL_SCALE_SHIFT.  */
#define GASP_TOOL_SCALE_SHIFT 32
extern uint64_t gasp_tool_scale;
/* How far looks at where a thread's time goes (away.h) are apart.  */
extern uint64_t gasp_tool_ticks_between_looks;
/* Returns how fast the time stamp counter is, whatever the clock is.  */
extern double gasp_tool_tsc_per_ns (void);

/* Returns what CLOCK of the system shows.  */
static inline uint64_t
nanoseconds (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static inline uint64_t
read_clock (void)
{
  return gasp_tool_clock_read ? gasp_tool_clock_read () : read_tsc ();
}

#pragma GCC visibility pop
