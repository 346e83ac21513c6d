/* What is on the x87 stack where functions have been inlined survives their
   events; so does what is in MMX registers, also over calls of a function that
   is known to leave them alone.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */

#include "test.h"

static int count;

static inline __attribute__ ((always_inline)) void
inlined (void)
{
  count++;
}

KEEP long double
sums (const long double *x, int n, long double *other)
{
  long double a = 0, b = 1, c = 2;
  int i;

  for (i = 0; i < n; i++)
    {
      inlined ();
      a += x[i];
      inlined ();
      b += x[i] * 2;
      c -= x[i];
    }
  *other = b + c;
  return a;
}

KEEP long
packed (long x)
{
  long y;

  __asm__ volatile ("movq %0, %%mm3" : : "r" (x) : "mm3");
  inlined ();
  __asm__ volatile ("movq %%mm3, %0\n\temms" : "=r" (y) : : "mm3");
  return y;
}

static __attribute__ ((noinline, noclone)) void
callee (void)
{
  count++;
  MORE;
}

__attribute__ ((noinline, noclone)) static int
extended_caller (long double x)
{
  long double a = x, b = 2 * x;
  int i;

  for (i = 0; i < 3; i++)
    {
      callee ();
      a += b * x;
    }
  return a != 7;
}

__attribute__ ((noinline, noclone)) static int
packed_caller (void)
{
  typedef int v2 __attribute__ ((vector_size (8)));
  v2 ones;
  int low;

  __asm__ volatile ("pcmpeqd %0, %0" : "=y" (ones));
  callee ();
  __asm__ volatile ("movd %1, %0\n\temms" : "=r" (low) : "y" (ones));
  return low != -1;
}

int
main (void)
{
  static const long double x[4] = { 1, 2, 3, 4 };
  long double other;
  long double sum = sums (x, 4, &other);

  if (extended_caller (1) || packed_caller ())
    return 1;
  return sum != 10 || other != 13 || packed (0x12345678abcdL) != 0x12345678abcdL;
}
