/* UPC 1.3, 6.7.1: the forms of #pragma upc, and where it may stand.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#pragma upc strict more		/* { dg-warning "extra tokens at the end of '#pragma upc strict'" } */
#include <upc.h>
#pragma upc relaxed

shared int x;
#pragma upc			/* { dg-warning "is followed by 'strict' or 'relaxed'" } */
#pragma upc loose		/* { dg-warning "is followed by 'strict' or 'relaxed'" } */

int
f (void)
{
#pragma upc strict
#pragma upc relaxed
  int i = x;
#pragma upc strict		/* { dg-warning "neither outside of declarations nor at the beginning of a block" } */
  if (i)
    {
#pragma upc strict
      i++;
    }
  {
    ;
#pragma upc relaxed		/* { dg-warning "neither outside of declarations nor at the beginning of a block" } */
  }
  return i;
}
#pragma upc strict
