/* A function that may use AVX knows what one of the same unit that may not
   leaves alone, and keeps whole vectors over its calls.  The tool's functions
   write the upper halves.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */

#include "test.h"

typedef double v4 __attribute__ ((vector_size (32)));

static int count;

static __attribute__ ((noinline, noclone)) void
callee (void)
{
  count++;
  MORE;
}

__attribute__ ((noinline, noclone, target ("avx"))) static int
caller (const v4 *x, v4 *y)
{
  v4 a = x[0], b = x[1], c = x[2];
  int i;

  for (i = 0; i < 3; i++)
    {
      callee ();
      a += b * c;
    }
  *y = a;
  return (a[0] != 7 || a[1] != 14 || a[2] != 21 || a[3] != 28);
}

int
main (void)
{
  static const v4 x[3] = { { 1, 2, 3, 4 }, { 1, 2, 3, 4 }, { 2, 2, 2, 2 } };
  static v4 y;

  return __builtin_cpu_supports ("avx") ? caller (x, &y) || count != 3 : 0;
}
