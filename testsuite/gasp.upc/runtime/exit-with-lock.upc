/* A thread that ends with a lock that others wait for does not leave them
   waiting: they are told which.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 4 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread 1 has ended, but another waits for it in upc_lock, as it holds the lock" } */

#include <upc.h>

int
main (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();
  if (MYTHREAD == 1)
    upc_lock (lock);
  upc_barrier;
  if (MYTHREAD == 1)
    return 0;
  upc_lock (lock);
  return 0;
}
