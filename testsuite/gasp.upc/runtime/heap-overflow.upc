/* Sizes whose product is too large for any type.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 2 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */

#include <stdint.h>
#include <upc.h>

int
main (void)
{
  size_t half = (size_t) 1 << 32;
  if (upc_all_alloc (half, half) || upc_global_alloc (half * 2, half))
    return 1;
  if (upc_alloc (SIZE_MAX) || upc_alloc (SIZE_MAX - 8))
    return 2;
  if (upc_all_alloc (SIZE_MAX, SIZE_MAX) || upc_all_alloc (SIZE_MAX, 1))
    return 3;
  return 0;
}
