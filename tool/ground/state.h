/* state.h - what all of the recorder knows of the process.

   SPDX-License-Identifier: Apache-2.0

   The way of an event: libgasp -> fast.c (functions) or event.c (everything
   else, and functions where there is no direct recorder) -> tree.c (node of
   the call path) -> the mapped record (file.c).  What events mean beyond
   their time is in memory.c and user.c.  What is kept for a thread is in
   context.h.

   Everything here lives in the mapped record or in pages of its own: the
   program's heap is never used.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

#pragma GCC visibility push (hidden)

/* Where the record is mapped; null: there is none.  */
extern char *gasp_tool_base;

/* True if functions come by way of the direct recorder (fast.c); and if
   timing is decided as the program runs, with the runtime's help
   (timing.c).  */
extern bool gasp_tool_direct, gasp_tool_observes;
/* There is a trace (trace.c).  */
extern bool gasp_tool_traces;
/* The runtime is of another version, so that nothing is recorded
   (init.c).  */
extern bool gasp_tool_is_refused;

/* True if system calls are forbidden; if they may have been forbidden
   unnoticed, so that those which are not necessary are avoided; and if some
   thread may not read a clock (sandbox.c).  */
extern bool gasp_tool_sandboxed, gasp_tool_may_be_sandboxed;
extern bool gasp_tool_without_clock;

/* Returns the address of the runtime's flag that the calling thread, which is
   recorded, is in an allocation that is an event; null if there are no such
   events.  */
extern __thread const char *gasp_tool_in_allocation
  __attribute__ ((tls_model ("initial-exec")));

/* Returns where the runtime keeps which of the bytes that the calling thread,
   which is recorded, allocates is the next to be sampled; null: it keeps
   nothing.  Whether allocations are sampled.  */
extern __thread size_t *gasp_tool_until_sample
  __attribute__ ((tls_model ("initial-exec")));
extern bool gasp_tool_memory_is_sampled;

/* The newest of all contexts, also those that no thread has (context.h).  */
extern struct _gasp_context_S *gasp_tool_contexts;

/* How many times objects were unloaded.  */
extern unsigned int gasp_tool_unloads;

/* Whether there is a limit to what recording costs; and that of calls and
   events, as a part of the program's own time.  */
extern bool gasp_tool_is_limited;
/* Set if it allows nothing but samples: functions are switched off as they come
   by.  */
extern bool gasp_tool_samples_alone;
extern double gasp_tool_budget;

/* Reads the clock that was chosen; null for the time stamp counter.  */
extern uint64_t (*gasp_tool_clock_read) (void);

#pragma GCC visibility pop
