/* upc_wait: the number is that of the statement.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  upc_notify 3;
  upc_wait;
  return 0;
}

/* EVENTS:
     0.0 + notify 1 3 @14:3
     0.0 - notify 1 3 @14:3
     0.0 + wait 0 * @15:3
     0.0 - wait 0 * @15:3
     0.0 + collective_exit 0 @16:10
     0.0 - collective_exit 0 @16:10
     1.0 + notify 1 3 @14:3
     1.0 - notify 1 3 @14:3
     1.0 + wait 0 * @15:3
     1.0 - wait 0 * @15:3
     1.0 + collective_exit 0 @16:10
     1.0 - collective_exit 0 @16:10
   END  */
