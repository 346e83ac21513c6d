/* _exit with a failure ends all, also threads that wait for nothing.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-mpi "MPICH mixes the statuses" } */
/* { dg-threads 2 4 } */
/* { dg-translation dynamic } */
/* { dg-status 6 } */

#include <unistd.h>

int
main (void)
{
  if (MYTHREAD == 1)
    _exit (6);
  for (;;)
    pause ();
}
