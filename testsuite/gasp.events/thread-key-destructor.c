/* A key's destructor is a function like any other, on its thread.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include "test.h"

static pthread_key_t key;

KEEP void
destroy (void *value)
{
  *(int *) value = 1;
}

KEEP void *
body (void *argument)
{
  pthread_setspecific (key, argument);
  return 0;
}

int
main (void)
{
  pthread_t thread;
  int done = 0;

  pthread_key_create (&key, destroy);
  pthread_create (&thread, 0, body, &done);
  pthread_join (thread, 0);
  return done - 1;
}

/* EVENTS:
     0 + main
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
     1 + body
     1 - body
     1 + destroy
     1 - destroy
   END  */
