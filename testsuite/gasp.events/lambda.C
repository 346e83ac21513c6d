/* A lambda is a function of its own; the one that converts it to a pointer, of
   the compiler's making, is none.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
apply (int (*function) (int))
{
  return function (4) + 1;
}

int
main ()
{
  return apply ([] (int n) { return n - 5; });
}

/* EVENTS source:
     0 + main
     0 + apply
     0 + main()::<lambda(int)>
     0 - main()::<lambda(int)>
     0 - apply
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* EVENTS emitted -O0:
     0 + main
     0 + apply
     0 + main()::<lambda(int)>
     0 - main()::<lambda(int)>
     0 - apply
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* EVENTS emitted -O2 -O3:
     0 + main
     0 + apply
     0 - apply
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
