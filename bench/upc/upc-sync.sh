#!/bin/sh
# upc-sync.sh - UPC's barriers and locks against POSIX threads' and Open MPI's.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-sync.sh BUILD RUNS
#
# Nanoseconds for a barrier, in one piece and in two; for locking and unlocking
# by the thread that the lock belongs to, by another one, and by all at the same
# time.  The least of RUNS, in turns, and in brackets the median over it.

. "$(dirname "$0")/../part.sh"
. "$benches/upc-contest.sh"

build_contest upc-sync
gcc -O2 -pthread "$here/upc-sync-pthread.c" -o upc-sync-pthread

# measure THREADS SLOWER
measure ()
{
  : > sync
  i=0
  while [ "$i" -lt "$runs" ]; do
    i=$((i + 1))
    ./upc-sync -n "$1" "$2" | sed 's/^/UPC /' >> sync
    ./upc-sync-pthread "$2" "$1" | sed 's/^/pthread /' >> sync
    [ -z "$mpi" ] || run_mpi "$1" ./upc-sync-mpi "$2" \
      | sed 's/^/MPI /' >> sync
  done
  echo "$1 threads"
  awk '$2 !~ /barrier|split/ { $4 /= 100 } { print }' sync | sort -k 4n | awk '
    { key = $1 " " $2
      if (!(key in least)) least[key] = $4
      all[key, ++n[key]] = $4 }
    function cell(who, what)
    {
      key = who " " what
      return key in least ? sprintf ("%9.1f (%5.2f)", least[key],
	all[key, int ((n[key] + 1) / 2)] / least[key]) : "-"
    }
    END {
      printf "%-10s %17s %17s %17s\n", "", "UPC", "pthread", "MPI"
      split ("barrier split own others contended", whats, " ")
      for (i = 1; i <= 5; i++)
	printf "%-10s %17s %17s %17s\n", whats[i], cell("UPC", whats[i]),
	       cell("pthread", whats[i]), cell("MPI", whats[i])
    }'
}

each_crowd measure
