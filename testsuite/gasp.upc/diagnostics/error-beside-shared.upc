/* An error, and shared objects that are right, with references to them that
   are so: nothing but the error is said.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

shared int a[THREADS], b, *p = &b;
static shared [3] double c[3 * THREADS] = { 1, 2 };
int *shared d;

void
f (int i)
{
  a[i] = b;
  c[i] = *p;
  upc_forall (i = 0; i < 10; i++; &a[i])
    a[i] = c[i];
}

int
g (void)
{
  return x;	/* { dg-error "'x' undeclared" } */
}
