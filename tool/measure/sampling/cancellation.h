/* cancellation.h - functions of the C library that threads may be cancelled in,
   and of the vdso.

   SPDX-License-Identifier: Apache-2.0

   Since version 2.41 of GNU's, the former, as read, have their system calls
   made by a function of its own, under names that say nothing to users.
   Those of the vdso, as clock_gettime, call functions without a name where the
   clock is a virtual machine's.  On x86-64 only; elsewhere samples are in what
   is called.  */

#pragma once

#include "measure/sampling/calling.h"

#pragma GCC visibility push (hidden)

/* Finds that function in CODE, the C library's, which stays.  */
extern void gasp_tool_find_cancellation (const struct code_range *code);
/* Notes that CODE is the vdso's.  */
extern void gasp_tool_note_vdso (const struct code_range *code);
/* Returns whether the call that returns to ADDRESS is of that function, or
   within the vdso.  Safe in signal handlers.  */
extern bool gasp_tool_is_in_cancellable (uint64_t address);

#pragma GCC visibility pop
