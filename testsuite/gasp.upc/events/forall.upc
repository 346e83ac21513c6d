/* upc_forall: around all iterations, also where a thread has none.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  int n = 0;
  upc_forall (int i = 0; i < 1; i++; i)
    n++;
  return 0;
}

/* EVENTS:
     0.0 + forall @15:3
     0.0 - forall @15:3
     0.0 + collective_exit 0 @17:10
     0.0 - collective_exit 0 @17:10
     1.0 + forall @15:3
     1.0 - forall @15:3
     1.0 + collective_exit 0 @17:10
     1.0 - collective_exit 0 @17:10
   END  */
