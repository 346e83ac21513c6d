/* upc_global_exit: one event, on the thread that calls it.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */
/* { dg-status 5 } */

#include <unistd.h>
#include <upc.h>

int
main (void)
{
  upc_barrier;
  if (MYTHREAD == 1)
    upc_global_exit (5);
  pause ();
  return 0;
}

/* EVENTS:
     0.0 + barrier 0 * @16:3
     0.0 - barrier 0 * @16:3
     1.0 + barrier 0 * @16:3
     1.0 - barrier 0 * @16:3
     1.0 . noncollective_exit 5 @18:5
   END  */
