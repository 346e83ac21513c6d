/* Freeing what is free.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 2 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread 0: upc_free: the pointer .thread 0, address 0x\[0-9a-f\]+, phase 0. is none that was allocated, or has been freed before" } */

#include <upc.h>

int
main (void)
{
  shared void *p = upc_all_alloc (10, 10), *q = upc_all_alloc (10, 10);
  if (MYTHREAD == 0)
    {
      upc_free (p);
      upc_free (p);
    }
  upc_barrier;
  return q == NULL;
}
