#!/bin/sh
# upc-access.sh - single accesses to shared space against C's.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-access.sh BUILD RUNS
#
# Nanoseconds for an update at random, a step of a loop, a node of a list, and a
# point of a stencil: in C, in C through pointers to what is shared, and in shared
# arrays and through pointers-to-shared; how often as long as C's that is, least
# against least of 10 * RUNS; and that of C's own other half of the runs, for
# what is to be made of differences.  In a cache and out of it.

. "$(dirname "$0")/../part.sh"
for options in -O2 -O3 '-O2 -fupc-threads-1' '-O2 -fupc-threads-2' '-O2 --conduit=any'; do
  # shellcheck disable=SC2086
  "$bin/gaspupc" $options "$here/upc-access.upc" -o upc-access
  for size in 12 18; do
    case $options in *threads*) set -- ;; *) set -- -n 1 ;; esac
    ./upc-access "$@" "$size" $((10 * runs)) > access
    awk -v title="$options $*, 2^$size elements" '
      NR == 1 { print title
		printf "%-8s %-18s %8s %7s %12s %7s\n", "", "", "ns", "to C",
		       "C to itself", "median" }
      $2 == "c" { c = $3; again = $4 / $3; median = $5 }
      { printf "%-8s %-18s %8s %7.2f", $1, $2, $3, $3 / c
	if ($2 == "c")
	  printf " %12.2f %7.2f\n", again, median / c
	else
	  printf " %12s %7.2f\n", "", $5 / median }' access
  done
done
