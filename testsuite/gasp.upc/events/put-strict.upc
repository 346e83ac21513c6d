/* A strict write to another thread's part; those to the own are none.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

strict shared int a[THREADS];

int
main (void)
{
  a[MYTHREAD] = 1;
  a[1 - MYTHREAD] = 2;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 4 * 4 a * @11:19
     0.0 + put 0 * * 4 @17:19
     0.0 - put 0 * * 4 @17:19
     0.0 + collective_exit 0 @18:10
     0.0 - collective_exit 0 @18:10
     1.0 . static_shared 2 4 * 4 a * @11:19
     1.0 + put 0 * * 4 @17:19
     1.0 - put 0 * * 4 @17:19
     1.0 + collective_exit 0 @18:10
     1.0 - collective_exit 0 @18:10
   END  */
