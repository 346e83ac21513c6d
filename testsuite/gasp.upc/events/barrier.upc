/* upc_barrier: the number may be an expression.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  int n = THREADS;
  upc_barrier;
  upc_barrier n + 1;
  return 0;
}

/* EVENTS:
     0.0 + barrier 0 * @15:3
     0.0 - barrier 0 * @15:3
     0.0 + barrier 1 3 @16:3
     0.0 - barrier 1 3 @16:3
     0.0 + collective_exit 0 @17:10
     0.0 - collective_exit 0 @17:10
     1.0 + barrier 0 * @15:3
     1.0 - barrier 0 * @15:3
     1.0 + barrier 1 3 @16:3
     1.0 - barrier 1 3 @16:3
     1.0 + collective_exit 0 @17:10
     1.0 - collective_exit 0 @17:10
   END  */
