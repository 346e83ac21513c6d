/* Assignments and the like between pointers that do not convert by themselves:
   errors between shared and local; where block sizes differ, the result has no phase
   (UPC 1.3, 6.4.3), and it is a warning, as the types are incompatible.

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
shared struct s s1[THREADS];
shared double *d;
struct t { double d; };
shared struct t *t1;
shared struct s *s1p;
void take (int *);
void take_shared (shared int *);
shared [] struct s *whole = &s[1];	/* { dg-warning "a pointer to 'shared .2.' is converted to a pointer to 'shared ..' without a cast: their block sizes differ" } */

void
blocks (void)
{
  p4 = b;		/* { dg-warning "a pointer to 'shared .2.' is converted to a pointer to 'shared .4.' without a cast: their block sizes differ" } */
  p4 = &x;		/* { dg-warning "a pointer to 'shared' is converted to a pointer to 'shared .4.' without a cast: their block sizes differ" } */
}

void
arguments (void)
{
  take_shared (b);	/* { dg-warning "a pointer to 'shared .2.' is converted to a pointer to 'shared' without a cast: their block sizes differ" } */
  take_shared (v);
}

void
locality (void)
{
  l = p1;		/* { dg-error "assignment makes pointer-to-local from pointer-to-shared without a cast" } */
  p1 = l;		/* { dg-error "assignment makes pointer-to-shared from pointer-to-local without a cast" } */
  v = l;		/* { dg-error "makes pointer-to-shared from pointer-to-local" } */
  take (p1);		/* { dg-error "passing argument 1 of 'take' makes pointer-to-local from pointer-to-shared" } */
}

shared [4] int *
result (void)
{
  return b;		/* { dg-warning "a pointer to 'shared .2.' is converted to a pointer to 'shared .4.' without a cast: their block sizes differ" } */
}

/* As in C, a warning.  */
void
elements (void)
{
  p1 = d;		/* { dg-warning "assignment to 'shared int \\*' from incompatible pointer type 'shared double \\*'" } */
  p1 = &s1[0].i;	/* { dg-warning "a pointer to 'shared ..' is converted to a pointer to 'shared' without a cast: their block sizes differ" } */
  s1p = t1;		/* { dg-warning "assignment to 'shared struct s \\*' from incompatible pointer type 'shared struct t \\*'" } */
  p1 = t1;		/* { dg-warning "assignment to 'shared int \\*' from incompatible pointer type 'shared struct t \\*'" } */
}

extern shared int layout[4 * THREADS];
extern shared [2] int layout[4 * THREADS];	/* { dg-error "conflicting layouts .shared .2. vs shared. for 'layout'" } */
extern shared int sharing;
extern int sharing;	/* { dg-error "conflicting layouts .not shared vs shared. for 'sharing'" } */

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
