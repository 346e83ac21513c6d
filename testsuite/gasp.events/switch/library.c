/* library.c - loaded and unloaded while functions are switched.

   SPDX-License-Identifier: Apache-2.0  */

#define KEEP __attribute__ ((noipa))

KEEP static long
twice (long x)
{
  return 2 * x;
}

KEEP long
loaded (long x)
{
  return twice (x) + x;
}
