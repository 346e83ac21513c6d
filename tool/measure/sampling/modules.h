/* modules.h - the files whose code the program runs.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

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
/* Returns whether a listed module has code at ADDRESS.  Safe in signal
   handlers.  */
extern bool gasp_tool_in_module (uint64_t address);
/* Returns what stands for ADDRESS, of code or a variable, in the record: in a
   module that was loaded where another had been, an address that the other had
   not.  Safe in signal handlers.  */
extern uint64_t gasp_tool_recorded_address (uint64_t address);

#pragma GCC visibility pop
