/* A first read of a line brings in what is read, the second one the line.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp --conduit=loopback" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

shared int a[THREADS];

int
main (void)
{
  volatile int x = a[1 - MYTHREAD];
  x = a[1 - MYTHREAD];
  (void) x;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 4 * 4 a * @11:12
     0.0 + get 1 * * 4 @16:21
     0.0 . cache_miss 4 4 @16:21
     0.0 - get 1 * * 4 @16:21
     0.0 + get 1 * * 4 @17:8
     0.0 . cache_miss 4 2048 @17:8
     0.0 - get 1 * * 4 @17:8
     0.0 + collective_exit 0 @19:10
     0.0 - collective_exit 0 @19:10
     1.0 . static_shared 2 4 * 4 a * @11:12
     1.0 + get 1 * * 4 @16:21
     1.0 . cache_miss 4 4 @16:21
     1.0 - get 1 * * 4 @16:21
     1.0 + get 1 * * 4 @17:8
     1.0 . cache_miss 4 2048 @17:8
     1.0 - get 1 * * 4 @17:8
     1.0 + collective_exit 0 @19:10
     1.0 - collective_exit 0 @19:10
   END  */
