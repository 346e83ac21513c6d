/* UPC 1.3, 6.5.2: no automatic object is shared; 6.5.1.1: nor a member.  The
   front end says so, of names that have been read long before.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-options "-Wno-old-style-definition" }  */

#include <upc.h>

typedef shared int type;

int by_prototype (shared int x);	/* { dg-error "19: error: 'shared' specified for parameter 'x'" } */

int
by_name (x)
     shared int x;		/* { dg-error "6: error: 'shared' specified for parameter 'x'" } */
{
  return x;
}

int
automatic (void)
{
  shared int a;			/* { dg-error "3: error: 'shared' specified for auto variable 'a': what is shared is 'static', or declared outside of functions" } */
  auto shared int b;		/* { dg-error "8: error: 'shared' combined with 'auto' qualifier for 'b'" } */
  register shared int c;	/* { dg-error "12: error: 'shared' combined with 'register' qualifier for 'c'" } */
  int *shared d;		/* { dg-error "8: error: 'shared' specified for auto variable 'd'" } */
  shared [2] int e[2 * THREADS];	/* { dg-error "'shared' specified for auto variable 'e'" } */
  for (shared int i = 0;;)	/* { dg-error "8: error: 'shared' specified for auto variable 'i'" } */
    ;
}

struct members
{
  shared int a;			/* { dg-error "3: error: 'shared' specified for structure field 'a'" } */
  int *shared b;		/* { dg-error "8: error: 'shared' specified for structure field 'b'" } */
  shared int c[3];		/* { dg-error "3: error: 'shared' specified for structure field 'c'" } */
  shared int *d;
};

union united
{
  shared int a;			/* { dg-error "3: error: 'shared' specified for structure field 'a'" } */
};

shared void nothing;		/* { dg-error "variable 'nothing' declared 'shared void'" } */
shared _Atomic int atomic;	/* { dg-error "sorry, unimplemented: UPC: '_Atomic' shared objects" } */
