/* jumps.h - a thread that is about to continue further out on its stack.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#pragma GCC visibility push (hidden)

/* Finds the functions of the runtime that has the code at ADDRESS, if they
   have not been found.  Null in archives.  */
extern void gasp_tool_find_runtime (void *address) __attribute__ ((weak));

#pragma GCC visibility pop
