/* Recursion by tail calls 10,000,000 deep runs in constant stack.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-levels -O2 -O3 } */
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

KEEP unsigned
self (unsigned n, unsigned sum)
{
  if (n == 0)
    return sum;
  return self (n - 1, sum + 2);
}

static unsigned visited;

KEEP void
visit (unsigned n)
{
  if (n > 0)
    {
      visited++;
      visit (n - 1);
    }
}

/* As interpreters do.  */
typedef int operation (unsigned n);
static operation *operations[2];

KEEP int
operate (unsigned n)
{
  if (n == 0)
    return 7;
  return operations[n % 2] (n - 1);
}

int
main (void)
{
  operations[0] = operations[1] = operate;
  visit (10000000);
  return !(even (10000000) && self (10000000, 0) == 20000000
	   && visited == 10000000 && operate (10000000) == 7);
}
