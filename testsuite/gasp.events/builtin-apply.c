/* A function that forwards by __builtin_apply and __builtin_return.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
target (int a, int b)
{
  return a * 10 + b;
}

KEEP int
forward (int a, int b)
{
  __builtin_return (__builtin_apply ((void (*) ()) target,
				     __builtin_apply_args (), 64));
}

int
main (void)
{
  return forward (4, 2) - 42;
}
