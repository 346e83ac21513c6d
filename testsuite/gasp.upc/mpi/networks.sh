# UPC over MPI over UCX, libfabric and TCP: programs that check their own results, each
# thread a node of its own.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
for program in gups hash fft; do
  run 0 "$UPCC" --conduit=mpi -O2 "$SOURCE/examples/upc/$program.upc" -lm -o $program
done
export UPC_NODE_SIZE=1
there=0
for network in $(sh "$SOURCE/testsuite/lib/with-network.sh"); do
  MPI=${network#*:} name=${network%:*}
  case " $MPIS " in *" $MPI "*) ;; *) continue ;; esac
  case $ALL,$name in ,ob1-*) continue ;; esac
  for program in gups hash fft; do
    status=0
    sh "$SOURCE/testsuite/lib/with-network.sh" "$name" "$BUILD/bin/gasprun" \
      --conduit=mpi --mpirun=mpirun.$MPI -n 2 ./$program > out 2> err || status=$?
    if [ $status != 0 ] && grep -q 'No components\|cannot be selected' err; then
      echo "$MPI has no $name"
      break
    fi
    cat err
    [ $status = 0 ] || fail "$MPI, $name, $program: status $status"
    has out PASSED
    there=$((there + 1))
  done
done
[ $there -gt 0 ] || unsupported "no MPI that has these networks"
