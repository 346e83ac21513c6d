/* A thread that fails ends the others, which wait for it.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 4 } */
/* { dg-conduits smp loopback mpi } */
/* { dg-translation dynamic } */
/* { dg-status 5 } */

#include <stdlib.h>

int
main (void)
{
  if (MYTHREAD == 1)
    exit (5);
  upc_barrier;
  return 0;
}
