/* Who waits for another thread by relaxed reads is not kept waiting for ever, though
   UPC does not promise that.  Not so over loopback.

   SPDX-License-Identifier: Apache-2.0  */
/* { dg-conduits smp mpi } */
/* { dg-threads 2 4 } */
#include <upc.h>

static relaxed shared [1] int flag[THREADS];

int
main (void)
{
  int next = (MYTHREAD + 1) % THREADS;
  for (int round = 1; round < 20; round++)
    {
      for (int i = 0; i < 10; i++)
	if (flag[next] >= round)
	  break;
      flag[MYTHREAD] = round;
      upc_fence;
      while (flag[next] < round)
	__asm__ volatile ("" : : : "memory");
    }
  upc_barrier;
  return 0;
}
