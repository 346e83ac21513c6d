/* A function in several versions for several processors.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do run { target x86_64-*-* } } */
/* { dg-levels -O2 } */

__attribute__ ((target_clones ("avx2", "default"), noinline)) int
total (const int *v, int n)
{
  int sum = 0;

  while (n--)
    sum += *v++;
  return sum;
}

int values[4] = { 1, 2, 3, 4 };

int
main (void)
{
  return total (values, 4) - 10;
}
