/* exit on all threads.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <stdlib.h>
#include <upc.h>

int
main (void)
{
  exit (0);
}

/* EVENTS:
     0.0 + collective_exit 0 @15:3
     0.0 - collective_exit 0 @15:3
     1.0 + collective_exit 0 @15:3
     1.0 - collective_exit 0 @15:3
   END  */
