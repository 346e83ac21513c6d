/* Where THREADS is not known, a length that the initialiser tells is not
   handled beside a dimension with THREADS in it.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-translation dynamic }  */

shared int a[][THREADS] = { { 1 }, { 2 } };	/* { dg-error "sorry, unimplemented: the length" } */
static shared int b[][THREADS] = { { 1 }, { 2 } };

int
f (void)
{
  return a[1][0] + b[1][0];
}
