/* arguments.h - the program's arguments, which tools may change.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* The arguments that the process began with.  */
extern int gasp_argc;
extern char **gasp_argv;

/* Returns a copy of ARGV, not from the program's heap.  Null if there is no
   memory.  */
extern char **gasp_copy_arguments (int argc, char **argv);
extern void gasp_free_arguments (int argc, char **argv);
/* Makes, on the first thread, main's arguments what the tool made of them.  */
extern bool gasp_take_main_arguments (int argc, char **argv);

#pragma GCC visibility pop
