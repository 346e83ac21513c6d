/* upc_alloc: the result is an argument of the END.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  shared void *p = upc_alloc (20);
  if (p == NULL)
    return 1;
  return 0;
}

/* EVENTS:
     0.0 + alloc 20 @14:20
     0.0 - alloc 20 $p @14:20
     0.0 + collective_exit 0 @17:10
     0.0 - collective_exit 0 @17:10
     1.0 + alloc 20 @14:20
     1.0 - alloc 20 $p @14:20
     1.0 + collective_exit 0 @17:10
     1.0 - collective_exit 0 @17:10
   END  */
