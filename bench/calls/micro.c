/* micro.c - calls of a function that does next to nothing.

   SPDX-License-Identifier: Apache-2.0

   Prints how many calls of `step' there were.  */

#include <stdio.h>

#define STEPS 10000000

__attribute__ ((noinline)) static unsigned
step (unsigned x)
{
  __asm__ volatile ("" : "+r" (x));
  return x * 1664525u + 1013904223u;
}

int
main (void)
{
  unsigned x = 1;
  for (int i = 0; i < STEPS; i++)
    x = step (x);
  printf ("%d\n", x ? STEPS : 0);
  return 0;
}
