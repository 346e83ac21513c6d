/* Messages name the user's lines and columns, whatever was written before them
   on the line.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

#define TWICE(x) ((x) + (x))

shared [4] int a[4 * THREADS];		shared int b[THREADS];

void
f (void)
{
  shared [4] int *p = a;   p = one;	/* { dg-error "32: error: 'one' undeclared" } */
  upc_forall (int i = 0; i < 10; i++; &b[i])   b[i] = two; /* { dg-error "55: error: 'two' undeclared" } */
  upc_barrier;  three ();	/* { dg-error "17: (warning|error): implicit declaration" } */
  int    x =   TWICE (MYTHREAD)   + four;	/* { dg-error "37: error: 'four' undeclared" } */
  x = upc_localsizeof (a) + upc_blocksizeof b + five;	/* { dg-error "49: error: 'five' undeclared" } */
  int *shared *q;  q = six;	/* { dg-error "24: error: 'six' undeclared" } */
  upc_barrier seven;	/* { dg-error "15: error: 'seven' undeclared" } */
  MYTHREAD = 1;		/* { dg-error "12: error: lvalue required" } */
}
