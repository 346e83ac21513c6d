/* Assignments and the like between pointers that do not convert by
   themselves.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

shared [4] int a[4 * THREADS], *p4;
shared [2] int b[2 * THREADS];
shared int x, *p1;
shared void *v;
int *l;
struct s { int i; };
shared [2] struct s s[2 * THREADS];
void take (int *);
shared [] struct s *whole = &s[1];	/* { dg-error "different block sizes" } */

void
blocks (void)
{
  p4 = b;		/* { dg-error "assignment from pointer to non-enclosed address space" } */
  p4 = &x;		/* { dg-error "assignment from pointer to non-enclosed address space" } */
}

void
locality (void)
{
  l = p1;		/* { dg-error "non-enclosed address space" } */
  p1 = l;		/* { dg-error "non-enclosed address space" } */
  v = l;		/* { dg-error "non-enclosed address space" } */
  take (p1);		/* { dg-error "passing argument 1 of 'take'" } */
}

shared [4] int *
result (void)
{
  return b;		/* { dg-error "return from pointer to non-enclosed address space" } */
}

void
allowed (void)
{
  shared [] int *member = &s[1].i;
  v = p4;
  p4 = v;
  p1 = &x;
  p4 = (shared [4] int *) b;
  *member = 1;
}
