# One report of all threads, in front of the launcher and behind it; counts and bytes
# are those of shared memory.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
cp "$HERE/../../gasp.tool/upc.c" upc.upc
run 0 "$UPCC" -g --profile upc.upc -o smp
run 0 "$UPCC" -g --profile --conduit=mpi upc.upc -o prog

run 0 env UPC_THREADS=4 "$GASP" run -q -o smp.profile ./smp
counts smp.profile
[ "$(wc -l < smp.profile.counts)" -gt 40 ] || fail "few counts"
for UPC_NODE_SIZE in 1 2 4; do
  export UPC_NODE_SIZE
  rm -rf mpi.profile
  run 0 "$GASP" run -q -o mpi.profile "$BUILD/bin/gasprun" --conduit=mpi \
    --mpirun=mpirun.$MPI -n 4 ./prog
  counts mpi.profile
  run 0 diff smp.profile.counts mpi.profile.counts
done
rm -rf mpi.profile
run 0 mpirun -n 4 "$GASP" run -q -o mpi.profile ./prog
counts mpi.profile
run 0 diff smp.profile.counts mpi.profile.counts
