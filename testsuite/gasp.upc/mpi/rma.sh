# Data by MPI's one-sided functions are the same data, beside locks, atomic operations
# and what near threads write.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
run 0 "$UPCC" --conduit=mpi -O2 "$HERE/../runtime/far-reads.upc" -o far
cat > mixed.upc <<'END'
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <stdio.h>
#include <stdlib.h>
#define N 3000
shared [N] long a[THREADS][N];
shared long count, sum, all[THREADS];
int main (void)
{
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc (UPC_LONG, UPC_ADD | UPC_GET, 0);
  upc_lock_t *lock = upc_all_lock_alloc ();
  long one = 1, got;
  for (int round = 0; round < 20; round++)
    {
      int to = (MYTHREAD + round) % THREADS;
      /* Put, then atomically added to: in this order.  */
      for (int i = 0; i < 10; i++)
	a[to][i] = 10 * round;
      upc_memset (&a[to][100], round, 4000);
      upc_atomic_strict (domain, &got, UPC_ADD, &a[to][3], &one, 0);
      if (got != 10 * round || a[to][3] != 10 * round + 1
	  || ((shared [] char *) &a[to][100])[3999] != round)
	exit (1);
      upc_lock (lock);
      count += 1;
      upc_unlock (lock);
      upc_barrier;
    }
  all[MYTHREAD] = MYTHREAD + 1;
  upc_all_reduceL (&sum, all, UPC_ADD, THREADS, 1, NULL,
		   UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  if (count != 20 * THREADS || sum != THREADS * (THREADS + 1) / 2)
    exit (2);
  if (!MYTHREAD)
    puts ("good");
  return 0;
}
END
run 0 "$UPCC" --conduit=mpi -O2 mixed.upc -o mixed
cat > by-rank <<'END'
#!/bin/sh
data=messages
[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" != 0 ] || data=rma
UPC_MPI_DATA=$data exec ./mixed
END
chmod +x by-rank
for MPI in $MPIS; do
  for node in 1 2; do
    for data in rma messages; do
      export UPC_NODE_SIZE=$node UPC_MPI_DATA=$data
      run 0 gasprun -n 4 ./far
      run 0 gasprun -n 4 ./mixed
      [ "$(cat out)" = good ] || fail "$MPI, $node, $data: $(cat out)"
      hasnt err 'go by messages'
    done
  done
  # Threads that do not agree take what all can.
  run 0 mpirun -n 2 ./by-rank
  has out good
done
UPC_MPI_DATA=bogus run 0 ./mixed -n 2
has err 'UPC_MPI_DATA is "bogus"; it may be messages or rma'
