/* Threads: each its own gasp_init, and ENDs at pthread_exit.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <pthread.h>
#include "test.h"

KEEP void
inner (void)
{
  pthread_exit (0);
}

KEEP void *
body (void *argument)
{
  if (argument)
    inner ();
  MORE;
  return 0;
}

KEEP int
run (void *argument)
{
  pthread_t thread;

  if (pthread_create (&thread, 0, body, argument))
    return 1;
  return pthread_join (thread, 0);
}

int
main (void)
{
  int bad = run (0);

  return bad + run (&bad);
}

/* EVENTS:
     0 = gasp_init 0 1 null
     0 + main
     0 + run
     0 - run
     0 + run
     0 - run
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
     1 = gasp_init 0 1 null
     1 + body
     1 - body
     2 = gasp_init 0 1 null
     2 + body
     2 + inner
     2 - inner
     2 - body
   END  */
/* { dg-levels -O0 -O1 -Og -Os -O2 -O3 -O2,-flto } */
