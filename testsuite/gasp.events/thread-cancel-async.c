/* Threads cancelled asynchronously, wherever they happen to be.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
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

/* Cancel THREAD and wait for it.  QEMU 7.2 keeps a riscv64 thread's reservation
   through a signal handler, which Linux does not.  If the signal comes between
   the load and the store of a compare-and-exchange in pthread_setcancelstate, that
   store succeeds and undoes what the C library's handler has written: a program
   that changes its state often has to be told again there, instrumented or
   not.  */
static int
cancel (pthread_t thread, void **value)
{
#ifdef __riscv
  struct timespec end;

  do
    {
      pthread_cancel (thread);
      clock_gettime (CLOCK_REALTIME, &end);
      end.tv_sec += 2;
    }
  while (pthread_timedjoin_np (thread, value, &end));
  return 0;
#else
  pthread_cancel (thread);
  return pthread_join (thread, value);
#endif
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
      if (cancel (thread, &value))
	return 3;
      bad += value != PTHREAD_CANCELED;
    }
  return bad != 0;
}
