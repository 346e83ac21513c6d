/* Programs ask by __BERKELEY_UPC__ whether there is bupc_poll, without which a thread
   that waits for what another one writes may wait for ever.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fupc-berkeley" } */
/* { dg-threads 2 } */
/* { dg-conduits smp mpi } */

#include <upc.h>

struct state { long go; };
shared struct state box[THREADS];

int
main (void)
{
  struct state *mine = (struct state *) &box[MYTHREAD];
  upc_barrier;
  if (MYTHREAD == 0)
    box[THREADS - 1].go = 1;
  if (MYTHREAD == THREADS - 1)
    while (!mine->go)
      {
#ifdef __BERKELEY_UPC__
	bupc_poll ();
#endif
      }
  return 0;
}
