/* The same in a collective function.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-mpi "nobody waits for the thread" } */
/* { dg-threads 2 4 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread 1 has ended, but another waits for it" } */

#include <upc.h>

int
main (void)
{
  if (MYTHREAD == 1)
    return 0;
  upc_all_alloc (1, 1);
  return 0;
}
