/* Threads interrupted by pthread_kill, whose handler ends them, jumps or
   returns.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include "test.h"

#define THREADS 100

static sem_t ready;
static __thread sigjmp_buf place;
static __thread volatile int way, jumped;

KEEP int
leaf (int n)
{
  MORE;
  return n + 1;
}

KEEP void
handler (int number)
{
  leaf (number);
  if (way == 1)
    siglongjmp (place, 1);
  if (way == 2)
    pthread_exit (&ready);
  jumped = 1;
}

KEEP void *
body (void *argument)
{
  way = *(int *) argument % 3;
  if (sigsetjmp (place, 1))
    return &ready;
  sem_post (&ready);
  while (!jumped)
    leaf (10);
  return &ready;
}

int
main (void)
{
  struct sigaction action = { .sa_handler = handler };
  int i, bad = 0;

  sem_init (&ready, 0, 0);
  sigaction (SIGUSR1, &action, 0);
  for (i = 0; i < THREADS; i++)
    {
      pthread_t thread;
      void *value;

      if (pthread_create (&thread, 0, body, &i))
	return 2;
      while (sem_wait (&ready))
	;
      pthread_kill (thread, SIGUSR1);
      pthread_join (thread, &value);
      bad += value != &ready;
    }
  return bad != 0;
}
