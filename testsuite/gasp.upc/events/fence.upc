/* upc_fence has no arguments.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  upc_fence;
  return 0;
}

/* EVENTS:
     0.0 + fence @14:3
     0.0 - fence @14:3
     0.0 + collective_exit 0 @15:10
     0.0 - collective_exit 0 @15:10
     1.0 + fence @14:3
     1.0 - fence @14:3
     1.0 + collective_exit 0 @15:10
     1.0 - collective_exit 0 @15:10
   END  */
