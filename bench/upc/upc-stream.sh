#!/bin/sh
# upc-stream.sh - shared arrays in upc_forall against C's loops.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-stream.sh BUILD RUNS
#
# Nanoseconds an element of STREAM's four loops takes: in C on private arrays,
# on the thread's own part of shared ones by a cast, and in upc_forall over
# arrays of each layout; then the same through pointers that are variables; for
# arrays that are in a cache, and for those that are not; and how often as long
# as C's, with arrays or with pointers, that is.  The best of 3 * RUNS.  At the
# end, where an MPI is installed, on two nodes.

. "$(dirname "$0")/../part.sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export UPC_NODE_SIZE=1
while read -r options; do
  run='./upc-stream -n 1'
  case $options in
    *threads*) run=./upc-stream ;;
    *mpi*)
      has mpirun || break
      run="$bin/gasprun --conduit=mpi -n 2 ./upc-stream" ;;
  esac
  # shellcheck disable=SC2086
  "$bin/gaspupc" $options "$here/upc-stream.upc" -o upc-stream
  for elements in 1000 1000000; do
    $run "$elements" $((3 * runs)) > stream < /dev/null
    awk -v title="$options, $elements elements" \
      'NR == 1 { print title
		 printf "%-11s %12s %12s %12s %12s\n", "", "copy", "scale",
			"add", "triad" }
       $1 ~ /^c(_|$)/ { for (k = 2; k <= 5; k++) c[k] = $k }
       { printf "%-11s", $1
	 for (k = 2; k <= 5; k++) printf " %6s %5.2f", $k, $k / c[k]
	 print "" }' stream
  done
done << 'END'
-O2
-O3
-O3 -fupc-threads-2
-O2 --conduit=mpi
-O3 --conduit=mpi
END
