/* START has the place of the function's name, END that of its last brace.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int one (int n) { return n; }

KEEP int
  two (int n)
{
  if (n)
    return n;
  return 0;
  }

int
main (void)
{
  return one (0) + two (0);
}

/* EVENTS:
     0 + main @18:1
     0 + one @7:10
     0 - one @7:34
     0 + two @10:3
     0 - two @15:3
     0 - main @21:1
     0 + collective_exit 0 @20:18
     0 - collective_exit 0 @20:18
   END  */
