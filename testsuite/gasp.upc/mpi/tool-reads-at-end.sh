# A tool that reads shared objects of another node's thread in the very last event: MPI
# is there until then, and whatever the end is, the job ends.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
cp "$HERE/../../lib/tool-at-end.upc" "$HERE/../../lib/ends.upc" .
cat "$HERE/../../lib/tool-rest.c" >> tool-at-end.upc
run 0 "$UPCC" -O2 --conduit=mpi -c tool-at-end.upc -o tool.o
run 0 "$UPCC" -O2 --conduit=mpi --profile ends.upc tool.o -o a

# ends STATUS HOW SEEN
ends ()
{
  run "$1" gasprun -n 3 ./a "$2"
  count "$3" err '^tool [0-2]: last event, 1$'
}

for MPI in $MPIS; do
  for UPC_NODE_SIZE in 1 2 3; do
    export UPC_NODE_SIZE
    ends 0 return 3
    ends 5 one-exits 3
  done
  export UPC_NODE_SIZE=1
  ends 4 exit 3
  ends 6 global 1
  # What the status is then is the launcher's.
  for how in killed gone; do
    status=0
    gasprun -n 3 ./a $how > out 2> err || status=$?
    [ $status != 0 ] || fail "$MPI: $how has status 0"
  done
done
