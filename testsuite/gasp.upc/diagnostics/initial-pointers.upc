/* Initial values of pointers-to-shared of static storage are constant
   expressions (C11, 6.7.9), of what UPC takes for such.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

shared int a[3 * THREADS];
shared int *f (void);
struct s { shared int *p; };
extern int m;
int n;

shared int *p1 = f ();			/* { dg-error "initializer element is not constant" } */
shared int *p2 = &a[n];			/* { dg-error "initializer element is not constant" } */
shared int *p3[2] = { 0, f () + 1 };	/* { dg-error "initializer element is not constant" } */
struct s s1 = { n ? a : 0 };	/* { dg-error "initializer element is not constant" } */
shared int *p4 = p1;			/* { dg-error "initializer element is not constant" } */
shared long l1 = (long) &a[2] + n;	/* { dg-error "initializer element is not constant" } */

void
within (void)
{
  static shared int *p = f ();		/* { dg-error "initializer element is not constant" } */
  static shared int *q = a + 2;
  (void) p, (void) q;
}

shared int *p5 = &a[1], *p6 = a + 1, *p7 = 0, *p8[2] = { &a[2], a };
shared [] int *p9 = (shared [] int *) &a[1] + 2;
shared int *p10 = &a[MYTHREAD], *p11 = 1 ? a : 0;
