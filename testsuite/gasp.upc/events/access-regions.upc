/* #pragma pupc off and on: accesses, barriers and upc_forall between them.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

struct s { int x[30]; };
shared struct s a[2 * THREADS];

static void
quiet (void)
{
#pragma pupc off
  upc_forall (int i = 0; i < 2; i++; continue)
    a[1 - MYTHREAD] = a[3 - MYTHREAD];
  upc_barrier;
#pragma pupc on
}

int
main (void)
{
  int other = 1 - MYTHREAD;
  quiet ();
#pragma pupc off
  a[other].x[1] = 5;
  {
#pragma pupc on
    a[other].x[2] = 7;
#pragma pupc off
    a[other].x[3] = 8;
  }
#pragma pupc on
  a[other].x[4] += 1;
  a[other] = a[2 + other];
  return 0;
}

/* GCC 11 does not keep the place of a member that "+=" reads; then it is that of
   the operator.

   EVENTS:
     0.0 . static_shared 4 120 * 120 a * @12:17
     0.0 + put 1 * * 4 @33:19
     0.0 - put 1 * * 4 @33:19
     0.0 + get 1 * * 4 @38:1[37]
     0.0 - get 1 * * 4 @38:1[37]
     0.0 + put 1 * * 4 @38:17
     0.0 - put 1 * * 4 @38:17
     0.0 + get 1 * * 120 @39:12
     0.0 + put 1 * * 120 @39:12
     0.0 - put 1 * * 120 @39:12
     0.0 - get 1 * * 120 @39:12
     0.0 + collective_exit 0 @40:10
     0.0 - collective_exit 0 @40:10
     1.0 . static_shared 4 120 * 120 a * @12:17
     1.0 + put 1 * * 4 @33:19
     1.0 - put 1 * * 4 @33:19
     1.0 + get 1 * * 4 @38:1[37]
     1.0 - get 1 * * 4 @38:1[37]
     1.0 + put 1 * * 4 @38:17
     1.0 - put 1 * * 4 @38:17
     1.0 + get 1 * * 120 @39:12
     1.0 + put 1 * * 120 @39:12
     1.0 - put 1 * * 120 @39:12
     1.0 - get 1 * * 120 @39:12
     1.0 + collective_exit 0 @40:10
     1.0 - collective_exit 0 @40:10
   END  */
