/* Reads whose values are not used; strict ones are done in any case.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp -Wno-unused-value" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

struct s { int x, y; };
shared struct s a[THREADS];

int
main (void)
{
  int other = 1 - MYTHREAD;
  strict shared int *flag = (strict shared int *) &a[other].x;
  *flag;
  (void) *flag;
  a[other];
  a[other].x + a[other].y;
  if (other >= 0)
    (void) a[other].y;
  else
    *flag;
  &a[other];
  (void) a;
  (void) (long) upc_threadof (&a[other]);
  for (*flag; other > 1; *flag)
    continue;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 8 * 8 a * @12:17
     0.0 + get 0 * * 4 @19:3
     0.0 - get 0 * * 4 @19:3
     0.0 + get 0 * * 4 @20:10
     0.0 - get 0 * * 4 @20:10
     0.0 + get 1 * * 8 @21:4
     0.0 - get 1 * * 8 @21:4
     0.0 + get 1 * * 4 @22:11
     0.0 - get 1 * * 4 @22:11
     0.0 + get 1 * * 4 @22:24
     0.0 - get 1 * * 4 @22:24
     0.0 + get 1 * * 4 @24:20
     0.0 - get 1 * * 4 @24:20
     0.0 + get 0 * * 4 @30:8
     0.0 - get 0 * * 4 @30:8
     0.0 + collective_exit 0 @32:10
     0.0 - collective_exit 0 @32:10
     1.0 . static_shared 2 8 * 8 a * @12:17
     1.0 + get 0 * * 4 @19:3
     1.0 - get 0 * * 4 @19:3
     1.0 + get 0 * * 4 @20:10
     1.0 - get 0 * * 4 @20:10
     1.0 + get 1 * * 8 @21:4
     1.0 - get 1 * * 8 @21:4
     1.0 + get 1 * * 4 @22:11
     1.0 - get 1 * * 4 @22:11
     1.0 + get 1 * * 4 @22:24
     1.0 - get 1 * * 4 @22:24
     1.0 + get 1 * * 4 @24:20
     1.0 - get 1 * * 4 @24:20
     1.0 + get 0 * * 4 @30:8
     1.0 - get 0 * * 4 @30:8
     1.0 + collective_exit 0 @32:10
     1.0 - collective_exit 0 @32:10
   END  */
