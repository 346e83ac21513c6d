/* exits.c - a program that ends past the handlers of its exit.

   SPDX-License-Identifier: Apache-2.0

   Children of a fork mostly do.  The program finds these functions in front of
   the C library's; instrumented code has raised an event before.  Not in
   archives: a static program may have the C library's, too.  */

#define _GNU_SOURCE
#include "record/file.h"
#include "record/process.h"
#include "ground/state.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

/* Notes that the process exits with STATUS, unless it is a child of vfork, in
   another one's memory.  */
static void
note_exit (int status)
{
  if (gasp_tool_base && !gasp_tool_sandboxed && !gasp_tool_may_be_sandboxed
      && HEADER->state == GASP_RECORD_RUNNING && HEADER->pid == getpid ())
    gasp_tool_end_at_once (status & 0xff);
}

#define FUNCTIONS F (_exit) F (_Exit)

#define F(name) static void (*the_library_s_##name) (int);
FUNCTIONS
#undef F

/* Finds them early, as privileges.c does.  */
static __attribute__ ((constructor)) void
find_functions (void)
{
#define F(name) the_library_s_##name = dlsym (RTLD_NEXT, #name);
  FUNCTIONS
#undef F
}

#pragma GCC visibility push (default)
#define F(name) \
  void \
  name (int status) \
  { \
    if (!the_library_s_##name) \
      find_functions (); \
    note_exit (status); \
    the_library_s_##name (status); \
    __builtin_unreachable (); \
  }
FUNCTIONS
#undef F
#pragma GCC visibility pop
