/* Vectors and masks of AVX-512 survive the events, also of inlined functions.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-mavx512f" } */

#include "test.h"

typedef double v8 __attribute__ ((vector_size (64)));

static inline __attribute__ ((always_inline)) v8
inner (v8 x)
{
  return x + 1;
}

KEEP v8
scale (v8 x, v8 y)
{
  v8 z = x * y;

  return inner (z) - inner (x) + x;
}

static int
run (void)
{
  v8 a = { 1, 2, 3, 4, 5, 6, 7, 8 }, c = scale (a, a);
  int i, bad = 0;

  for (i = 0; i < 8; i++)
    bad += c[i] != a[i] * a[i];
  return bad;
}

int
main (void)
{
  return __builtin_cpu_supports ("avx512f") ? run () : 0;
}
