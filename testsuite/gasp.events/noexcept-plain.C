/* noexcept functions that do not throw.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
firm (int n) noexcept
{
  return n + 1;
}

int
main ()
{
  return firm (-1);
}

/* EVENTS:
     0 + main
     0 + firm
     0 - firm
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
