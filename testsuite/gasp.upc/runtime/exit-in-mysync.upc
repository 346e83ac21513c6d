/* The same in a collective function in which one waits for few.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-conduits smp mpi } */
/* { dg-threads 2 4 } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread 1 has ended, but another waits for it in a collective function" } */

#include <upc.h>
#include <upc_collective.h>

shared int from[THREADS], to[THREADS];

int
main (void)
{
  if (MYTHREAD == 1)
    return 0;
  upc_all_gather (to, from, sizeof (int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upc_all_gather_all (to, from, sizeof (int),
		      UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  return 0;
}
