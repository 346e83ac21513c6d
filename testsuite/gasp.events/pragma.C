/* #pragma pupc in C++: blocks, classes, lambdas, templates.

   SPDX-License-Identifier: Apache-2.0  */

#include <cstdlib>
#include "test.h"

void *kept;

struct thing
{
  KEEP void method ()
  {
    kept = std::malloc (1);
#pragma pupc off
    kept = std::malloc (2);
  }
};

template <typename T> KEEP void
generic (T)
{
  {
#pragma pupc off
    kept = std::malloc (3);
  }
  kept = std::malloc (4);
}

#pragma pupc off
KEEP void
silent ()
{
  kept = std::malloc (5);
}
#pragma pupc on

KEEP void
loud ()
{
  auto f = [] () __attribute__ ((always_inline)) {
#pragma pupc off
    kept = std::malloc (6);
  };

  f ();
  kept = std::malloc (7);
}

int
main ()
{
  thing t;

  t.method ();
  generic (1);
  silent ();
  loud ();
  return 0;
}

/* EVENTS emitted:
     0 + main
     0 + thing::method
     0 + malloc 1
     0 - malloc 1 *
     0 - thing::method
     0 + generic
     0 + malloc 4
     0 - malloc 4 *
     0 - generic
     0 + loud
     0 + malloc 7
     0 - malloc 7 *
     0 - loud
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
