/* Elements of shared void have neither size nor place, even if arithmetic on
   void is wanted.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-options "-Wno-pointer-arith" }  */

#include <upc.h>

shared void *
add (shared void *w, int i)
{
  return w + i;		/* { dg-error "points to no elements" } */
}

void
increment (shared void *v)
{
  v++;			/* { dg-error "points to no elements" } */
}

long
subtract (shared void *v, shared void *w)
{
  return v - w;		/* { dg-error "points to no elements" } */
}

void *
private_void (void *p)
{
  return p + 1;
}
