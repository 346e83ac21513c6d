#!/bin/sh
# accuracy.sh - how right times are.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: accuracy.sh BUILD RUNS
#
# Functions that take a known time: ns a call without instrumentation, and what
# reports say, with all calls timed and with some, with what recording costs
# taken out and left in.  The least of RUNS runs in turns each.

set -eu
build=$(cd "$1" && pwd)
runs=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$build/bench/accuracy
rm -rf "$work"
mkdir -p "$work"
cd "$work"
gcc -O2 "$here/accuracy.c" -o plain
"$build/bin/gaspcc" -O2 -finstrument-gasp-functions=emitted \
  "$here/accuracy.c" -o prog

# Total time by calls of function $2 in the record $1, with report option $3.
per_call () {
  "$build/bin/gasp" report $3 --format=csv --view=flat $1 |
    awk -F'"' -v name="void $2(void)" '
      $4 == name { split ($3, f, ","); print f[4] / f[6] }'
}

printf '%-12s %9s %9s %9s %9s %9s\n' function plain all 'all+costs' auto \
  'auto+costs'
for function in nothing loop_10 loop_100 loop_1000 loop_10000 calls_3; do
  : > figures
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    echo "1 $(./plain $function)" >> figures
    for timing in all auto; do
      rm -rf out
      GASP_TIMING=$timing GASP_OUTPUT=out \
	LD_PRELOAD=$build/lib/libgasptool.so ./prog $function > /dev/null
      column=2
      [ $timing = all ] || column=4
      echo "$column $(per_call out $function '')" >> figures
      echo "$((column + 1)) $(per_call out $function --with-costs)" >> figures
    done
  done
  awk -v name="$function" '
    { if (!($1 in least) || $2 < least[$1]) least[$1] = $2 }
    END { printf "%-12s", name
	  for (i = 1; i <= 5; i++) printf " %9.2f", least[i]
	  print "" }' figures
done
