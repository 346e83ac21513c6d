/* Many collective calls behind one another that only some have to wait for:
   none may take what the next one has left.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 4 }
   { dg-conduits smp loopback }  */

#include <unistd.h>
#include "collective-flags.h"

enum { ROUNDS = 60 };
#define MY (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

shared int from[THREADS];
shared int to[ROUNDS][THREADS];
shared int sums[ROUNDS][THREADS];

int
main (void)
{
  int i;

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
    }
  return 0;
}
