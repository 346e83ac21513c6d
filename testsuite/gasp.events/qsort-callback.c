/* Calls back from the C library are inside what called it.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

KEEP int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

KEEP int
find (const int *v, int n, int key)
{
  const int *p = bsearch (&key, v, n, sizeof *v, compare);

  return p ? p - v : -1;
}

int
main (void)
{
  int v[3] = { 1, 3, 5 };

  return find (v, 3, 3) - 1;
}

/* EVENTS:
     0 + main
     0 + find
     0 + compare
     0 - compare
     0 - find
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
