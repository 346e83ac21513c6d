/* What the lexical step itself complains about.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

int *shared [2] shared [3] a;	/* { dg-error "28: error: more than one block size" } */
strict relaxed shared int b;	/* { dg-error "8: error: both 'strict' and 'relaxed'" } */
shared strict int relaxed c;	/* { dg-error "19: error: both 'strict' and 'relaxed'" } */

void
f (int i, int j)
{
  upc_forall (i = 0; i < 10; i++)	/* { dg-error "33: error: expected ';' and an affinity expression" } */
    ;
  i = upc_barrier;	/* { dg-error "7: error: expected expression before .upc_barrier." } */
  upc_forall (i = 0; i < 10; i++; i; j)	/* { dg-error "expected" } */
    ;
}

void
g (int i)
{
  upc_forall i = 0;	/* { dg-error "14: error: expected '\\(' before 'i'" } */
}

void
h (int i)
{
  upc_notify 1 2;	/* { dg-error "expected" } */
}

void
k (int i)
{
  upc_forall (i = 0; i < 3; i++; continue 2)	/* { dg-error "expected expression before 'continue'" } */
    ;
}
