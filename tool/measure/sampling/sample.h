/* sample.h - where the counter overflowed.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include "gasp_gcc.h"
#include "record.h"

#pragma GCC visibility push (hidden)

extern void gasp_tool_samples_begin (gasp_context_t context);
extern void gasp_tool_samples_end (gasp_context_t context);
/* Makes room for more.  */
extern void gasp_tool_samples_room (gasp_context_t context);
/* Counts one.  Safe in signal handlers.  */
extern void gasp_tool_sample (gasp_context_t context, uint64_t pc);
/* Takes a sample of time at the place of CONTEXT's sampler that stands for
   UNITS, which had passed by TICKS, and, if IS_FAULT, one of page faults.
   IS_WORK says that recording was at work, which is used if that place is in no
   module.  To be called in a signal handler that has not interrupted the holder
   of a lock.  */
extern void gasp_tool_sample_time (gasp_context_t context, bool is_work,
				   uint64_t units, uint64_t ticks,
				   bool is_fault);

#pragma GCC visibility pop
