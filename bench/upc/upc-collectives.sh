#!/bin/sh
# upc-collectives.sh - UPC's collective functions against Open MPI's.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-collectives.sh BUILD
#
# Nanoseconds an operation takes, with everybody waiting for everybody at both
# ends (all), for which MPI needs a barrier before and one behind; and where one
# waits only for what is one's own (my), which is MPI's own way.

. "$(dirname "$0")/../part.sh"
. "$benches/upc-contest.sh"

build_contest upc-collectives

# measure THREADS SLOWER
measure ()
{
  for mode in all my; do
    ./upc-collectives -n "$1" "$2" "$mode" > "upc-$mode"
    if [ "$mpi" ]; then
      run_mpi "$1" ./upc-collectives-mpi "$2" "$mode" > "mpi-$mode"
    else
      sed 's/[0-9.]*$/-/' "upc-$mode" > "mpi-$mode"
    fi
  done
  echo "$1 threads"
  printf '%-12s %9s %10s %10s %10s %10s\n' operation bytes 'UPC all' 'MPI all' \
    'UPC my' 'MPI my'
  paste -d ' ' upc-all mpi-all upc-my mpi-my \
    | awk '{ printf "%-12s %9s %10s %10s %10s %10s\n", $1, $2, $3, $6, $9, $12 }'
}

each_crowd measure
