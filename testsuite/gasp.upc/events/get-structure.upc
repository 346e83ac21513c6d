/* A structure is read and written at once, whatever its size.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

struct s { int x[30]; };
shared struct s a[THREADS];

int
main (void)
{
  struct s x = a[1 - MYTHREAD];
  a[1 - MYTHREAD] = x;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 120 * 120 a * @12:17
     0.0 + get 1 * * 120 @17:17
     0.0 - get 1 * * 120 @17:17
     0.0 + put 1 * * 120 @18:19
     0.0 - put 1 * * 120 @18:19
     0.0 + collective_exit 0 @19:10
     0.0 - collective_exit 0 @19:10
     1.0 . static_shared 2 120 * 120 a * @12:17
     1.0 + get 1 * * 120 @17:17
     1.0 - get 1 * * 120 @17:17
     1.0 + put 1 * * 120 @18:19
     1.0 - put 1 * * 120 @18:19
     1.0 + collective_exit 0 @19:10
     1.0 - collective_exit 0 @19:10
   END  */
