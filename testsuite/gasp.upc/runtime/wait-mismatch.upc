/* The program ends with a message at: upc_notify 3; upc_wait 4;

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 3 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread \[0-9\]: barrier mismatch: upc_wait has 4, but the upc_notify of thread \[0-9\] had 3" } */

int
main (void)
{
  upc_notify 3; upc_wait 4;
  return 0;
}
