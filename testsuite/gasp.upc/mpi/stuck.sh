# Threads of several nodes that wait for one another for ever: who waits where is said, in
# a line for each thread, and UPC_STUCK=end ends the program.  Slow ones are let be.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
. "$HERE/../../lib/together.sh"
. "$HERE/../../lib/stuck.sh"
need addr2line
lines=-g
cp "$HERE/../stuck.h" prog.upc
run 0 "$UPCC" -g --conduit=mpi prog.upc -o prog
cp "$HERE/../slow.h" slow.upc
run 0 "$UPCC" --conduit=mpi slow.upc -o slow
for MPI in $MPIS; do
  begin slow env UPC_NODE_SIZE=1 UPC_STUCK=end mpirun.$MPI -n 3 ./slow
  for way in 0 2 3 4 5; do
    begin prog.$way env UPC_NODE_SIZE=$((1 + way % 2)) UPC_STUCK=end \
      mpirun.$MPI -n 3 ./prog $way
  done
  begin goes-on env UPC_NODE_SIZE=1 timeout 6 mpirun.$MPI -n 3 ./prog 3
  wait
  ended slow 0
  hasnt slow.err 'wait for'
  for way in 0 2 3 4 5; do
    name=prog.$way
    ended $name -
    check_stuck $name $way
  done
  count 1 goes-on.err 'wait for one another, and will for ever'
  has goes-on.err 'UPC_STUCK=end'
done
