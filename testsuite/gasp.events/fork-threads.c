/* fork while other threads are busy.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-check no } */

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

static volatile int stop;

KEEP int
leaf (int n)
{
  return n + 1;
}

KEEP void *
busy (void *argument)
{
  while (!stop)
    free (malloc (leaf (10)));
  return argument;
}

KEEP int
child (void)
{
  int i, n = 0;

  for (i = 0; i < 100; i++)
    n = leaf (n);
  return n;
}

int
main (void)
{
  pthread_t thread[3];
  int i, status, bad = 0;

  for (i = 0; i < 3; i++)
    pthread_create (&thread[i], 0, busy, 0);
  for (i = 0; i < 20; i++)
    {
      pid_t pid = fork ();
      if (pid == 0)
	exit (child ());
      waitpid (pid, &status, 0);
      bad += !WIFEXITED (status) || WEXITSTATUS (status) != 100;
    }
  stop = 1;
  for (i = 0; i < 3; i++)
    pthread_join (thread[i], 0);
  return bad;
}
