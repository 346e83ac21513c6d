/* What is missing at the end of the input is said of its last token, as in C, also if
   brackets seem to match.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do compile } */

void
g (void)
{
  int a[42;			/* { dg-error "expected ']' before ';' token" } */
}

void
f (void)
{
  if (1)
    {
}				/* { dg-error "expected declaration or statement at end of input" } */


