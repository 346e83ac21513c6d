/* A child of a thread is no thread: it ends by itself.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 2 4 } */
/* { dg-translation dynamic } */

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

shared int a[THREADS];

int
main (void)
{
  int status;
  if (fork () == 0)
    {
      a[MYTHREAD] = MYTHREAD + 1;
      exit (3);
    }
  wait (&status);
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    if (a[t] != t + 1)
      return 1;
  return !WIFEXITED (status) || WEXITSTATUS (status) != 3;
}
