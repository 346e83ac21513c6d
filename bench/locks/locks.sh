#!/bin/sh
# locks.sh - what recording adds to locks and system calls.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: locks.sh BUILD RUNS
#
# One program (locks.c), which measures itself: plain, and profiled with and without the
# events of threads.  Runs take turns; a figure is the least of RUNS, in nanoseconds: for
# a lock and what gives it back, of one lock or of 4,096 in turn; for a read of one byte;
# for a lock and unlock of 4 threads that want the same.

. "$(dirname "$0")/../part.sh"
start_afresh

gcc -O2 -g "$here/locks.c" -o plain -pthread
"$bin/gaspcc" -O2 -g --profile "$here/locks.c" -o profiled -pthread

run_one ()
{
  case $1 in
    plain) ./plain ;;
    without) "$bin/gasp" run -q --exact -o records.without --threads=no ./profiled ;;
    with) "$bin/gasp" run -q --exact -o records.with ./profiled ;;
  esac
}

: > times
i=0
while [ $i -lt "$runs" ]; do
  i=$((i + 1))
  for way in $(printf '%s\n' plain without with | in_turn $i); do
    rm -rf records.*
    run_one "$way" | sed "s/^/$way /" >> times
  done
done

awk '{ key = $1 " " $2
       if (!(key in least) || $3 < least[key]) least[key] = $3
       if (!($2 in seen)) { seen[$2] = 1; what[++n] = $2 } }
  END { printf "%-10s %10s %10s %10s\n", "ns", "plain", "--threads=no", "recorded"
	for (i = 1; i <= n; i++)
	  printf "%-10s %10.1f %12.1f %10.1f\n", what[i], least["plain " what[i]],
		 least["without " what[i]], least["with " what[i]] }' times
