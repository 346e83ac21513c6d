/* What is written for the compiler is no GNU C in the eyes of -pedantic.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-std=c90 -pedantic-errors -Wall -Wextra" }  */

#include <upc.h>

typedef shared [2] int type;
shared int a[2 * THREADS];
shared [2] type b[2 * THREADS];

int
main (void)
{
  int i;
  upc_forall (i = 0; i < 2 * THREADS; i++; &a[i])
    a[i] = i;
  upc_barrier 1;
  for (i = 0; i < 2 * THREADS; i++)
    if (a[i] != i || b[i])
      return 1;
  return 0;
}
