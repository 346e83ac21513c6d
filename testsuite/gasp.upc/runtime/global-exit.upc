/* upc_global_exit: all end with its status, and write out what they have.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 2 4 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-status 7 } */
/* { dg-output "half a line" } */

#include <stdio.h>
#include <unistd.h>
#include <upc.h>

int
main (void)
{
  if (MYTHREAD == 0)
    printf ("half a line");
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    upc_global_exit (7);
  for (;;)
    pause ();
}
