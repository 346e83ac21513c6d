/* --profile-local: accesses to the own part too.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "--profile-local" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

shared int a[THREADS];

int
main (void)
{
  volatile int x;
  x = a[MYTHREAD];
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 4 * 4 a * @11:12
     0.0 + main
     0.0 + get 1 * * 4 @17:8
     0.0 - get 1 * * 4 @17:8
     0.0 - main
     0.0 + collective_exit 0 @18:10
     0.0 - collective_exit 0 @18:10
     1.0 . static_shared 2 4 * 4 a * @11:12
     1.0 + main
     1.0 + get 1 * * 4 @17:8
     1.0 - get 1 * * 4 @17:8
     1.0 - main
     1.0 + collective_exit 0 @18:10
     1.0 - collective_exit 0 @18:10
   END  */
