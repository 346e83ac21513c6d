/* Return from main: START before the final barrier, END behind it.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  return 0;
}

/* EVENTS:
     0.0 + collective_exit 0 @14:10
     0.0 - collective_exit 0 @14:10
     1.0 + collective_exit 0 @14:10
     1.0 - collective_exit 0 @14:10
   END  */
