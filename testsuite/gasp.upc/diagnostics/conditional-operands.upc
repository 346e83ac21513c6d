/* C11, 6.5.15: the pointers of a conditional expression are to compatible types; the
   block size is part of the type (UPC 1.3, 6.5.1.1).  It is a warning, where the value
   is used.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

shared int *p1;
shared [3] int *p3, *q3;
shared [] int *p0;
shared void *v;
int *l;

void
differ (int c)
{
  v = c ? p1 : p3;	/* { dg-warning "a pointer to 'shared' is converted to a pointer to 'shared .3.' without a cast: their block sizes differ" } */
  v = c ? p3 : p0;	/* { dg-warning "a pointer to 'shared .3.' is converted to a pointer to 'shared ..' without a cast: their block sizes differ" } */
  v = p1 ?: p3;		/* { dg-warning "a pointer to 'shared' is converted to a pointer to 'shared .3.' without a cast: their block sizes differ" } */
  c = sizeof (shared int *) + (p1 != p3);	/* { dg-warning "a pointer to 'shared' is converted to a pointer to 'shared .3.' without a cast: their block sizes differ" } */
  v = 1 ? p1 : l;	/* { dg-error "a pointer-to-shared and a pointer-to-local in a conditional expression" } */
  v = 0 ? l : p1;	/* { dg-error "a pointer-to-local and a pointer-to-shared in a conditional expression" } */
}

typedef shared [3] int *to_three;
typedef int *local;

void
allowed (int c)
{
  p1 = c ? p1 : (shared int *) p3;
  p3 = c ? (to_three) p1 : q3;
  p3 = (to_three) (c ? p1 : (shared int *) (to_three) p0);
  v = c ? v : p3;
  v = 1 ? p1 : v;
  p1 = c ? p1 : 0;
  p1 = c ? (void *) 0 : p1;
  p1 = c ? (shared void *) 0 : p1;
  l = c ? (local) p1 : (int *) p3;
  c = p1 == (shared int *) p3 || (to_three) p1 == p3 || p1 == v || p3 == 0
      || (void *) 0 == p1 || p1 - (shared int *) p3;
}
