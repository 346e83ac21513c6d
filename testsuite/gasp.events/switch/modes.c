/* modes.c - functions that are switched off, counted only, and on again.

   SPDX-License-Identifier: Apache-2.0  */

#include <gasp_gcc.h>
#include <stdio.h>
#include "tool.h"

#define KEEP __attribute__ ((noipa))

/* Not GASP_GCC_CALLS: the mode that work is to have as it next calls leaf.  */
static int leaving = GASP_GCC_CALLS;

__attribute__ ((no_instrument_function)) static void
switch_work (void)
{
  if (leaving != GASP_GCC_CALLS)
    tool_set ("work", leaving);
  leaving = GASP_GCC_CALLS;
}

KEEP static int
leaf (int n)
{
  return n + 1;
}

KEEP static int
work (int n)
{
  switch_work ();
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
  printf ("%d\n", tool_set ("leaf", GASP_GCC_ENDS));
  ten ("leaf ending");
  tool_set ("leaf", GASP_GCC_CALLS);
  leaving = GASP_GCC_ENDS;
  ten ("work ending, in a call");
  ten ("and after it");
  tool_set ("work", GASP_GCC_CALLS);
  leaving = GASP_GCC_NOTHING;
  ten ("work off, in a call");
  printf ("%d\n", gasp_gcc_set_mode (&unknown, 1, GASP_GCC_NOTHING));
  return 0;
}
