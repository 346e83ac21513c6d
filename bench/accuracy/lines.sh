#!/bin/sh
# lines.sh - how much of a program's time a profile says is another line's.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: lines.sh BUILD RUNS [PROGRAM...]
#
# The truth is where perf finds the instrumented program with no tool, in user mode and
# in its own file: the same samples, so that instructions are where they are.  Of RUNS runs
# of each way the mean is shown, beside what chance does to that many samples of
# the truth: perf itself, by another run; gasp run, and gasp run --exact.

. "$(dirname "$0")/names.sh"
export GASPCC_FLAGS=-g

# Lines "FILE:LINE COUNT" of program $1 as perf has it.
by_perf () {
  run_program "$1" calls perf record -q -N -B --no-bpf-event -F 2500 -e cpu-clock:u \
    -o perf.data > /dev/null 2>&1
  { nm "$1-calls"; echo; perf script -i perf.data --no-inline --no-demangle \
      -F ip,sym,symoff,dso 2> /dev/null; } | awk -v file="$1-calls" '
    NF == 3 && $2 ~ /^[tTwW]$/ { at[$3] = $1; next }
    $NF ~ "/" file "[)]$" && split ($2, part, "[+]") == 2 && part[1] in at {
      print "0x" at[part[1]], part[2] }' | while read -r start offset; do
    printf '%#x\n' $((start + offset))
  done > addresses
  addr2line -e "$1-calls" < addresses | awk '
    { sub (/ .*/, ""); sub (/.*\//, ""); count[$0]++ }
    END { for (line in count) print line, count[line] }'
}

# by_gasp PROGRAM OPTION...: the same as gasp run has it, in milliseconds.
by_gasp () {
  program=$1
  shift
  rm -rf out
  run_program "$program" calls "$gasp" run -q "$@" -o out > /dev/null
  "$gasp" report --format=csv --view=hot-lines --limit=0 out \
    | awk -F'"' -v file="$program-calls" '$(NF - 1) ~ "/" file "$" {
	split ($3, f, ","); n = split ($4, part, "/"); print part[n], f[2] / 1e6 }'
}

for program in ${*:-lua sqlite zlib json}; do
  build_program "$program" calls || continue
  round=0
  : > lines
  while [ $round -lt "$runs" ]; do
    round=$((round + 1))
    by_perf "$program" | sed "s/^/truth 1 /"
    by_perf "$program" | sed "s/^/perf $round /"
    by_gasp "$program" | sed "s/^/default $round /"
    by_gasp "$program" --exact | sed "s/^/exact $round /"
  done >> lines
  awk -v program="$program" '
    { time[$1, $2, $3] += $4; all[$1, $2] += $4; line[$3] }
    END {
      n = split ("perf default exact", way, " ")
      printf "%-12s", program
      for (w = 1; w <= n; w++) {
	sum = rounds = 0
	for (round = 1; (way[w], round) in all; round++) {
	  rounds++
	  for (l in line) {
	    off = time[way[w], round, l] / all[way[w], round] \
		  - time["truth", 1, l] / all["truth", 1]
	    sum += off < 0 ? -off : off
	  }
	}
	printf " %10s %5.1f %%", way[w], rounds ? 50 * sum / rounds : 0
      }
      print ""
    }' lines
done
