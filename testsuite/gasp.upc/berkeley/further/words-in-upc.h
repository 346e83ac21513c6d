/* UPC, wherever it is included.

   SPDX-License-Identifier: Apache-2.0  */

#pragma upc upc_code

static shared int other[THREADS];

static inline int
of_upc (void)
{
  other[MYTHREAD] = 1;
  upc_barrier;
  int n = 0;
  for (int i = 0; i < THREADS; i++)
    n += other[i];
  return n;
}
