/* A pointer-to-local with static storage cannot begin with the address of what
   is shared: that differs from thread to thread.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

shared int s, a[THREADS];
int *l = (int *) &s;		/* { dg-error "initializer element is not constant" } */
struct { int n; int *l; } t = { 1, (int *) &a[0] };	/* { dg-error "initializer element is not constant" } */
shared int *p = &s, *q = a;

int *
f (void)
{
  static int *in_function = (int *) &s;	/* { dg-error "initializer element is not constant" } */
  int *automatic = (int *) &s;
  return automatic ? automatic : in_function;
}
