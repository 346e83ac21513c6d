/* Calls that must be tail calls remain so, and need no stack.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-gcc 15 } */

#include "test.h"

static char *begin;

KEEP long odd (long n, long sum);

KEEP long
even (long n, long sum)
{
  if (n == 0)
    return begin - (char *) __builtin_frame_address (0) < 1000 ? sum : 0;
  [[gnu::musttail]] return odd (n - 1, sum + 2);
}

KEEP long
odd (long n, long sum)
{
  if (n == 0)
    return sum;
  __attribute__ ((musttail)) return even (n - 1, sum + 1);
}

int
main (void)
{
  begin = __builtin_frame_address (0);
  return even (1000, 0) != 1500;
}
