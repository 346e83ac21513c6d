/* The program ends with a message at: upc_notify; upc_notify;

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 3 } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread \[0-9\]: upc_notify .or upc_barrier. after upc_notify" } */

int
main (void)
{
  upc_notify; upc_notify;
  return 0;
}
