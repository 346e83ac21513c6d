# upc-contest.sh - UPC programs and their like in MPI, which run in turns.
#
# SPDX-License-Identifier: Apache-2.0
#
# Read behind part.sh.  A contest NAME is between NAME.upc and NAME-mpi.c.
# Needs Open MPI (openmpi-bin, libopenmpi-dev); without it there is one column
# less.

# Build both, as NAME and NAME-mpi.
build_contest () {
  "$bin/gaspupc" -O2 -I"$here" "$here/$1.upc" -o "$1"
  mpi=
  if has mpicc && has mpirun; then
    mpicc -O2 "$here/$1-mpi.c" -o "$1-mpi"
    mpi=yes
  else
    echo "$1.sh: no mpicc and mpirun: install openmpi-bin, libopenmpi-dev" >&2
  fi
}

# run_mpi PROCESSES PROGRAM ARGUMENT...
run_mpi () {
  processes=$1
  shift
  root=
  [ "$(id -u)" -ne 0 ] || root=--allow-run-as-root
  mpirun $root --oversubscribe -n "$processes" "$@"
}

# each_crowd COMMAND: run COMMAND THREADS SLOWER, with a thread for each of two
# processors, then with twice as many threads as processors, which are slower.
each_crowd () {
  processors=$(nproc)
  [ "$processors" -gt 2 ] && processors=2
  "$1" "$processors" 1
  "$1" $(($(nproc) * 2)) 10
}
