/* A thread may become another program.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-not-mpi "MPI takes it for a failure" } */
/* { dg-threads 1 2 4 } */
/* { dg-translation dynamic } */

#include <unistd.h>

int
main (void)
{
  execl ("/bin/sh", "sh", "-c", "sleep 0.1; exit 0", (char *) 0);
  return 1;
}
