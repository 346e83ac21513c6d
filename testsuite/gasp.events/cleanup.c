/* The attribute cleanup: its function runs inside the function that ends.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

static int cleaned;

KEEP void
clean (int *value)
{
  cleaned += *value;
}

KEEP int
owner (int n)
{
  __attribute__ ((cleanup (clean))) int value = n;

  if (n > 3)
    return 1;
  return 2;
}

int
main (void)
{
  return owner (4) + owner (1) + cleaned - 8;
}

/* EVENTS:
     0 + main
     0 + owner
     0 + clean
     0 - clean
     0 - owner
     0 + owner
     0 + clean
     0 - clean
     0 - owner
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
