/* sample.h - where the counter overflowed.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include "gasp_gcc.h"
#include "measure/sampling/callers.h"
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
/* Writes the program's file, of SIZE bytes at most, into TEXT; returns whether
   it is known.  The kernel shows it under the process's number while its first
   thread lives.  */
extern bool gasp_tool_executable (char *text, size_t size);
/* Lists the modules loaded since.  After a fork, all of them again.  */
extern void gasp_tool_modules (void);
/* Lists them if the one with code at ADDRESS is not listed yet, and it is safe
   to ask for them.  */
extern void gasp_tool_know_module (uint64_t address);
extern void gasp_tool_modules_fork (void);
extern void gasp_tool_modules_unload (uint64_t begin, uint64_t end);
/* Sets *CODE to the code of the module that has ADDRESS, if that was there
   before the program began, so that it stays, and may be read.  Returns whether
   that is so.  */
extern bool gasp_tool_lasting_code (uint64_t address, struct code_range *code);

#pragma GCC visibility pop
