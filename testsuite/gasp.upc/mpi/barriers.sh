# Barriers, of the program and of the library, by numbers of nodes that are no powers of
# two, and with nodes of different sizes: no thread goes on before all are there, none
# is a phase ahead, and names are compared across nodes.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
cat > meet.upc <<'END'
#include <upc.h>
#include <upc_collective.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
shared int round_of[THREADS];
shared int sum;
int main (int argc, char **argv)
{
  unsigned int seed = MYTHREAD;
  if (argc > 1)
    {
      upc_barrier -7;
      upc_barrier MYTHREAD == THREADS - 2 ? 1 << 30 : -(1 << 30);
    }
  for (int i = 0; i < ROUNDS; i++)
    {
      round_of[MYTHREAD] = i;
      if (rand_r (&seed) % 3 == 0)
	{
	  upc_notify i - 500;
	  for (volatile int k = rand_r (&seed) % 3000; k > 0; k--)
	    continue;
	  upc_wait i - 500;
	}
      else
	upc_barrier i - 500;
      for (int t = 0; t < THREADS; t++)
	if (round_of[t] != i)
	  exit (2);
      if (i % 5 == 0)
	upc_all_reduceI (&sum, round_of, UPC_ADD, THREADS, 1, NULL,
			 UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      if (i % 5 == 0 && sum != i * THREADS)
	exit (3);
      upc_barrier;
    }
  if (!MYTHREAD)
    puts ("good");
  return 0;
}
END
run 0 "$UPCC" --conduit=mpi -O2 -DROUNDS="$(often 300 1000)" meet.upc -o meet
for MPI in $MPIS; do
  # In the first five, each thread tells each; in the others, nodes meet in rounds.
  for case in 3:1 5:1 5:2 6:2 6:4 7:3 8:4 11:1; do
    export UPC_NODE_SIZE=${case#*:}
    run 0 gasprun -n ${case%:*} ./meet
    [ "$(cat out)" = good ] || fail "$MPI, $case: $(cat out)"
    its_turn 3 || continue
    run 1 gasprun -n ${case%:*} ./meet names
    has err "barrier mismatch: thread .* has -1073741824, thread .* has 1073741824"
  done
done
