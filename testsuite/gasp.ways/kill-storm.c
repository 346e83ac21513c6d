/* Threads that get signals all the time, whose handlers call instrumented
   functions.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <signal.h>
#include "ways.h"

static volatile int stop, wrong;
static int handled;

KEEP static void
handler (int signal)
{
  __atomic_add_fetch (&handled, 1, __ATOMIC_RELAXED);
  wrong += work (10) != 55;
  (void) signal;
}

KEEP static void *
busy (void *argument)
{
  while (!stop)
    wrong += work (100) != 5050;
  return argument;
}

int
main (void)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_NODEFER };
  pthread_t thread[3];
  int i;

  sigaction (SIGUSR1, &action, NULL);
  for (i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, busy, NULL);
  for (i = 0; i < 6000; i++)
    pthread_kill (thread[i % 3], SIGUSR1);
  stop = 1;
  for (i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  printf ("%s, wrong %d\n", handled ? "handled" : "never", wrong);
  return 0;
}
