/* UPC 1.3, 6.6.1: the expression of upc_notify, upc_wait and upc_barrier must be
   assignable to int.  6.6.2: what all threads do is not done in a loop of which
   each does some iterations.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

struct s { int i; } s;
shared int *p;
void nothing (void);

void
expressions (double d, _Bool b, float _Complex z)
{
  upc_barrier "x";	/* { dg-warning "3: warning: the expression of 'upc_barrier' has type 'char \\*': this makes integer from pointer" } */
  upc_notify s;		/* { dg-error "3: error: the expression of 'upc_notify' has type 'struct s'" } */
  upc_wait p;		/* { dg-warning "3: warning: the expression of 'upc_wait' has type 'shared int \\*'" } */
  upc_wait &s;		/* { dg-warning "the expression of 'upc_wait' has type 'struct s \\*'" } */
  upc_barrier nothing ();	/* { dg-error "invalid use of void expression" } */
  upc_barrier d;
  upc_notify b;
  upc_wait z;
  upc_barrier *p;
}

void
as_functions (void)
{
  upc_barrier ();	/* { dg-error "15: error: 'upc_barrier', 'upc_notify', 'upc_wait' and 'upc_fence' are no functions: no parentheses" } */
  upc_fence ();		/* { dg-error "13: error: 'upc_barrier', 'upc_notify', 'upc_wait' and" } */
  if (s.i)
    upc_notify ();	/* { dg-error "16: error: 'upc_barrier', 'upc_notify', 'upc_wait' and" } */
  else
    upc_wait ( );	/* { dg-error "14: error: 'upc_barrier', 'upc_notify', 'upc_wait' and" } */
  upc_barrier (1);
}

void
within_forall (int i, int j)
{
  upc_forall (i = 0; i < 10; i++; i)
    {
      upc_notify;	/* { dg-error "7: error: 'upc_notify' within 'upc_forall'" } */
      if (i)
	upc_wait i;	/* { dg-error "9: error: 'upc_wait' within 'upc_forall'" } */
      upc_fence;
    }
  upc_forall (i = 0; i < 10; i++; i)
    upc_forall (j = 0; j < 10; j++; i)
      upc_barrier;	/* { dg-error "7: error: 'upc_barrier' within 'upc_forall'" } */
}

void
within_continue (int i)
{
  upc_forall (i = 0; i < 10; i++; continue)
    upc_barrier;
}
