/* large-stack.c - a stack for what needs more than may be left.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <sys/mman.h>
#include "stack/large-stack.h"
#include "base/state.h"

#define LARGE_STACK (1 << 20)
#define GUARD 65536

#ifdef __x86_64__
extern void gasp_call_on_stack (void (*function) (void *), void *argument,
				void *end)
  __attribute__ ((visibility ("hidden")));
#else
/* Calls FUNCTION on the present stack: gasp attach does not support other
   processors yet.  */
static void
gasp_call_on_stack (void (*function) (void *), void *argument, void *end)
{
  (void) end;
  function (argument);
}
#endif

/* The stack of the thread that completes an attachment: its low end.  */
static char *large_stack;

bool
gasp_large_stack_make (void)
{
  char *area = mmap (NULL, GUARD + LARGE_STACK, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (area == MAP_FAILED || mprotect (area, GUARD, PROT_NONE) != 0)
    return false;
  large_stack = area;
  return true;
}

void
gasp_large_stack_remove (void)
{
  munmap (large_stack, GUARD + LARGE_STACK);
  large_stack = NULL;
}

void
gasp_call_with_room (void (*function) (void *), void *argument)
{
  /* Once there is a session, others begin, too.  */
  if (large_stack && !gasp_active)
    gasp_call_on_stack (function, argument,
			large_stack + GUARD + LARGE_STACK);
  else
    function (argument);
}
