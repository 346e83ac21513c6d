/* Vector arguments and results survive the events.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-mavx" } */

#include "test.h"

typedef double v4 __attribute__ ((vector_size (32)));

KEEP v4
scale (v4 x, v4 y)
{
  return x * y;
}

static int
run (void)
{
  v4 a = { 1, 2, 3, 4 }, b = { 5, 6, 7, 8 }, c = scale (a, b);

  return c[0] != 5 || c[1] != 12 || c[2] != 21 || c[3] != 32;
}

int
main (void)
{
  return __builtin_cpu_supports ("avx") ? run () : 0;
}
