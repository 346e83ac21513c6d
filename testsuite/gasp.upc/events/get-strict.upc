/* A strict read of another thread's part; those of the own are none.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

strict shared int a[THREADS];

int
main (void)
{
  volatile int x;
  x = a[MYTHREAD];
  x = a[1 - MYTHREAD];
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 4 * 4 a * @11:19
     0.0 + get 0 * * 4 @18:8
     0.0 - get 0 * * 4 @18:8
     0.0 + collective_exit 0 @19:10
     0.0 - collective_exit 0 @19:10
     1.0 . static_shared 2 4 * 4 a * @11:19
     1.0 + get 0 * * 4 @18:8
     1.0 - get 0 * * 4 @18:8
     1.0 + collective_exit 0 @19:10
     1.0 - collective_exit 0 @19:10
   END  */
