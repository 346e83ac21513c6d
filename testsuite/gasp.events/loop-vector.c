/* A vectorised loop with inlined functions in it keeps its values.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-ffast-math" } */
/* { dg-options "-march=native -ffast-math" { target x86_64-*-* } } */

#include "test.h"

static inline float
term (float x)
{
  return x * x + 1;
}

KEEP float
total (const float *v, int n)
{
  float sum = 0, product = 1;
  int i;

  for (i = 0; i < n; i++)
    {
      sum += term (v[i]);
      product *= v[i] == 0 ? 1 : v[i];
    }
  return sum + product;
}

int
main (void)
{
  float v[64];
  int i;

  for (i = 0; i < 64; i++)
    v[i] = i & 1;
  return total (v, 64) == 32 + 64 + 1 ? 0 : 1;
}
