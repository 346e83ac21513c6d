/* Another thread posts a semaphore that has been freed: its thread says so.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 }
   { dg-conduits smp loopback mpi }
   { dg-translation dynamic }
   { dg-status 1 }
   { dg-output "bupc_\[a-z_\]*: the pointer \\(thread 0, address 0x\[0-9a-f]+\\) is to no semaphore, or to one that has been freed" }  */

#include <bupc_extensions.h>

static bupc_sem_t *shared s;
static shared int a[THREADS];

int
main (void)
{
  int i = 1;
  if (MYTHREAD == 0)
    s = bupc_sem_alloc (0);
  upc_barrier;
  if (MYTHREAD == 0)
    bupc_sem_free (s);
  upc_barrier;
  if (MYTHREAD == 1)
    bupc_memput_signal (&a[0], &i, sizeof i, s, 1);
  upc_barrier;
  return 0;
}
