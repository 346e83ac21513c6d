/* upc_global_exit: one event, on the thread that calls it.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */
/* { dg-status 5 } */

#include <unistd.h>
#include <upc.h>
#include <upc_castable.h>

/* Thread 0's event is over; told and asked without an event.  */
shared int is_over[THREADS];

int
main (void)
{
  volatile int *theirs = upc_cast (&is_over[0]);

  upc_barrier;
  if (MYTHREAD == 0)
    *theirs = 1;
  while (!*theirs)
    usleep (100);
  if (MYTHREAD == 1)
    upc_global_exit (5);
  pause ();
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 4 * 4 is_over * @15:12
     0.0 + barrier 0 * @22:3
     0.0 - barrier 0 * @22:3
     1.0 . static_shared 2 4 * 4 is_over * @15:12
     1.0 + barrier 0 * @22:3
     1.0 - barrier 0 * @22:3
     1.0 . noncollective_exit 5 @28:5
   END  */
