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
  return p4 == p1;	/* { dg-error "different block sizes" } */
}

long
subtract (void)
{
  return p1 - p4;	/* { dg-error "different block sizes" } */
}

int
local_left (void)
{
  return l == p1;	/* { dg-error "used as a pointer-to-local" } */
}

int
local_right (void)
{
  return p1 == l;	/* { dg-error "pointer-to-local of type" } */
}

int
less (shared void *w)
{
  return v < w;		/* { dg-error "relational operator" } */
}

shared void *
add (shared void *w, int i)
{
  return w + i;		/* { dg-error "pointer of type 'void \\*' used in arithmetic" } */
}

void
increment (void)
{
  v++;			/* { dg-error "wrong type argument to increment" } */
}

long
subtract_void (shared void *w)
{
  return v - w;		/* { dg-error "pointer of type 'void \\*' used in subtraction" } */
}

int
allowed (void)
{
  return (p4 == (shared [4] int *) p1) + (v == p1) + (p1 == 0) + (p4 < p4)
	 + (p4 - p4 > 0);
}

/* { dg-error "some warnings being treated as errors" "" { target *-*-* } 0 } */
