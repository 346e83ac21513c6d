/* Two threads call exit: both cannot end the process, and its end is told.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-status 6 } */

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "test.h"

static int step;

KEEP static void
wait_for (int what)
{
  while (__atomic_load_n (&step, __ATOMIC_ACQUIRE) != what)
    usleep (1000);
}

/* The last handler but libgasp's own: time for the other thread.  */
KEEP static void
handler (void)
{
  step = 2;
  usleep (100000);
}

KEEP void *
body (void *argument)
{
  step = 1;
  wait_for (2);
  exit (6);
  return argument;
}

int
main (void)
{
  pthread_t thread;

  atexit (handler);
  pthread_create (&thread, 0, body, 0);
  wait_for (1);
  exit (6);
}

/* EVENTS:
     0 + main
     0 + wait_for
     0 - wait_for
     0 - main
     0 + collective_exit 6 @47:3
     0 + handler
     0 - handler
     0 - collective_exit 6 @47:3
     1 + body
     1 + wait_for
     1 - wait_for
   END  */
