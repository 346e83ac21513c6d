/* Variable-length arrays and alloca, also with goto and return out.

   SPDX-License-Identifier: Apache-2.0  */

#include <string.h>
#include "test.h"

KEEP int
use (char *array, int n)
{
  memset (array, 1, n);
  return array[n - 1];
}

KEEP int
both (int n)
{
  char *a = __builtin_alloca (n);
  int i, total = use (a, n);

  for (i = 1; i < 4; i++)
    {
      char v[i * n];
      total += use (v, i * n);
      if (i == 2)
	return total;
    }
  return 0;
}

int
main (void)
{
  return both (100) - 3;
}

/* EVENTS:
     0 + main
     0 + both
     0 + use
     0 - use
     0 + use
     0 - use
     0 + use
     0 - use
     0 - both
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
