/* What [*] stands for in an array whose initialiser tells its length.

   SPDX-License-Identifier: Apache-2.0

   { dg-translation static }
   { dg-threads 1 3 4 }  */

#include "check.h"

#define EVEN(n) (((n) + THREADS - 1) / THREADS)

shared [*] int a[] = { 1, 2, 3, 4 }, b[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
static shared [*] char text[] = "hello";
shared [EVEN (4)] int *p = a;

int
main (void)
{
  static shared [*] int c[] = { 5, 6, 7, 8, 9 };

  CHECK_IS (upc_blocksizeof (a), EVEN (4));
  CHECK_IS (upc_blocksizeof (b), EVEN (9));
  CHECK_IS (upc_blocksizeof (c), EVEN (5));
  CHECK_IS (upc_blocksizeof (text), EVEN (6));
  for (int i = 0; i < 4; i++)
    {
      CHECK_IS (a[i], i + 1);
      CHECK_IS (p[i], i + 1);
      CHECK_IS (upc_threadof (&a[i]), i / EVEN (4));
    }
  for (int i = 0; i < 9; i++)
    CHECK_IS (b[i], i + 1);
  CHECK_IS (c[4], 9);
  CHECK_IS (text[4], 'o');
  return 0;
}
