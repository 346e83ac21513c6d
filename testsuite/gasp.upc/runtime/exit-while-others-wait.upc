/* A thread that is done does not leave the others waiting: they are told.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 2 4 } */
/* { dg-translation dynamic } */
/* { dg-status 1 } */
/* { dg-output "libupc: thread (1 has ended, but another waits for it|0: .* but others have ended)" } */

int
main (void)
{
  if (MYTHREAD == 1)
    return 0;
  upc_barrier;
  return 0;
}
