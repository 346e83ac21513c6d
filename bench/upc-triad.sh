#!/bin/sh
# upc-triad.sh - shared arrays in upc_forall against C's loop.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-triad.sh BUILD RUNS
#
# Nanoseconds an element of a[i] = b[i] + s * c[i] takes: in C on private
# arrays, in C through pointers to the thread's own part of shared ones, and in
# upc_forall by either kind of affinity; for arrays that are in a cache, and
# for those that are not.  The best of 10 * RUNS.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
runs=$2
work=$build/obj/bench
mkdir -p "$work"
cd "$work"
for options in -O2 -O3 '-O3 -fupc-threads-2'; do
  # shellcheck disable=SC2086
  "$build/bin/gaspupc" $options "$here/upc-triad.upc" -o upc-triad
  for elements in 1000 1000000; do
    # shellcheck disable=SC2086
    case $options in *threads*) set -- ;; *) set -- -n 2 ;; esac
    ./upc-triad "$@" "$elements" $((10 * runs)) > triad
    awk -v title="$options, $elements elements" \
      'NR == 1 { c = $2; print title }
       { printf "%-16s %8s %6.2f\n", $1, $2, $2 / c }' triad
  done
done
