/* Mutual tail recursion 10,000,000 deep runs in constant stack.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-levels -O2 -O3 } */
/* { dg-modes emitted } */
/* { dg-check no } */

#include "test.h"

KEEP int odd (unsigned n);

KEEP int
even (unsigned n)
{
  return n == 0 ? 1 : odd (n - 1);
}

KEEP int
odd (unsigned n)
{
  return n == 0 ? 0 : even (n - 1);
}

int
main (void)
{
  return even (10000000) ? 0 : 1;
}
