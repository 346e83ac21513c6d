#!/bin/sh
# upc-halo.sh - a step of exchanges with both neighbours, by signals and by messages.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-halo.sh BUILD RUNS
#
# Microseconds of a step of two threads that share no memory, though they are on one
# machine, for bytes to each neighbour; beside it MPI's own, which knows that.  The
# least and the median of RUNS, in turns.  Within testsuite/lib/with-nodes.sh threads are
# on machines of their own, and MPI's programs have no shared memory either.

. "$(dirname "$0")/../part.sh"

build_for_mpis upc-halo-mpi halo
"$bin/gaspupc" --conduit=mpi -O2 -I"$here" "$here/upc-halo.upc" -o halo
. "$benches/hosts.sh"

: > all
i=0
while [ "$i" -lt "$runs" ]; do
  i=$((i + 1))
  for mpi in $mpis; do
    run_upc $mpi "$PWD/halo" | sed "s/^/$mpi UPC /" >> all
    run_mpi $mpi "$PWD/halo-$mpi" | sed "s/^/$mpi MPI /" >> all
  done
done
sort -k 1,1 -k 3,3n -k 2,2 -k 4,4n all | awk '
  { key = $1 " " $3
    if (!(key in seen)) { seen[key]; order[++count] = key }
    value[key, $2, ++n[key, $2]] = $4 }
  END {
    printf "%-14s %18s %18s %12s\n", "bytes", "UPC us (median)", "MPI us (median)",
      "times"
    for (i = 1; i <= count; i++)
      {
	key = order[i]; u = n[key, "UPC"]; m = n[key, "MPI"]
	middle_u = value[key, "UPC", int ((u + 1) / 2)]
	middle_m = value[key, "MPI", int ((m + 1) / 2)]
	printf "%-14s %9.2f (%6.2f) %9.2f (%6.2f) %5.2f (%4.2f)\n", key,
	  value[key, "UPC", 1], middle_u, value[key, "MPI", 1], middle_m,
	  value[key, "UPC", 1] / value[key, "MPI", 1], middle_u / middle_m
      }
  }'
