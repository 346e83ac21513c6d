/* A function that GCC finds to be constant is still called as often as compiled.

   SPDX-License-Identifier: Apache-2.0  */

static __attribute__ ((const, noinline)) int
square (int n)
{
  return n * n;
}

int
main (void)
{
  return square (3) + square (3) - 18;
}
