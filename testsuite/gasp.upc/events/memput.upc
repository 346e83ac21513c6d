/* upc_memput.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

shared int a[THREADS];

int
main (void)
{
  int x = 5;
  upc_memput (&a[MYTHREAD], &x, sizeof x);
  (void) x;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 4 * 4 a * @11:12
     0.0 + memput * $x 4 @17:3
     0.0 - memput * $x 4 @17:3
     0.0 + collective_exit 0 @19:10
     0.0 - collective_exit 0 @19:10
     1.0 . static_shared 2 4 * 4 a * @11:12
     1.0 + memput * $x 4 @17:3
     1.0 - memput * $x 4 @17:3
     1.0 + collective_exit 0 @19:10
     1.0 - collective_exit 0 @19:10
   END  */
