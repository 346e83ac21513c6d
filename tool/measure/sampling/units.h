/* units.h - for how much time a sample stands, and how often samples come.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "record.h"
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>
#include "gasp_gcc.h"

struct sampler;

/* From where a signal comes.  */
enum source { EVENT, TIMER, FAULT };

/* Threads are sampled so often at first, in units between two samples; then,
   and those that begin late, less often.  */
#define FIRST_PERIOD 1
#define USUAL_PERIOD 4

#pragma GCC visibility push (hidden)

extern enum source gasp_tool_sample_source (const struct sampler *s,
					    const siginfo_t *info);
/* Returns for how many units the sample on MACHINE from SOURCE stands, as
   CONTEXT's thread had had so much PROCESSOR time.  */
extern uint64_t gasp_tool_sample_units (gasp_context_t context,
					const ucontext_t *machine,
					enum source source, uint64_t processor);

/* Sets the process's SAMPLER, unless a thread has more already.  (pace.c)  */
extern void gasp_tool_note_sampler (enum gasp_record_sampler sampler);
/* Asks once whether timers' signals interrupt no system call.  */
extern void gasp_tool_learn_of_timers (void);
/* Finds the system calls in which S's thread is in the kernel, and its page
   faults, from now on.  */
extern void gasp_tool_watch_kernel (struct sampler *s);
/* Adapts how often samples come, and from where, after one of S's thread, the
   calling one, which has had so much PROCESSOR time.  */
extern void gasp_tool_adapt_samples (struct sampler *s, uint64_t processor);

#pragma GCC visibility pop
