/* In UPC as in ISO C, void and functions have no size; GCC's extensions want
   -Wno-pointer-arith or -Wno-error=pointer-arith.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

shared void *p;
void f (void);

void *
add (void *q)
{
  return q + 1;		/* { dg-error "'void \\*' used in arithmetic" } */
}

unsigned long
sizes (void *q)
{
  return sizeof (void)			/* { dg-error "'sizeof' to a void type" } */
	 + sizeof (shared void)		/* { dg-error "'sizeof' to a void type" } */
	 + sizeof *q			/* { dg-error "'sizeof' to a void type" } */
	 + sizeof *p			/* { dg-error "'sizeof' to a void type" } */
	 + sizeof f;			/* { dg-error "'sizeof' to a function type" } */
}

/* { dg-error "some warnings being treated as errors" "" { target *-*-* } 0 } */
