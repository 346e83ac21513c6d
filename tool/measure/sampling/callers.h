/* callers.h - who called what a sample finds.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include "record.h"

#pragma GCC visibility push (hidden)

/* Prepares to look for callers, in the first thread.  */
extern void gasp_tool_callers_begin (void);
/* Returns which word from STACK on ADDRESS is, or the last number.  */
static inline uint16_t
gasp_tool_word_at (uint64_t address, uint64_t stack)
{
  uint64_t word = (address - stack) / 8;
  return word < UINT16_MAX && address % 8 == 0 ? word : UINT16_MAX;
}
/* Where a thread was: PC 0 if the calling thread is another, and unless it
   is found.  */
struct interrupted { uint64_t pc, stack, frame_pointer; };
/* Sets *FOUND to the addresses that calls return to, or may, as the stack has
   them from AT up to END, or up to where it ends, if that is near.  Returns
   whether there are any.  Where a function of the C library's makes a system
   call for another one, as read, AT's PC becomes one of that (cancellation.h).
   Safe in signal handlers.  */
extern bool gasp_tool_find_returns (struct gasp_record_stack *found,
				    struct interrupted *at, uint64_t end);

#pragma GCC visibility pop
