/* A nested function's static chain survives its START.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP long
outer (long a, long b)
{
  long local = a * 3;
  KEEP long inner (long x, long y, long z, long u, long v, long w)
  { return local + b + x + y + z + u + v + w; }

  return inner (1, 2, 3, 4, 5, 6);
}

int
main (void)
{
  return outer (10, 5) - 56;
}
