/* exit called on another thread, while main waits.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-status 8 } */

#include <pthread.h>
#include <stdlib.h>
#include "test.h"

KEEP void *
body (void *argument)
{
  exit (8);
  return argument;
}

int
main (void)
{
  pthread_t thread;

  pthread_create (&thread, 0, body, 0);
  pthread_join (thread, 0);
  return 0;
}

/* EVENTS:
     0 + main
     1 + body
     1 - body
     1 + collective_exit 8 @15:3
     1 - collective_exit 8 @15:3
   END  */
