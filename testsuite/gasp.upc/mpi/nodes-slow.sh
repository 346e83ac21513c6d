# A network on which frames are late and overtake one another: the memory model holds,
# and programs end as they should.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
. "$HERE/../../lib/nodes.sh"
trap remove_nodes EXIT
[ $MPI = openmpi ] || unsupported "not with this MPI, see nodes.sh"
make_nodes 3 300 || unsupported "no network namespaces"
run 0 "$UPCC" --conduit=mpi -O2 -DN="$(often 100 300)" "$HERE/../runtime/litmus.upc" -o litmus
run 0 "$UPCC" --conduit=mpi -O2 -I"$HERE/.." "$HERE/../runtime/far-reads.upc" -o far-reads
run 0 "$UPCC" --conduit=mpi -O2 -I"$HERE/.." "$SOURCE/examples/upc/isort.upc" -o isort
for program in litmus far-reads isort; do
  run 0 ./rsh gasp-node0 "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI \
    -n 4 --hosts=gasp-node1:2,gasp-node2:2 "$PWD/$program"
done
