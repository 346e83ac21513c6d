/* callers.h - who called what a sample finds.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include "record.h"

#pragma GCC visibility push (hidden)

/* Addresses of a module's code, and of all of it.  */
struct code_range { uint64_t start, end, low, high; };

/* Notes that functions were switched off in the module that has ADDRESS:
   samples look for callers there from now on.  With the spenders' lock
   held.  */
extern void gasp_tool_callers_off (uint64_t address);
/* Has samples look for callers in the program, if gasp run knows that it is not
   instrumented.  */
extern void gasp_tool_callers_begin (void);
/* Notes that nothing is loaded any more from BEGIN up to END.  */
extern void gasp_tool_callers_unload (uint64_t begin, uint64_t end);
/* Returns which word from STACK on ADDRESS is, or the last number.  */
static inline uint16_t
gasp_tool_word_at (uint64_t address, uint64_t stack)
{
  uint64_t word = (address - stack) / 8;
  return word < UINT16_MAX && address % 8 == 0 ? word : UINT16_MAX;
}
/* Sets *FOUND to the addresses that calls may return to, as the stack has them
   from STACK up to END, or up to where it ends, if that is near.  Returns
   whether there are any.  Safe in signal handlers.  */
extern bool gasp_tool_find_returns (struct gasp_record_stack *found,
				    uint64_t stack, uint64_t end);

#pragma GCC visibility pop
