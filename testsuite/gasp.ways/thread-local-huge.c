/* 20 megabytes of thread-local storage, and threads that use it.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include "ways.h"

static __thread char huge[20 << 20];

KEEP static void *
body (void *argument)
{
  huge[sizeof huge - 1] = leaf (1);
  huge[0] += work (10);
  *(int *) argument += huge[sizeof huge - 1] + huge[0];
  return argument;
}

int
main (void)
{
  pthread_t thread;
  int i, sum = 0;

  body (&sum);
  for (i = 0; i < 5; i++)
    {
      if (pthread_create (&thread, NULL, body, &sum))
	return 2;
      pthread_join (thread, NULL);
    }
  printf ("%d\n", sum);
  return 0;
}
