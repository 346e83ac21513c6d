/* Functions that align the stack anew, with and without variable frames.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */

#include <stdint.h>
#include "test.h"

KEEP int
aligned (char *p, int a)
{
  return (uintptr_t) p % a;
}

KEEP __attribute__ ((force_align_arg_pointer)) int
forced (int n)
{
  char v[64] __attribute__ ((aligned (64)));

  return aligned (v, 64) + n;
}

KEEP int
variable (int n, long a, long b, long c, long d, long e, long on_stack)
{
  char v[64] __attribute__ ((aligned (128)));
  char *w = __builtin_alloca (n);

  w[0] = on_stack;
  return aligned (v, 128) + w[0] + a + b + c + d + e;
}

int
main (void)
{
  return forced (3) + variable (100, 0, 0, 0, 0, 0, 9) - 12;
}
