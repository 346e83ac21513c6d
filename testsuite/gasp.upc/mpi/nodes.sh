# Machines of their own, as far as the network goes: threads of each share memory, and
# a record of all has the counts of one machine.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
. "$HERE/../../lib/nodes.sh"
trap remove_nodes EXIT
make_nodes 3 || unsupported "no network namespaces"
cat > where.upc <<'END'
#include <upc.h>
#include <upc_castable.h>
#include <stdio.h>
#include <unistd.h>
shared int a[THREADS];
int main (void)
{
  char host[100];
  int near = 0, sum = 0;
  gethostname (host, sizeof host);
  a[MYTHREAD] = MYTHREAD + 1;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    {
      near += upc_cast (&a[t]) != 0;
      sum += a[t];
    }
  printf ("%d on %s: %d near, sum %d\n", MYTHREAD, host, near, sum);
  return 0;
}
END
run 0 "$UPCC" --conduit=mpi where.upc -o where
cp "$SOURCE/examples/upc/isort.upc" "$HERE/../../gasp.tool/upc.c" .
run 0 "$UPCC" --conduit=mpi -O2 isort.upc -o isort
mv upc.c upc.upc
run 0 "$UPCC" -g --profile upc.upc -o smp
run 0 "$UPCC" -g --profile --conduit=mpi upc.upc -o prog

# on_nodes LIST N PROGRAM...: by gasprun on gasp-node0.
on_nodes ()
{
  list=$1 n=$2
  shift 2
  run 0 ./rsh gasp-node0 "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI \
    -n $n --hosts=$list "$@"
}

run 0 env UPC_THREADS=4 "$GASP" run -q -o smp.profile ./smp
counts smp.profile
[ "$(wc -l < smp.profile.counts)" -gt 40 ] || fail "few counts"
for MPI in $MPIS; do
  on_nodes gasp-node1:2,gasp-node2:2 4 "$PWD/where"
  for t in 0 1; do has out "^$t on gasp-node1: 2 near, sum 10$"; done
  for t in 2 3; do has out "^$t on gasp-node2: 2 near, sum 10$"; done
  on_nodes gasp-node0,gasp-node1,gasp-node2 3 "$PWD/isort"
  # Without an answer by the other process, MPICH 4.0 would not end one in three.
  [ $MPI = openmpi ] || for try in 1 2 3 4 5 6 7 8; do
    on_nodes gasp-node1,gasp-node2 2 "$PWD/where"
  done
  # Open MPI 4 has no windows there: data go by messages then, as is said.
  export UPC_MPI_DATA=rma
  on_nodes gasp-node1:2,gasp-node2:2 4 "$PWD/where"
  [ "$(grep -c 'data go by messages' err)" -le 1 ] || fail "said more than once"
  for t in 2 3; do has out "^$t on gasp-node2: 2 near, sum 10$"; done
  unset UPC_MPI_DATA
  rm -rf mpi.profile
  run 0 ./rsh gasp-node0 "$GASP" run -q -o "$PWD/mpi.profile" "$BUILD/bin/gasprun" \
    --conduit=mpi --mpirun=mpirun.$MPI -n 4 --hosts=gasp-node1:2,gasp-node2:2 \
    "$PWD/prog"
  counts mpi.profile
  run 0 diff smp.profile.counts mpi.profile.counts
done
