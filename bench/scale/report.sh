#!/bin/sh
# report.sh - how long gasp report takes, and how much memory.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: report.sh BUILD RUNS
#
# For records of a thousand to a million call paths; the least of RUNS runs.
# Then a record that may not grow: how many paths are left, and what that costs.

. "$(dirname "$0")/../part.sh"

# measure COMMAND...: its least seconds and most kilobytes.
measure () {
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    /usr/bin/env time -f '%e %M' "$@" 2>&1 > /dev/null | tail -n 1
  done | awk '{ if (!n++ || $1 < least) least = $1; if ($2 > most) most = $2 }
	      END { print least, most }'
}

nodes () {
  "$bin/gasp" report --format=csv --view=tree "$1" | grep -c '^"tree"'
}

printf '%-12s %9s %9s %9s %12s\n' record paths KB 'report s' 'report KB'
for levels in 3 4 5 6; do
  sed "s/^#define LEVELS .*/#define LEVELS $levels/" "$(own paths.c)" > paths.c
  "$bin/gaspcc" -O2 -finstrument-gasp-functions=emitted paths.c -o paths
  rm -rf out
  "$bin/gasp" run -q --exact -o out ./paths > /dev/null
  echo "$levels levels $(nodes out) $(du -k out | cut -f1)" \
    "$(measure "$bin/gasp" report out)" \
    | awk '{ printf "%d %-10s %9d %9d %9.2f %12d\n", $1, $2, $3, $4, $5, $6 }'
done

printf '%-12s %9s %9s %9s\n' limit paths KB 'run s'
for limit in 1G 16M 4M; do
  rm -rf out
  seconds=$(runs=1 measure "$bin/gasp" run -q --exact --record-limit=$limit -o out ./paths)
  echo "$limit $(nodes out) $(du -k out | cut -f1) $seconds" \
    | awk '{ printf "%-12s %9d %9d %9.2f\n", $1, $2, $3, $4 }'
done
