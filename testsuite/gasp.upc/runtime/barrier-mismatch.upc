/* The program ends with a message at: upc_barrier MYTHREAD;

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 3 } */
/* { dg-conduits smp loopback mpi } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread \[0-9\]: barrier mismatch: thread \[0-9\] has \[0-9\], thread \[0-9\] has \[0-9\]" } */

int
main (void)
{
  upc_barrier MYTHREAD;
  return 0;
}
