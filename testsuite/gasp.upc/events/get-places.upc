/* Reads have the place of what is read, also where a statement goes over several
   lines or takes it whole; writes that of the assignment.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

struct s { int a; double d[4]; };
shared struct s a[THREADS];

int
main (void)
{
  int other = 1 - MYTHREAD, x;
  shared int *p = (shared int *) &a[other].a;
  struct s v;
  x =
    a[other].a;
  x = *p;
  x
    = p[0];
  v = a[other];
  *p
    = x + v.a;
  return
    a[other].a == 77;
}

/* EVENTS:
     0.0 . static_shared 2 40 * 40 a * @13:17
     0.0 + get 1 * * 4 @22:13
     0.0 - get 1 * * 4 @22:13
     0.0 + get 1 * * 4 @23:7
     0.0 - get 1 * * 4 @23:7
     0.0 + get 1 * * 4 @25:8
     0.0 - get 1 * * 4 @25:8
     0.0 + get 1 * * 40 @26:8
     0.0 - get 1 * * 40 @26:8
     0.0 + put 1 * * 4 @28:5
     0.0 - put 1 * * 4 @28:5
     0.0 + get 1 * * 4 @30:13
     0.0 - get 1 * * 4 @30:13
     0.0 + collective_exit 0 @30:16
     0.0 - collective_exit 0 @30:16
     1.0 . static_shared 2 40 * 40 a * @13:17
     1.0 + get 1 * * 4 @22:13
     1.0 - get 1 * * 4 @22:13
     1.0 + get 1 * * 4 @23:7
     1.0 - get 1 * * 4 @23:7
     1.0 + get 1 * * 4 @25:8
     1.0 - get 1 * * 4 @25:8
     1.0 + get 1 * * 40 @26:8
     1.0 - get 1 * * 40 @26:8
     1.0 + put 1 * * 4 @28:5
     1.0 - put 1 * * 4 @28:5
     1.0 + get 1 * * 4 @30:13
     1.0 - get 1 * * 4 @30:13
     1.0 + collective_exit 0 @30:16
     1.0 - collective_exit 0 @30:16
   END  */
