/* large-stack.h - a stack for what needs more than may be left.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* Makes and removes the stack of the thread that completes an attachment,
   which was stopped anywhere.  */
extern bool gasp_large_stack_make (void);
extern void gasp_large_stack_remove (void);
/* Calls FUNCTION with ARGUMENT: on that, if it is there and the session has
   not begun; else as usual.  */
extern void gasp_call_with_room (void (*function) (void *), void *argument);

#pragma GCC visibility pop
