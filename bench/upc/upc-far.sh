#!/bin/sh
# upc-far.sh - shared accesses to another machine's memory, over each MPI.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-far.sh BUILD RUNS
#
# Nanoseconds for a double: read one after the other from one thread (row) and from
# all in turn (cyclic), here and there (random), by one upc_memget (whole), and
# written one after the other.  Two threads, which share no memory, though they are on
# one machine.  Beside it MPI's one-sided functions, which may share it.  The least of
# RUNS, in turns.

. "$(dirname "$0")/../part.sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export UPC_NODE_SIZE=1

build_for_mpis upc-far-mpi far
"$bin/gaspupc" --conduit=mpi -O2 "$here/upc-far.upc" -o far

: > all
i=0
while [ "$i" -lt "$runs" ]; do
  i=$((i + 1))
  for mpi in $mpis; do
    "$bin/gasprun" --conduit=mpi --mpirun=mpirun.$mpi -n 2 ./far \
      | sed "s/^/UPC:$mpi /" >> all
    mpirun.$mpi -n 2 ./far-$mpi | sed "s/^/MPI:$mpi /" >> all
  done
done
awk -v mpis="$mpis" '
  { key = $1 " " $2
    if (!(key in least) || $3 < least[key]) least[key] = $3 }
  END {
    count = split (mpis, mpi, " ")
    printf "%-8s", "ns"
    for (i = 1; i <= count; i++)
      printf " %14s %14s", "UPC " mpi[i], "MPI " mpi[i]
    print ""
    split ("row cyclic random whole write", ways, " ")
    for (j = 1; j <= 5; j++)
      {
	printf "%-8s", ways[j]
	for (i = 1; i <= count; i++)
	  {
	    u = "UPC:" mpi[i] " " ways[j]; m = "MPI:" mpi[i] " " ways[j]
	    printf " %14s %14s", u in least ? least[u] : "-",
	      m in least ? least[m] : "-"
	  }
	print ""
      }
  }' all
