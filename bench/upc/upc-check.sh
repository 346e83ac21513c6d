#!/bin/sh
# upc-check.sh - what -fupc-check costs.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-check.sh BUILD RUNS
#
# Milliseconds of the processor that kernels take which use shared arrays, on two threads,
# without -fupc-check and with it, the least of 10 * RUNS; and how often as long that is.

. "$(dirname "$0")/../part.sh"
for options in -O0 -O1 -O2 -O3; do
  "$bin/gaspupc" $options "$here/upc-check.upc" -o plain
  "$bin/gaspupc" $options -fupc-check "$here/upc-check.upc" -o checked
  printf 'plain ./plain -n 2\nchecked ./checked -n 2\n' | run_in_turn \
    | awk -v title="$options" '
      { key = $1 " " $2
	if (!(key in least) || $3 < least[key]) least[key] = $3
	if (!($2 in seen)) { seen[$2]; names[++n] = $2 } }
      END {
	printf "%-10s %10s %10s %7s\n", title, "plain ms", "checked", "times"
	for (i = 1; i <= n; i++) {
	  a = least["plain " names[i]]; b = least["checked " names[i]]
	  printf "%-10s %10.2f %10.2f %7.1f\n", names[i], a, b, b / a
	} }'
done
