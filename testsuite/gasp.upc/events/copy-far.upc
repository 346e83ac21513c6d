/* An assignment of a shared structure to a shared one is a read and then a
   write: between two far parts by a buffer, else by the part that is near.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp --conduit=loopback" } */
/* { dg-threads 3 } */
/* { dg-translation dynamic } */

#include <upc.h>

struct s { char c[70]; };
shared struct s a[2 * THREADS];	/* one of each thread's, twice */

int
main (void)
{
  if (MYTHREAD)
    return 0;
  a[5] = a[1];
  a[3] = a[1];
  a[4] = a[0];
  return 0;
}

/* EVENTS:
     0.0 . static_shared 6 70 * 70 a * @13:17
     0.0 + get 1 $buffer * 70 @20:8
     0.0 . cache_miss 70 70 @20:8
     0.0 - get 1 $buffer * 70 @20:8
     0.0 + put 1 * $buffer 70 @20:8
     0.0 - put 1 * $buffer 70 @20:8
     0.0 + get 1 $b0 * 70 @21:8
     0.0 . cache_miss 70 2048 @21:8
     0.0 - get 1 $b0 * 70 @21:8
     0.0 + put 1 * $a0 70 @22:8
     0.0 - put 1 * $a0 70 @22:8
     0.0 + collective_exit 0 @23:10
     0.0 - collective_exit 0 @23:10
     1.0 . static_shared 6 70 * 70 a * @13:17
     1.0 + collective_exit 0 @19:12
     1.0 - collective_exit 0 @19:12
     2.0 . static_shared 6 70 * 70 a * @13:17
     2.0 + collective_exit 0 @19:12
     2.0 - collective_exit 0 @19:12
   END  */
