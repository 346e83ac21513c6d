#!/bin/sh
# accuracy.sh - how right times are.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: accuracy.sh BUILD RUNS
#
# First, functions that take a known time: ns a call without instrumentation,
# and what reports say, with all calls timed and with some, with what recording
# costs taken out and left in; of functions themselves, and with what they call.
# The least of RUNS runs in turns each.  Then Lua, where times are not known:
# what functions took themselves by some calls timed, against all.

. "$(dirname "$0")/part.sh"
start_afresh
gasp=$bin/gasp
emitted=-finstrument-gasp-functions=emitted
gcc -O2 "$here/accuracy.c" -o plain
"$bin/gaspcc" -O2 $emitted "$here/accuracy.c" -o prog

# Run the COMMAND that follows with TIMING $1; its record goes to out-$1.
profile () {
  timing=$1
  shift
  rm -rf "out-$timing"
  GASP_TIMING=$timing GASP_OUTPUT=out-$timing \
    LD_PRELOAD=$build/lib/libgasptool.so "$@" > /dev/null
}

# The functions of record $1, with report option $2: name, own time, time with
# what they call, calls; with tabs between.
functions () {
  "$gasp" report $2 --format=csv --view=flat --limit=0 "$1" | awk -F'"' '
    $2 == "flat" { split ($3, f, ","); if ($0 ~ /"function"/)
      print $4 "\t" f[2] "\t" f[4] "\t" f[6] }'
}

# Lines "COLUMN FUNCTION OWN TOTAL", ns a call, of the program in out-$1.
figures () {
  for costs in '' --with-costs; do
    functions "out-$1" "$costs" | sed 's/^void //; s/(void)//' |
      awk -F'\t' -v column="$1${costs:++costs}" '
	{ print column, $1, $2 / $4, $3 / $4 }'
  done
}

print_case () {
  awk '
    BEGIN { count = split ("plain all all+costs auto auto+costs", columns) }
    { for (i = 3; i <= 4; i++)
	if (!(($1, $2, i) in least) || $i < least[$1, $2, i])
	  least[$1, $2, i] = $i
      if ($1 == "plain" && !known[$2]++) order[++n] = $2 }
    END { for (f = 1; f <= n; f++)
	    for (i = 3; i <= 4; i++) {
	      if (i == 4 && least["plain", order[f], 3] \
			     == least["plain", order[f], 4]) continue
	      printf "%-12s %-5s", order[f], i == 3 ? "itself" : "all"
	      for (c = 1; c <= count; c++)
		printf " %11.2f", least[columns[c], order[f], i]
	      print "" } }' figures
}

rate=$(./plain rate)
printf '%-18s %11s %11s %11s %11s %11s\n' 'ns a call' plain all 'all+costs' \
  auto 'auto+costs'
for case in nothing leaf_50ns leaf_200ns leaf_1us leaf_10us leaf_100us \
  leaf_1ms inner_50ns inner_500ns inner_10us inner_1ms interpret; do
  : > figures
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    ./plain $case "$rate" | sed 's/^/plain /' >> figures
    for timing in all auto; do
      profile $timing ./prog $case "$rate"
      figures $timing >> figures
    done
  done
  print_case
done

# ---- Lua

source=$(fetch lua5.4)
cp -r "$source" lua
make -s -C lua/src linux CC="$bin/gaspcc" MYCFLAGS=$emitted > lua.log 2>&1
i=0
: > times
while [ $i -lt "$runs" ]; do
  i=$((i + 1))
  for timing in all auto; do
    profile $timing lua/src/lua "$here/../examples/demo.lua"
    functions out-$timing '' | sed "s/^/$timing	/" >> times
  done
done
echo
awk -F'\t' '
  { if (!(($1, $2) in own) || $3 < own[$1, $2]) own[$1, $2] = $3
    names[$2] }
  END {
    for (name in names) {
      all = own["all", name] / 1e6
      auto = own["auto", name] / 1e6
      sum += all
      sum_auto += auto
      off = auto > all ? auto - all : all - auto
      off_sum += off
      printf "%9.2f %9.2f  %s\n", all, auto, name | "sort -rn | head -n 12"
      if (off > largest) { largest = off; which = name }
    }
    close ("sort -rn | head -n 12")
    printf "Lua, own times in ms by all and by auto, the dozen largest above; "
    printf "of %.0f ms by all, %.0f by auto\n", sum, sum_auto
    printf "mean difference, weighted by time: %.1f %%\n", 100 * off_sum / sum
    printf "largest: %.1f ms, %.1f %% of the whole, %s\n", largest,
      100 * largest / sum, which
  }' times
