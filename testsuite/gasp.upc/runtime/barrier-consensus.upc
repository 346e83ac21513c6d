/* Numbers need not be given, and do not count where nobody notified one.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 2 3 4 8 } */
/* { dg-conduits smp loopback mpi } */

int
main (void)
{
  for (int i = 0; i < 200; i++)
    {
      if (MYTHREAD % 2)
	upc_barrier i;
      else
	upc_barrier;
      upc_notify;
      upc_wait MYTHREAD;
      upc_notify i;
      upc_wait;
    }
  return 0;
}
