#!/bin/sh
# leaves.sh - how much of its processor time gasp run says a program spends elsewhere.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: leaves.sh BUILD RUNS [PROGRAM...]
#
# The truth is in which functions perf finds the plain program, in all runs of it
# together, where the kernel's time is that of the function which it works for; code of
# libraries is one row.  Against it stand single runs of
# perf with as many samples as gasp takes, and of gasp run: by default, with a budget of
# nothing (samples alone), and --exact.  Runs take turns.  A figure is the part of the
# time that is at another function than the truth has it, in percent: the median of RUNS
# runs, and the worst.

. "$(dirname "$0")/names.sh"

# Lines "NAME AMOUNT" of those read: what is no function of $1 is (libraries).
leaves () {
  nm -C --defined-only "$work/$1-plain" | sed 's/^[0-9a-f ]*[a-zA-Z] //' > own
  awk -F'\t' "$names"'
    FNR == NR { own[short($0)]; next }
    { name = short($1); sum[name in own ? name : "(libraries)"] += $2 }
    END { for (name in sum) print name "\t" sum[name] }' own -
}

# by_perf PROGRAM SAMPLES-A-SECOND
by_perf () {
  run_program "$1" plain perf record -q -N -B --no-bpf-event -g -F "$2" \
    -e cpu-clock -o perf.data > /dev/null 2>&1
  perf script -i perf.data -F ip,sym,dso 2> /dev/null | awk -v file="$1-plain" "$names"'
    $0 == "" { known = 0; next }
    known || $NF ~ /kernel/ { next }
    { known = 1; print ($NF ~ "/" file "[)]$" ? symbol($0) : "(other)") "\t" 1 }' | leaves "$1"
}

# by_gasp PROGRAM OPTION...
by_gasp () {
  name=$1
  shift
  rm -rf out
  run_program "$name" calls "$gasp" run -q "$@" -o out > /dev/null
  "$gasp" report --format=json --view=flat --limit=0 out | tr '{' '\n' | sed -n \
    's/.*"function": "\([^"]*\)".*"running": \([0-9.]*\).*/\1	\2/p' | leaves "$name"
}

measure () {
  run=0
  while [ $run -lt "$runs" ]; do
    run=$((run + 1))
    by_perf "$1" 5000 | sed "s/^/truth	1	/"
    by_perf "$1" 1000 | sed "s/^/perf	$run	/"
    by_gasp "$1" | sed "s/^/default	$run	/"
    by_gasp "$1" --budget=0 | sed "s/^/samples	$run	/"
    by_gasp "$1" --exact | sed "s/^/exact	$run	/"
  done
}

show () {
  awk -F'\t' -v program="$1" '
    { time[$1, $2, $3] += $4; all[$1, $2] += $4; names[$3]
      runs[$1] = $2 > runs[$1] ? $2 : runs[$1] }
    function wrong(way, run,  name, off, sum) {
      for (name in names) {
	off = time[way, run, name] / (all[way, run] + !all[way, run]) \
	      - time["truth", 1, name] / all["truth", 1]
	sum += off < 0 ? -off : off
      }
      return 50 * sum
    }
    function row(way,  r, k, list, swap) {
      for (r = 1; r <= runs[way]; r++) {
	list[r] = wrong(way, r)
	for (k = r; k > 1 && list[k] < list[k - 1]; k--) {
	  swap = list[k]; list[k] = list[k - 1]; list[k - 1] = swap
	}
      }
      printf "%-12s %-10s %6.1f %6.1f\n", program, way, list[int ((runs[way] + 1) / 2)], \
	     list[runs[way]]
    }
    END { row("perf"); row("default"); row("samples"); row("exact") }' times
}

echo 'program      by         median  worst'
for program in ${*:-lua sqlite json}; do
  if ! { build_program "$program" plain && build_program "$program" calls; }; then
    echo "$program cannot be built here: $work/$program-plain.log"
    continue
  fi
  measure "$program" > times
  show "$program"
done
