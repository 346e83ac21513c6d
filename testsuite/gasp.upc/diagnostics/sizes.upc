/* UPC 1.3, 6.4.1: operands of upc_localsizeof and its like are shared, and what
   sizeof may have.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

int x, *l;
shared int *p;
struct incomplete;
shared struct { int bits : 3; } s;
void function (void);

unsigned long
not_shared (void)
{
  return upc_localsizeof (x)		/* { dg-error "28: error: 'upc_localsizeof' applied to the type 'int', which is not shared" } */
	 + upc_blocksizeof (l)		/* { dg-error "'upc_blocksizeof' applied to the type 'int \\*', which is not shared" } */
	 + upc_elemsizeof (p)		/* { dg-error "'upc_elemsizeof' applied to the type 'shared int \\*', which is not shared" } */
	 + upc_elemsizeof (int)		/* { dg-error "'upc_elemsizeof' applied to the type 'int', which is not shared" } */
	 + upc_localsizeof (shared int *);	/* { dg-error "which is not shared" } */
}

unsigned long
without_size (void)
{
  return upc_localsizeof (shared void)		/* { dg-error "'upc_localsizeof' applied to the incomplete type 'void'" } */
	 + upc_elemsizeof (shared struct incomplete)	/* { dg-error "applied to the incomplete type" } */
	 + upc_blocksizeof (function)		/* { dg-error "which is not shared" } */
	 + upc_elemsizeof (s.bits)		/* { dg-error "bit-field" } */
	 + sizeof (s.bits);			/* { dg-error "bit-field" } */
}

unsigned long
allowed (void)
{
  return upc_localsizeof *p + upc_blocksizeof (s) + upc_elemsizeof p[0];
}
