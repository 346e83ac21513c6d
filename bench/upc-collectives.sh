#!/bin/sh
# upc-collectives.sh - UPC's collective functions against Open MPI's.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-collectives.sh BUILD
#
# Nanoseconds an operation takes: in UPC with everybody waiting for everybody
# at both ends (all) or only for what is one's own (my), and in MPI, which is
# like the latter.  With a thread for each of two processors, then with twice
# as many threads as processors.  Needs Open MPI (openmpi-bin,
# libopenmpi-dev); without it there is one column less.

. "$(dirname "$0")/part.sh"

"$bin/gaspupc" -O2 -I"$here" "$here/upc-collectives.upc" \
  -o upc-collectives
mpi=
if has mpicc && has mpirun; then
  mpicc -O2 "$here/upc-collectives-mpi.c" -o upc-collectives-mpi
  mpi=yes
  root=
  [ "$(id -u)" -ne 0 ] || root=--allow-run-as-root
else
  echo 'upc-collectives.sh: no mpicc and mpirun: install openmpi-bin,' \
    'libopenmpi-dev' >&2
fi

# measure THREADS SLOWER
measure ()
{
  ./upc-collectives -n "$1" "$2" all > all
  ./upc-collectives -n "$1" "$2" my > my
  if [ "$mpi" ]; then
    mpirun $root --oversubscribe -n "$1" ./upc-collectives-mpi "$2" > mpi
  else
    sed 's/[0-9.]*$/-/' all > mpi
  fi
  echo "$1 threads"
  printf '%-12s %9s %10s %10s %10s\n' operation bytes 'UPC all' 'UPC my' MPI
  paste -d ' ' all my mpi \
    | awk '{ printf "%-12s %9s %10s %10s %10s\n", $1, $2, $3, $6, $9 }'
}

processors=$(nproc)
[ "$processors" -gt 2 ] && processors=2
measure "$processors" 1
measure $(($(nproc) * 2)) 10
