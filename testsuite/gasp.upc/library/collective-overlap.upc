/* Many collective calls behind one another that only some have to wait for:
   none may take what the next one has left.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 4 }
   { dg-conduits smp loopback }  */

#include <unistd.h>
#include "collective-flags.h"

/* More than there are slots of any size.  */
enum { ROUNDS = 150 };
#define MY (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

shared int from[THREADS];
shared int to[ROUNDS][THREADS];
shared int sums[ROUNDS][THREADS];
shared int prefixes[ROUNDS][THREADS];
shared int perm[THREADS];
struct large { int numbers[100]; };
shared struct large much[THREADS], permuted[ROUNDS][THREADS];

int
main (void)
{
  int i, before;

  for (i = 0; i < ROUNDS; i++)
    {
      int root = i % THREADS;
      from[MYTHREAD] = 1000 * i + MYTHREAD;
      if (i % 16 == MYTHREAD)
	usleep (2000);
      /* MYSYNC: root's from[] has been read when it is back here.  */
      upc_all_broadcast (&to[i][0], &from[root], sizeof (int), MY);
      CHECK_IS (to[i][MYTHREAD], 1000 * i + root);
      upc_all_reduceI (&sums[i][root], from, UPC_ADD, THREADS, 1, NULL, MY);
      if (MYTHREAD == root)
	CHECK_IS (sums[i][root],
		  1000 * i * THREADS + THREADS * (THREADS - 1) / 2);
      upc_all_prefix_reduceI (&prefixes[i][0], from, UPC_ADD, THREADS, 1, NULL,
			      MY);
      CHECK_IS (prefixes[i][MYTHREAD],
		1000 * i * (MYTHREAD + 1) + MYTHREAD * (MYTHREAD + 1) / 2);
      /* Each block goes some threads on.  */
      perm[MYTHREAD] = (MYTHREAD + i) % THREADS;
      much[MYTHREAD].numbers[99] = from[MYTHREAD];
      upc_all_permute (&permuted[i][0], much, perm, sizeof (struct large), MY);
      before = (MYTHREAD + THREADS * ROUNDS - i) % THREADS;
      CHECK_IS (permuted[i][MYTHREAD].numbers[99], 1000 * i + before);
    }
  return 0;
}
