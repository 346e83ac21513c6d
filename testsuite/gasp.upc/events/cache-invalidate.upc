/* A strict access invalidates the cache, which holds a line that was read twice.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp --conduit=loopback -fno-toplevel-reorder" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

strict shared int s[THREADS];
shared int a[THREADS];

int
main (void)
{
  volatile int x = a[1 - MYTHREAD];
  x = a[1 - MYTHREAD];
  x = s[1 - MYTHREAD];
  (void) x;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 4 * 4 s * @11:19
     0.0 . static_shared 2 4 * 4 a * @12:12
     0.0 + get 1 * * 4 @17:21
     0.0 . cache_miss 4 4 @17:21
     0.0 - get 1 * * 4 @17:21
     0.0 + get 1 * * 4 @18:8
     0.0 . cache_miss 4 2048 @18:8
     0.0 - get 1 * * 4 @18:8
     0.0 + get 0 * * 4 @19:8
     0.0 . cache_invalidate 0 @19:8
     0.0 . cache_miss 4 4 @19:8
     0.0 - get 0 * * 4 @19:8
     0.0 + collective_exit 0 @21:10
     0.0 - collective_exit 0 @21:10
     1.0 . static_shared 2 4 * 4 s * @11:19
     1.0 . static_shared 2 4 * 4 a * @12:12
     1.0 + get 1 * * 4 @17:21
     1.0 . cache_miss 4 4 @17:21
     1.0 - get 1 * * 4 @17:21
     1.0 + get 1 * * 4 @18:8
     1.0 . cache_miss 4 2048 @18:8
     1.0 - get 1 * * 4 @18:8
     1.0 + get 0 * * 4 @19:8
     1.0 . cache_invalidate 0 @19:8
     1.0 . cache_miss 4 4 @19:8
     1.0 - get 0 * * 4 @19:8
     1.0 + collective_exit 0 @21:10
     1.0 - collective_exit 0 @21:10
   END  */
