// Conditions before and behind a function: what they call is called within it.
//
// SPDX-License-Identifier: Apache-2.0

// { dg-gcc 16 }
// { dg-options "-std=c++26 -fcontracts" }

#include "test.h"

KEEP bool
is_small (int n)
{
  return n < 10;
}

KEEP int
twice (int n)
  pre (is_small (n))
  post (r : r % 2 == 0)
{
  contract_assert (n > 0);
  return 2 * n;
}

int
main ()
{
  return twice (2) - 4;
}

// EVENTS:
//   0 + main
//   0 + twice
//   0 + is_small
//   0 - is_small
//   0 - twice
//   0 - main
//   0 + collective_exit 0
//   0 - collective_exit 0
// END
