/* upc-collectives.upc - how long UPC's collective functions take.

   SPDX-License-Identifier: Apache-2.0

   usage: upc-collectives SLOWER MODE

   MODE is all: everybody waits for everybody at both ends; or my: as in MPI,
   only for what is one's own.  */

#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#include "upc-collectives.h"

int
main (int argc, char **argv)
{
  int slower = argc > 1 ? atoi (argv[1]) : 1;
  int my = argc > 2 && strcmp (argv[2], "my") == 0;
  upc_flag_t flags = my ? UPC_IN_MYSYNC | UPC_OUT_MYSYNC
		     : UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  size_t room = (size_t) LARGEST * THREADS;
  shared char *a = upc_all_alloc (THREADS, room);
  shared char *b = upc_all_alloc (THREADS, room);

  if (MYTHREAD == 0 && !(a && b))
    upc_global_exit (1);
  memset ((char *) &a[MYTHREAD], 1, room);
  memset ((char *) &b[MYTHREAD], 1, room);
  upc_barrier;
  MEASURE ("barrier", 0, slower, upc_barrier, MYTHREAD == 0, upc_barrier);
#define OPERATION(name, call)						\
  for (int s = 0; s < SIZES; s++)					\
    MEASURE (name, sizes[s], slower, upc_barrier, MYTHREAD == 0, call)
  OPERATION ("broadcast", upc_all_broadcast (b, a, sizes[s], flags));
  OPERATION ("scatter", upc_all_scatter (b, a, sizes[s], flags));
  OPERATION ("gather", upc_all_gather (b, a, sizes[s], flags));
  OPERATION ("gather_all", upc_all_gather_all (b, a, sizes[s], flags));
  OPERATION ("exchange", upc_all_exchange (b, a, sizes[s], flags));
  /* Of as many numbers as there are threads, and of more.  */
  OPERATION ("reduce",
	     upc_all_reduceD (b, a, UPC_ADD, sizes[s] / 8 * (size_t) THREADS,
			      sizes[s] / 8, NULL, flags));
  OPERATION ("scan",
	     upc_all_prefix_reduceD (b, a, UPC_ADD,
				     sizes[s] / 8 * (size_t) THREADS,
				     sizes[s] / 8, NULL, flags));
  shared int *to = upc_all_alloc (THREADS, sizeof (int));
  to[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  upc_barrier;
  OPERATION ("permute", upc_all_permute (b, a, to, sizes[s], flags));
  return 0;
}
