/* Threads cancelled asynchronously, wherever they happen to be.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include "test.h"

static sem_t ready;

KEEP int
leaf (int n)
{
  MORE;
  return n + 1;
}

KEEP int
node (int n)
{
  return leaf (n) + leaf (n);
}

KEEP void *
body (void *argument)
{
  volatile int n = 0;

  pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  sem_post (&ready);
  for (;;)
    n += node (1);
  return argument;
}

int
main (void)
{
  int i, bad = 0;

  sem_init (&ready, 0, 0);
  for (i = 0; i < 300; i++)
    {
      pthread_t thread;
      void *value;

      if (pthread_create (&thread, 0, body, 0))
	return 2;
      while (sem_wait (&ready))
	;
      pthread_cancel (thread);
      pthread_join (thread, &value);
      bad += value != PTHREAD_CANCELED;
    }
  return bad != 0;
}
