/* sampler.h - samples of where each thread spends its processor time.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "gasp_gcc.h"

#pragma GCC visibility push (hidden)

/* Begins in the calling thread, which is CONTEXT's, if samples are wanted.  */
extern void gasp_tool_sampler_begin (gasp_context_t context);
extern void gasp_tool_sampler_end (gasp_context_t context);
/* Returns whether CONTEXT's thread has had so many samples that they say how
   its time is divided.  */
extern bool gasp_tool_has_samples (gasp_context_t context);
/* Returns how often CONTEXT's thread has come to a processor, as the page of
   its event shows, in some unit; 0 if there is none.  */
extern uint32_t gasp_tool_sampler_arrivals (gasp_context_t context);
/* Returns false if this is a forked copy of the process that has not been
   noticed yet, as far as the kernel shows that.  */
extern bool gasp_tool_is_original (void);
/* Forgets the parent's threads, in the child of a fork.  */
extern void gasp_tool_sampler_fork (void);
/* Keeps what the calling thread, which is CONTEXT's, may be reading, in the
   child of a fork that interrupted this.  */
extern void gasp_tool_sampler_forked_within (gasp_context_t context);
/* Ends sampling in the whole process, for good; WHY is noted in the record.
   Samples so far are not used.  */
extern void gasp_tool_sampler_give_up (const char *why);
/* Returns the signal that samples come by; 0 if there is none.  */
extern int gasp_tool_sampler_signal (void);

#pragma GCC visibility pop
