/* Arguments and results of every class survive the events.

   SPDX-License-Identifier: Apache-2.0  */

#include <complex.h>
#include <string.h>
#include "test.h"

struct two_longs { long a, b; };
struct mixed { double d; long l; };
struct large { int v[20]; };

KEEP long double
extended (long double a, long double b)
{
  return a + b;
}

KEEP float
single (float a, double b, float c, double d, float e, double f, float g, double h)
{
  return a + b + c + d + e + f + g + h;
}

KEEP double complex
complicated (double complex a, float complex b)
{
  return a * b;
}

KEEP long double complex
complicated_extended (long double complex a)
{
  return a * 2;
}

KEEP struct two_longs
swap (struct two_longs x)
{
  struct two_longs y = { x.b, x.a };
  return y;
}

KEEP struct mixed
mix (struct mixed x, struct mixed y)
{
  struct mixed z = { x.d + y.d, x.l + y.l };
  return z;
}

KEEP struct large
enlarge (struct large x, int n)
{
  x.v[19] = n;
  return x;
}

KEEP __int128
wide (__int128 a, int b)
{
  return a << b;
}

KEEP long
many (long a, long b, long c, long d, long e, long f, long g, long h)
{
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
}

static int
structures (void)
{
  struct two_longs t = { 1, 2 };
  struct mixed m = { 1.5, 7 };
  struct large l = { { 1 } };

  t = swap (t);
  m = mix (m, m);
  l = enlarge (l, 99);
  return t.a == 2 && t.b == 1 && m.d == 3.0 && m.l == 14 && l.v[0] == 1
	 && l.v[19] == 99;
}

int
main (void)
{
  return extended (1.5L, 2) == 3.5L
	 && single (1, 2, 3, 4, 5, 6, 7, 8) == 36
	 && complicated (1 + 2 * I, 3) == 3 + 6 * I
	 && complicated_extended (1 + 2 * I) == 2 + 4 * I
	 && structures () && wide (1, 100) >> 100 == 1
	 && many (1, 2, 3, 4, 5, 6, 7, 8) == 204 ? 0 : 1;
}
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
