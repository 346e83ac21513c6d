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
# The least of RUNS runs in turns each.  Then programs whose calls take now this
# and now that long: what the profile says of them by what they took, with the
# observer on the program's processor and on any.  misplaced.sh has programs that do
# not know them.

. "$(dirname "$0")/../part.sh"
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
  "$gasp" run -q --exact --timing="$timing" -o "out-$timing" "$@" > /dev/null
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

# ---- Programs that know their times

gcc -O2 -DTRUTH "$here/truth.c" -o truth -lpthread
"$bin/gaspcc" -O2 $emitted "$here/truth.c" -o observed -lpthread
echo
printf '%-18s %11s %11s %11s\n' 'work, by its truth' 'truth, ms' 'one' 'any'
for case in const wrapped rare_3us rare_10us rare_60us rare_1ms period_64 \
  phase_1us phase_10us phase_1ms phase_40ms lognormal recursion sleepers \
  threads; do
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    ./truth $case | sed 's/^/truth /'
    for on in 0 0-1; do
      rm -rf out-truth
      taskset -c $on "$gasp" run -q --exact -o out-truth ./observed $case > /dev/null
      functions out-truth '' | awk -F'\t' -v on=$on '
	$1 ~ /^void work/ { print on, $2 }'
    done
  done | awk -v case=$case '
    { if ($1 == "truth" && (!truth || $2 < truth)) truth = $2
      sum[$1] += $2; n[$1]++ }
    END { printf "%-18s %11.1f %11.2f %11.2f\n", case, truth / 1e6,
	    sum["0"] / n["0"] / truth, sum["0-1"] / n["0-1"] / truth }'
done
