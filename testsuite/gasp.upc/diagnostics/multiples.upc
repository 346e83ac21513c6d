/* Where THREADS is not known, arrays of different multiples of it are of
   different types nevertheless.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-translation dynamic }  */

shared int t[1][3 * THREADS];
shared int (*p)[4 * THREADS] = t;	/* { dg-warning "initialization of 'shared int \\(\\*\\)\\\[4\\*THREADS\\\]' from incompatible pointer type 'shared int \\(\\*\\)\\\[3\\*THREADS\\\]'" } */
shared int (*q)[3 * THREADS] = t;
shared int (*some)[3] = t, (*open)[] = t;
typedef shared int four[4 * THREADS];
struct member { shared int (*p)[THREADS * 4]; } m = { t };	/* { dg-warning "initialization of" } */
void take (four *);

four *
result (void)
{
  return t;		/* { dg-warning "incompatible return type 'shared int \\(\\*\\)\\\[4\\*THREADS\\\]'" } */
}

void
within (void)
{
  shared int (*l)[4 * THREADS] = t;	/* { dg-warning "from incompatible pointer type 'shared int \\(\\*\\)\\\[3\\*THREADS\\\]'" } */
  shared int (*k)[THREADS * 3] = t;
  static shared int (*s)[4 * THREADS] = t;	/* { dg-warning "incompatible pointer type" } */
  l = k;		/* { dg-warning "assignment to" } */
  k = p;		/* { dg-warning "assignment to" } */
  k = q;
  l = p;
  l = *&p;
  p = open;
  take (q);		/* { dg-warning "passing argument 1 of 'take'" } */
  take (p);
  take ((shared int (*)[4 * THREADS]) t);
  (void) (p == q);	/* { dg-warning "comparison of distinct pointer types" } */
  (void) (1 ? p : q);	/* { dg-warning "pointer type mismatch in conditional expression" } */
  (void) (p - q);	/* { dg-error "invalid operands to binary -" } */
  (void) (p == l && q - k && (1 ? k : q));
}

extern shared int (*same)[4 * THREADS];
shared int (*same)[5 * THREADS];	/* { dg-error "conflicting types for 'same'" } */
void take (shared int (*)[5 * THREADS]);	/* { dg-error "conflicting types for 'take'" } */
void take (shared int (*)[4 * THREADS]);
