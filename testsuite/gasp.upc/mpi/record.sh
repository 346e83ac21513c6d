# One report of all threads, in front of the launcher and behind it; counts and bytes
# are those of shared memory.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
cp "$HERE/../../gasp.tool/upc.c" upc.upc
run 0 "$UPCC" -g --profile upc.upc -o smp
run 0 "$UPCC" -g --profile --conduit=mpi upc.upc -o prog

# counts PROFILE: what times have no part in, into PROFILE.counts.
counts ()
{
  run 0 "$GASP" report --format=csv --view=upc --output=tables.csv "$1"
  awk -F, '/^"grid/ { print }
	   /^"matrix/ { print $2, $3, $4, $5, $6, $7, $8, $9 }
	   /^"shared-lines/ { print $2, $3, $4, $5, $6, $7, $9 }
	   /^"barriers/ { print $2, $6, $7, $8 }
	   /^"locks/ { print $3, $4, $7, $8 }' tables.csv | sort > "$1.counts"
  run 0 "$GASP" report --format=csv --view=threads "$1"
  count 4 out '^"threads"'
}

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
