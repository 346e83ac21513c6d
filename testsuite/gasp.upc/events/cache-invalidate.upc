/* A strict access invalidates the cache: one dirty line is written back.

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
  a[1 - MYTHREAD] = 1;
  volatile int x = s[1 - MYTHREAD];
  (void) x;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 4 * 4 s * @11:19
     0.0 . static_shared 2 4 * 4 a * @12:12
     0.0 + put 1 * * 4 @17:19
     0.0 - put 1 * * 4 @17:19
     0.0 + get 0 * * 4 @18:21
     0.0 . cache_invalidate 1 @18:21
     0.0 . cache_miss 4 64 @18:21
     0.0 . cache_invalidate 0 @18:21
     0.0 - get 0 * * 4 @18:21
     0.0 + collective_exit 0 @20:10
     0.0 - collective_exit 0 @20:10
     1.0 . static_shared 2 4 * 4 s * @11:19
     1.0 . static_shared 2 4 * 4 a * @12:12
     1.0 + put 1 * * 4 @17:19
     1.0 - put 1 * * 4 @17:19
     1.0 + get 0 * * 4 @18:21
     1.0 . cache_invalidate 1 @18:21
     1.0 . cache_miss 4 64 @18:21
     1.0 . cache_invalidate 0 @18:21
     1.0 - get 0 * * 4 @18:21
     1.0 + collective_exit 0 @20:10
     1.0 - collective_exit 0 @20:10
   END  */
