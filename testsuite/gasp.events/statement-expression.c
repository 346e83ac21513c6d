/* return out of a statement expression.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
early (int n)
{
  int value = ({ if (n > 2) return 100; n * 2; });

  return value + 1;
}

int
main (void)
{
  return early (1) + early (3) - 103;
}

/* EVENTS:
     0 + main
     0 + early
     0 - early
     0 + early
     0 - early
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
