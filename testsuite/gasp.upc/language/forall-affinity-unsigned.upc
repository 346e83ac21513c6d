/* UPC 1.3, 6.6.2: an affinity of an unsigned type, above what a long has.

   SPDX-License-Identifier: Apache-2.0  */

#include <upc.h>
#include "../check.h"

volatile unsigned long long base = 1ull << 63;
shared int counts[THREADS];

static unsigned long long
square_above (unsigned long long i)
{
  return base + i * i;
}

/* All iterations of 20 have been done, by N here.  */
static void
check_all (int n)
{
  int sum = 0;
  counts[MYTHREAD] = n;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    sum += counts[t];
  CHECK_IS (sum, 20);
  upc_barrier;
}

#define MINE(affinity) (n++, CHECK_IS ((long) ((affinity) % THREADS), MYTHREAD))

int
main (void)
{
  int n = 0;
  upc_forall (int i = 0; i < 20; i++; square_above (i))
    MINE (square_above (i));
  check_all (n), n = 0;
  upc_forall (int i = 0; i < 20; i++; base + i)
    MINE (base + i);
  check_all (n), n = 0;
  upc_forall (unsigned long long i = base; i < base + 20; i++; i)
    MINE (i);
  check_all (n), n = 0;
  upc_forall (unsigned long long i = -20ull; i != 0; i++; i / 2)
    MINE (i / 2);
  check_all (n), n = 0;
  upc_forall (int i = 0; i < 20; i++; -1u - i)
    MINE (-1u - i);
  check_all (n);
  return 0;
}
