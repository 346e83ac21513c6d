/* Many threads start, meet, and see what the others write.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-mpi "300 processes of MPI are too many for a test" } */
/* { dg-threads 33 300 } */
/* { dg-translation dynamic } */
/* { dg-levels -O2 } */

#include <upc.h>
#include "check.h"

shared int written[THREADS];

int
main (void)
{
  shared int *p = upc_all_alloc (THREADS, sizeof (int));
  int next = (MYTHREAD + 1) % THREADS;
  written[next] = MYTHREAD + 1;
  p[next] = 2 * MYTHREAD;
  upc_barrier;
  CHECK_IS (written[MYTHREAD], (MYTHREAD + THREADS - 1) % THREADS + 1);
  CHECK_IS (p[MYTHREAD], 2 * ((MYTHREAD + THREADS - 1) % THREADS));
  return 0;
}
