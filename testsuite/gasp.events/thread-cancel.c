/* A cancelled thread: its functions end, cleanup handlers run inside.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
#include "test.h"

static sem_t ready;

KEEP void
handler (void *argument)
{
  *(int *) argument = 1;
}

KEEP void
wait_forever (void)
{
  sem_post (&ready);
  for (;;)
    pause ();
}

KEEP void *
body (void *argument)
{
  pthread_cleanup_push (handler, argument);
  wait_forever ();
  pthread_cleanup_pop (0);
  return 0;
}

int
main (void)
{
  pthread_t thread;
  void *value;
  int cleaned = 0;

  sem_init (&ready, 0, 0);
  pthread_create (&thread, 0, body, &cleaned);
  while (sem_wait (&ready))
    ;
  pthread_cancel (thread);
  pthread_join (thread, &value);
  return value == PTHREAD_CANCELED && cleaned ? 0 : 1;
}

/* EVENTS:
     0 + main
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
     1 + body
     1 + wait_forever
     1 - wait_forever
     1 + handler
     1 - handler
     1 - body
   END  */
