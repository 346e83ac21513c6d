/* A thread dies of a signal: so does the program, and says which thread.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 4 } */
/* { dg-translation dynamic } */
/* { dg-status SIGSEGV } */
/* { dg-output "libupc: thread 1 .process \[0-9\]+. was killed by signal 11|rank 1 .* exited on\[ \n\]+signal 11|EXIT STRING: Segmentation fault|one of the processes terminated badly" } */

#include <signal.h>
#include <upc.h>

int
main (void)
{
  if (MYTHREAD == 1)
    raise (SIGSEGV);
  upc_barrier;
  return 0;
}
