/* Leaf functions that keep data below the stack pointer.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP long
mix (long a, long b)
{
  volatile long v[12];
  int i;

  for (i = 0; i < 12; i++)
    v[i] = a + i * b;
  return v[0] + v[5] + v[11];
}

static inline __attribute__ ((always_inline)) long
step (long n)
{
  return n * 3 + 1;
}

KEEP long
leaf (long n)
{
  volatile long v[12];
  int i;

  for (i = 0; i < 12; i++)
    v[i] = step (n + i);
  return v[0] + v[11];
}

int
main (void)
{
  return mix (1, 2) + leaf (1) != 3 + 2 * 16 + 4 + 37;
}
