/* cancellation.h - functions of the C library that threads may be cancelled in.

   SPDX-License-Identifier: Apache-2.0

   Since version 2.41 of GNU's, these, as read, have their system calls made by
   a function of the library's own, under names that say nothing to users.  On
   x86-64 only; elsewhere none is found, and samples have those names.  */

#pragma once

#include "measure/sampling/calling.h"

#pragma GCC visibility push (hidden)

/* Finds that function in CODE, the C library's, which stays.  */
extern void gasp_tool_find_cancellation (const struct code_range *code);
/* Returns whether the call that returns to ADDRESS is of that function.  Safe
   in signal handlers.  */
extern bool gasp_tool_is_in_cancellable (uint64_t address);

#pragma GCC visibility pop
