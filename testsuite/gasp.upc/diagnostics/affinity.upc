/* UPC 1.3, 6.6.2: the type of an affinity.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

shared int a[10 * THREADS];
int *l;
struct s { int i; } s;

void
f (int i, double d)
{
  upc_forall (i = 0; i < 10; i++; d)	/* { dg-error "the affinity of 'upc_forall' has type 'double'" } */
    ;
  upc_forall (i = 0; i < 10; i++; l)	/* { dg-error "the affinity of 'upc_forall' has type 'int \\*'" } */
    ;
  upc_forall (i = 0; i < 10; i++; s)	/* { dg-error "the affinity of 'upc_forall' has type 'struct s'" } */
    ;
  upc_forall (i = 0; i < 10; i++; i)
    ;
  upc_forall (i = 0; i < 10; i++; &a[i])
    ;
  upc_forall (i = 0; i < 10; i++; continue)
    ;
}
