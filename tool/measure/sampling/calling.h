/* calling.h - modules that may have called what a sample finds.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

/* Addresses of a module's code.  */
struct code_range { uint64_t start, end; };

/* Adds the CODE of a module to the next list.  IS_LASTING: it was there before
   the program began, and counts in the first list only.  */
extern void gasp_tool_calling_add (const struct code_range *code,
				   bool is_lasting);
/* Puts that list in force.  Callers have a lock.  */
extern void gasp_tool_calling_end (void);
/* Returns the module with code at ADDRESS that stays, so that it may be read;
   or null.  Safe in signal handlers, as what follows.  */
extern const struct code_range *gasp_tool_lasting_code (uint64_t address);
/* Returns whether ADDRESS is in a module that may go away, and a call is before
   it.  */
extern bool gasp_tool_is_after_loaded_call (uint64_t address);


#pragma GCC visibility pop
