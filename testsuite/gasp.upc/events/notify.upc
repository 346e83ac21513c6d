/* upc_notify, with and without a number.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  upc_notify;
  upc_wait;
  upc_notify 7;
  upc_wait 7;
  return 0;
}

/* EVENTS:
     0.0 + notify 0 * @14:3
     0.0 - notify 0 * @14:3
     0.0 + wait 0 * @15:3
     0.0 - wait 0 * @15:3
     0.0 + notify 1 7 @16:3
     0.0 - notify 1 7 @16:3
     0.0 + wait 1 7 @17:3
     0.0 - wait 1 7 @17:3
     0.0 + collective_exit 0 @18:10
     0.0 - collective_exit 0 @18:10
     1.0 + notify 0 * @14:3
     1.0 - notify 0 * @14:3
     1.0 + wait 0 * @15:3
     1.0 - wait 0 * @15:3
     1.0 + notify 1 7 @16:3
     1.0 - notify 1 7 @16:3
     1.0 + wait 1 7 @17:3
     1.0 - wait 1 7 @17:3
     1.0 + collective_exit 0 @18:10
     1.0 - collective_exit 0 @18:10
   END  */
