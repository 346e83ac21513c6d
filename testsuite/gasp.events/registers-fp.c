/* Floating-point arguments, results and values kept over calls survive the
   events, as many as there may be; so does the rounding mode.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-frounding-math -Wl,--no-as-needed,-lm" } */

#include <fenv.h>
#include <stdlib.h>
#include "test.h"

typedef float v4 __attribute__ ((vector_size (16)));
struct four { double a, b, c, d; };

KEEP double
sum (double a, double b, double c, double d, double e, double f, double g,
     double h, int i, long j)
{
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + i + j;
}

KEEP struct four
give_four (double x)
{
  return (struct four) { x, x + 1, x + 2, x + 3 };
}

KEEP v4
scale (v4 x, v4 y)
{
  return x * y;
}

KEEP double
third (double x)
{
  return x / 3;
}

static void
check (int condition)
{
  if (!condition)
    abort ();
}

int
main (void)
{
  double kept = 0.5;
  volatile double one = 1;
  for (int i = 0; i < 3; i++)
    {
      check (sum (1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 223);
      struct four four = give_four (kept);
      check (four.a + four.b + four.c + four.d == 4 * kept + 6);
      v4 v = scale ((v4) { 1, 2, 3, 4 }, (v4) { 2, 3, 4, 5 });
      check (v[0] == 2 && v[1] == 6 && v[2] == 12 && v[3] == 20);
      kept += 1;
    }
  check (kept == 3.5);
  fesetround (FE_UPWARD);
  volatile double up = third (one);
  check (fegetround () == FE_UPWARD);
  fesetround (FE_DOWNWARD);
  volatile double down = third (one);
  check (fegetround () == FE_DOWNWARD && up > down);
  return 0;
}
