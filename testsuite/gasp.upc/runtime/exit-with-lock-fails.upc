/* The same, where the thread has said that it failed: that is the status.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 4 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-status 7 } */

#include <stdlib.h>
#include <upc.h>

int
main (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();
  if (MYTHREAD == 1)
    upc_lock (lock);
  upc_barrier;
  if (MYTHREAD == 1)
    exit (7);
  upc_lock (lock);
  return 0;
}
