/* The program ends with a message at: upc_wait;

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 3 } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread \[0-9\]: upc_wait without upc_notify" } */

int
main (void)
{
  upc_wait;
  return 0;
}
