/* upc_unlock of a lock that another thread holds.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 3 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread 1: upc_unlock: this thread does not hold the lock; thread 0 does" } */

#include <upc.h>

int
main (void)
{
  upc_lock_t *l = upc_all_lock_alloc ();
  if (MYTHREAD == 0)
    upc_lock (l);
  upc_barrier;
  if (MYTHREAD == 1)
    upc_unlock (l);
  upc_barrier;
  return 0;
}
