/* The value of an assignment is not read back from the object.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

shared int a[THREADS], b[THREADS];

int
main (void)
{
  int x = 0;
  if (MYTHREAD)
    return 0;
  b[1] = a[1] = 4;
  x += ++a[1];
  x += a[1] -= 2;
  return x - 8;
}

/* EVENTS:
     0.0 . static_shared
     0.0 . static_shared
     0.0 + put 1 * * 4 @19:15
     0.0 - put 1 * * 4 @19:15
     0.0 + put 1 * * 4 @19:8
     0.0 - put 1 * * 4 @19:8
     0.0 + get
     0.0 - get
     0.0 + put
     0.0 - put
     0.0 + get
     0.0 - get
     0.0 + put
     0.0 - put
     0.0 + collective_exit 0
     0.0 - collective_exit 0
     1.0 . static_shared
     1.0 . static_shared
     1.0 + collective_exit 0
     1.0 - collective_exit 0
   END  */
