/* UPC 1.3, 6.3: THREADS and MYTHREAD are values, no objects; MYTHREAD is no
   constant.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

int at_file_scope = MYTHREAD;	/* { dg-error "initializer element is not constant" } */
enum { mine = MYTHREAD };	/* { dg-error "not an integer constant" } */

void
assigned (void)
{
  MYTHREAD = 1;			/* { dg-error "lvalue required" } */
  THREADS = 1;			/* { dg-error "lvalue required" } */
  MYTHREAD++;			/* { dg-error "lvalue required" } */
  --THREADS;			/* { dg-error "lvalue required" } */
}

const int *
address (int i)
{
  return i ? &MYTHREAD		/* { dg-error "lvalue required" } */
	 : &THREADS;		/* { dg-error "lvalue required" } */
}

int
label (int i)
{
  switch (i)
    {
    case MYTHREAD:		/* { dg-error "does not reduce to an integer constant" } */
      return 1;
    }
  return MYTHREAD < THREADS;
}
