/* pthread_exit in main: the last thread to end ends the program.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* Nothing tells where this exit comes from.  */
/* { dg-check no } */

#include <pthread.h>
#include <unistd.h>
#include "test.h"

static pthread_t first;

KEEP void *
body (void *argument)
{
  pthread_join (first, 0);
  return argument;
}

KEEP void
leave (void)
{
  pthread_exit (0);
}

int
main (void)
{
  pthread_t thread;

  first = pthread_self ();
  pthread_create (&thread, 0, body, 0);
  leave ();
  return 1;
}

/* EVENTS:
     0 + main
     0 + leave
     0 - leave
     0 - main
     1 + body
     1 - body
     1 + collective_exit 0
     1 - collective_exit 0
   END  */
/* From glibc 2.43 on a thread that joins the first one goes on a little before
   that has left, so either may be the last.  */
/* EVENTS:
     0 + main
     0 + leave
     0 - leave
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
     1 + body
     1 - body
   END  */
