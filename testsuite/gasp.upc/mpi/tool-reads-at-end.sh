# A tool that reads shared objects of another node's thread in the very last event: MPI
# is there until then, and whatever the end is, the job ends.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
. "$HERE/../../lib/together.sh"
cp "$HERE/../../lib/tool-at-end.upc" "$HERE/../../lib/ends.upc" .
cat "$HERE/../../lib/tool-rest.c" >> tool-at-end.upc
run 0 "$UPCC" -O2 --conduit=mpi -c tool-at-end.upc -o tool.o
run 0 "$UPCC" -O2 --conduit=mpi --profile ends.upc tool.o -o a

# ends HOW SIZE STATUS SEEN: begins the program that ends so, with so many threads a node;
# it has STATUS, and SEEN threads saw their last event.
cases=
ends ()
{
  begin "$1.$2" env UPC_NODE_SIZE=$2 "$BUILD/bin/gasprun" --conduit=mpi \
    --mpirun=mpirun.$MPI -n 3 ./a "$1"
  cases="$cases $1.$2:$3:$4"
}

for MPI in $MPIS; do
  cases=
  for size in 1 2 3; do
    ends return $size 0 3
    ends one-exits $size 5 3
  done
  ends exit 1 4 3
  ends global 1 6 1
  # What the status is then is the launcher's.
  ends killed 1 - any
  ends gone 1 - any
  wait
  for case in $cases; do
    name=${case%%:*} seen=${case##*:} status=${case#*:}
    ended $name "${status%:*}"
    [ "$seen" = any ] || count "$seen" $name.err '^tool [0-2]: last event, 1$'
  done
done
