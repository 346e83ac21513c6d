/* fib.c - nothing but calls.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>

__attribute__ ((noipa)) static unsigned
fib (unsigned n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

int
main (void)
{
  unsigned sum = 0;
  for (int i = 0; i < 4; i++)
    sum += fib (34);
  printf ("%u\n", sum);
  return 0;
}
