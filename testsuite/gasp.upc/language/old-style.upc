/* C as it was before 1989.

   SPDX-License-Identifier: Apache-2.0

   { dg-options "-std=gnu89" }  */

#include "check.h"

shared [4] blocked[4 * THREADS];
shared counter;
const shared untouched;
typedef shared type;
type typed[THREADS];

static double
sum (n, p, q)
     int n;
     shared [4] int *p;
     shared [5] double *q;
{
  register i;
  double total = 0.0;
  static calls = 0;
  for (i = 0; i < n; i++)
    total += p[i];
  return total + ++calls + (q == NULL);
}

successor (n)
{
  return n + 1;
}

main (argc, argv)
     int argc;
     char **argv;
{
  register i;
  upc_forall (i = 0; i < 4 * THREADS; i++; &blocked[i])
    blocked[i] = i;
  upc_barrier;
  CHECK (sum (5, blocked, (shared [5] double *) 0) == 12
	 || (THREADS == 1 && sum (4, blocked, (shared [5] double *) 0)));
  CHECK_IS (upc_blocksizeof (blocked), 4);
  CHECK_IS (sizeof (counter) + sizeof (untouched), 8);
  CHECK_IS (sizeof (typed[0]), 4);
  return successor (-1);
}
