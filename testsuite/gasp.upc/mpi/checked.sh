# -fupc-check between processes that MPI made: what is not there is found as elsewhere,
# and that races are not looked for is said, once.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
cat > prog.upc <<'END'
#include <upc.h>
#include <upc_collective.h>
shared int a[THREADS], n;
int main (int argc, char **argv)
{
  n = MYTHREAD;
  upc_barrier;
  for (int i = 0; i < 2 && argc == 2 && MYTHREAD == 1; i++)
    a[THREADS + n * 0] = 1;
  upc_all_broadcast (a, &n, argc > 2 && MYTHREAD == 1 ? 2 : 4, UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" -g -fupc-check --conduit=mpi prog.upc -o prog
run 66 ./prog -n 2
has err 'data race on n:'
hasnt err '-fupc-check:'
for MPI in $MPIS; do
  run 0 gasprun -n 2 ./prog
  count 1 err 'fupc-check: data races.* are not seen between processes'
  run 1 gasprun -n 2 ./prog x
  has err 'thread 1: prog.upc:9:[0-9]+: a write of 4 bytes at a\[2\]'
  run 0 env UPC_CHECK=go-on UPC_NODE_SIZE=1 mpirun.$MPI -n 2 ./prog x
  count 1 err 'thread 1: prog.upc:9:[0-9]+: a write of 4 bytes at a\[2\]'
  run 0 env UPC_NODE_SIZE=1 mpirun.$MPI -n 3 ./prog
  run 1 env UPC_NODE_SIZE=1 mpirun.$MPI -n 2 ./prog x x
  has err 'thread 1: .*: "nbytes" is 2, but 4 in thread 0, at prog.upc:10'
done
