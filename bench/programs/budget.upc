/* budget.upc - shared accesses, one by one, and barriers.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>
#include <upc.h>

#define ELEMENTS 1000
#define ROUNDS 400

shared int from[ELEMENTS * THREADS], to[ELEMENTS * THREADS];

static int
mean (int a, int b)
{
  return (a + b) / 2;
}

int
main (void)
{
  int i;
  upc_forall (i = 0; i < ELEMENTS * THREADS; i++; &from[i])
    from[i] = i;
  upc_barrier;
  for (int round = 0; round < ROUNDS; round++)
    {
      upc_forall (i = 0; i < ELEMENTS * THREADS - 1; i++; &to[i])
	to[i] = mean (from[i], from[i + 1]);
      upc_barrier;
      upc_forall (i = 0; i < ELEMENTS * THREADS; i++; &from[i])
	from[i] = to[i];
      upc_barrier;
    }
  if (MYTHREAD == 0)
    printf ("%d\n", from[7]);
  return 0;
}
