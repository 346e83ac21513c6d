/* modes.c - functions that are switched off, counted only, and on again.

   SPDX-License-Identifier: Apache-2.0  */

#include <gasp_gcc.h>
#include <stdio.h>
#include "tool.h"

#define KEEP __attribute__ ((noipa))

KEEP static int
leaf (int n)
{
  return n + 1;
}

KEEP static int
work (int n)
{
  return leaf (n) + leaf (n);
}

/* Call work ten times, and say what the tool saw of it.  */
__attribute__ ((no_instrument_function)) static void
ten (const char *what)
{
  unsigned long entered = tool_entered, left = tool_left,
		counted = tool_counted;
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += work (i);
  printf ("%s: %lu entered, %lu left, %lu counted; sum %d\n", what,
	  tool_entered - entered, tool_left - left, tool_counted - counted,
	  sum);
}

__attribute__ ((no_instrument_function)) int
main (void)
{
  static const struct gasp_gcc_function nothing;
  const struct gasp_gcc_function *unknown = &nothing;
  ten ("calls");
  tool_set ("leaf", GASP_GCC_COUNT);
  ten ("leaf counted");
  tool_set ("leaf", GASP_GCC_NOTHING);
  ten ("leaf off");
  tool_set ("work", GASP_GCC_NOTHING);
  ten ("both off");
  printf ("%d\n", tool_set ("leaf", GASP_GCC_CALLS));
  ten ("leaf on");
  tool_set ("work", GASP_GCC_CALLS);
  ten ("both on");
  printf ("%d\n", gasp_gcc_set_mode (&unknown, 1, GASP_GCC_NOTHING));
  return 0;
}
