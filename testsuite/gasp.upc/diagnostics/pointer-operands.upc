/* UPC 1.3, 6.4.2: operands of operators on pointers-to-shared.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

shared [4] int *p4;
shared int *p1;
shared void *v;
int *l;

int
differ (void)
{
  return p4 == p1;	/* { dg-warning "a pointer to 'shared .4.' is converted to a pointer to 'shared' without a cast: their block sizes differ" } */
}

long
subtract (void)
{
  return p1 - p4;	/* { dg-error "13: error: operands are pointers-to-shared whose block sizes differ: one needs a cast" } */
}

int
relate (void)
{
  return p1 >= p4;	/* { dg-error "13: error: operands are pointers-to-shared whose block sizes differ" } */
}

int
local_left (void)
{
  return l == p1;	/* { dg-error "12: error: a pointer-to-local and a pointer-to-shared in a comparison" } */
}

int
local_right (void)
{
  return p1 == l;	/* { dg-error "13: error: a pointer-to-shared and a pointer-to-local in a comparison" } */
}

int
less (shared void *w)
{
  return v < w;		/* { dg-error "relational operator" } */
}

shared void *
add (shared void *w, int i)
{
  return w + i;		/* { dg-error "12: error: arithmetic on a value of type 'shared void \\*', which points to no elements" } */
}

void
increment (void)
{
  v++;			/* { dg-error "4: error: arithmetic on a value of type 'shared void \\*'" } */
}

long
subtract_void (shared void *w)
{
  return v - w;		/* { dg-error "12: error: arithmetic on a value of type 'shared void \\*'" } */
}

int
allowed (void)
{
  return (p4 == (shared [4] int *) p1) + (v == p1) + (p1 == 0) + (p4 < p4)
	 + (p4 - p4 > 0);
}
