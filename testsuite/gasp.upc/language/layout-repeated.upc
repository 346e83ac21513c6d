/* The same block size may be told more than once (UPC 1.3, 6.5.1.1).

   SPDX-License-Identifier: Apache-2.0  */

#include "check.h"


shared [2] shared [1 + 1] int a[2 * THREADS];
shared shared [3] int b[3 * THREADS];
const shared [] volatile shared [0] int c[4];
shared [*] shared [*] int d[4 * THREADS];
shared [2] shared [2] int *p = a;

int
main (void)
{
  CHECK_IS (upc_blocksizeof (a), 2);
  CHECK_IS (upc_blocksizeof (b), 3);
  CHECK_IS (upc_blocksizeof (c), 0);
  CHECK_IS (upc_blocksizeof (d), 4);
  CHECK_IS (upc_phaseof (p + 1), 1);
  return 0;
}
