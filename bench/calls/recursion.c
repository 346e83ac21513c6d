/* recursion.c - a hundred thousand calls, one inside the other.

   SPDX-License-Identifier: Apache-2.0

   Prints how many calls of `down' there were.  */

#include <stdio.h>

#define DEPTH 50000
#define ROUNDS 100

static unsigned long calls;

__attribute__ ((noinline)) static int
down (int depth)
{
  calls++;
  int below = depth ? down (depth - 1) : -1;
  __asm__ volatile ("" : "+r" (below));
  return below + 1;
}

int
main (void)
{
  for (int i = 0; i < ROUNDS; i++)
    if (down (DEPTH) != DEPTH)
      return 1;
  printf ("%lu\n", calls);
  return 0;
}
