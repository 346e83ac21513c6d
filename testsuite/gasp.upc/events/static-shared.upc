/* Each static shared object is announced before main.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp -fno-toplevel-reorder" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

shared [4] double b[8 * THREADS];
shared int s;
shared [] char c[10];

int
main (void)
{
  return 0;
}

/* EVENTS:
     0.0 . static_shared 4 32 * 8 b * @11:19
     0.0 . static_shared 1 4 * 4 s * @12:12
     0.0 . static_shared 1 10 * 1 c * @13:16
     0.0 + collective_exit 0 @18:10
     0.0 - collective_exit 0 @18:10
     1.0 . static_shared 4 32 * 8 b * @11:19
     1.0 . static_shared 1 4 * 4 s * @12:12
     1.0 . static_shared 1 10 * 1 c * @13:16
     1.0 + collective_exit 0 @18:10
     1.0 - collective_exit 0 @18:10
   END  */
