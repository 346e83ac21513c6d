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
# as C's, with arrays or with pointers, that is.  The best of 3 * RUNS.

. "$(dirname "$0")/part.sh"
for options in -O2 -O3 '-O3 -fupc-threads-2'; do
  # shellcheck disable=SC2086
  "$bin/gaspupc" $options "$here/upc-stream.upc" -o upc-stream
  for elements in 1000 1000000; do
    case $options in *threads*) set -- ;; *) set -- -n 1 ;; esac
    ./upc-stream "$@" "$elements" $((3 * runs)) > stream
    awk -v title="$options $*, $elements elements" \
      'NR == 1 { print title
		 printf "%-11s %12s %12s %12s %12s\n", "", "copy", "scale",
			"add", "triad" }
       $1 ~ /^c(_|$)/ { for (k = 2; k <= 5; k++) c[k] = $k }
       { printf "%-11s", $1
	 for (k = 2; k <= 5; k++) printf " %6s %5.2f", $k, $k / c[k]
	 print "" }' stream
  done
done
