#!/bin/sh
# misplaced.sh - how much of a program's time a profile says is another function's.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: misplaced.sh BUILD RUNS [PROGRAM...]
#
# The truth is where perf finds the plain program, by call chains: the time of
# libraries and of the kernel is that of the function that called them.  Against
# it stand perf itself, with half of its runs against the other half; callgrind,
# which counts instructions, of the program's own code only; and what gasp says,
# with a budget of 10 %, exactly with the observer on the program's processor and on any,
# and with all calls timed.  A figure is a part of the time in all functions, the mean of
# RUNS runs; below, how much is another function's, the mean and the worst run.

. "$(dirname "$0")/names.sh"

# Lines "NAME COUNT" of the short names of those read.
short_names () {
  awk -F'\t' "$names"'
    { sum[short($1)] += $2 }
    END { for (name in sum) print name "\t" sum[name] }'
}

# Where perf finds the plain program.
by_perf () {
  run_program "$1" plain taskset -c 0 perf record -q -N -B --no-bpf-event -F 2500 \
    -e cpu-clock --call-graph dwarf,4096 -o perf.data > /dev/null 2>&1
  perf script -i perf.data -F ip,sym,dso 2> /dev/null | awk -v file="$1-plain" "$names"'
    $0 == "" { known = 0 }
    !known && $NF ~ "/" file "[)]$" { known = 1; print symbol($0) "\t" 1 }' | short_names
}

by_callgrind () {
  run_program "$1" plain valgrind -q --tool=callgrind --compress-strings=no \
    --compress-pos=no --callgrind-out-file=callgrind.out > /dev/null 2>&1
  awk -v file="$1-plain" '
    /^ob=/ { own = $0 ~ "/" file "$" }
    /^fn=/ { name = substr ($0, 4); sub (/\x27[0-9]+$/, "", name) }
    /^calls=/ { getline; next }
    own && /^[0-9]/ { sum[name] += $2 }
    END { for (name in sum) print name "\t" sum[name] }' callgrind.out | short_names
}

# by_gasp PROGRAM PROCESSORS OPTION
by_gasp () {
  rm -rf out
  run_program "$1" calls taskset -c "$2" "$gasp" run -q "$3" -o out \
    > /dev/null
  "$gasp" report --format=csv --view=flat --limit=0 out | awk -F'"' '
    $2 == "flat" && $9 ~ /^,?$/ || $2 == "flat" {
      split ($3, f, ","); if ($0 ~ /"function"/) print $6 "\t" f[2] }' | short_names
}

# Lines "WAY RUN NAME TIME" of all that is measured of $1.
measure () {
  run=0
  while [ $run -lt "$runs" ]; do
    run=$((run + 1))
    by_perf "$1" | sed "s/^/truth	1	/"
    by_perf "$1" | sed "s/^/perf	1	/"
    by_gasp "$1" 0-1 --budget=10% | sed "s/^/budget	$run	/"
    by_gasp "$1" 0 --exact | sed "s/^/one	$run	/"
    by_gasp "$1" 0-1 --exact | sed "s/^/any	$run	/"
    by_gasp "$1" 0-1 --timing=all | sed "s/^/all	$run	/"
  done
  ! has valgrind || by_callgrind "$1" | sed "s/^/callgrind	1	/"
}

show () {
  awk -F'\t' -v program="$1" '
    { time[$1, $2, $3] += $4; runs[$1] = $2 > runs[$1] ? $2 : runs[$1]
      if ($1 == "all") names[$3] }
    function wrong(way, run,  name, sum, off, all, truth) {
      for (name in names) { all += time[way, run, name]; truth += time["truth", 1, name] }
      for (name in names) {
	part = all ? 100 * time[way, run, name] / all : 0
	shares[way, name] += part
	off = part - 100 * time["truth", 1, name] / truth
	sum += off < 0 ? -off : off
      }
      return sum / 2
    }
    function cell(way, figure) {
      return runs[way] ? sprintf (" %9.1f", figure) : "         -"
    }
    END {
      count = split ("truth perf callgrind budget one any all", way, " ")
      for (w = 1; w <= count; w++)
	for (r = 1; r <= runs[way[w]]; r++) {
	  off = wrong(way[w], r)
	  mean[w] += off / runs[way[w]]
	  if (off > most[w]) most[w] = off
	}
      printf "%-22s", program ", % of time"
      for (w = 1; w <= count; w++) printf " %9s", way[w]
      print ""
      sort = "sort -t \"|\" -k 2,2nr | tr -d \"|\" | head -n 12"
      for (name in names) {
	line = sprintf ("%-22s|", substr (name, 1, 22))
	for (w = 1; w <= count; w++)
	  line = line cell(way[w], shares[way[w], name] / (runs[way[w]] + !runs[way[w]]))
	print line | sort
      }
      close (sort)
      printf "%-22s", "another function\x27s"
      for (w = 1; w <= count; w++) printf "%s", cell(way[w], mean[w])
      printf "\n%-22s", "in the worst run"
      for (w = 1; w <= count; w++) printf "%s", cell(way[w], most[w])
      print "\n"
    }' times
}

for program in ${*:-lua sqlite zlib json}; do
  if ! { build_program "$program" plain && build_program "$program" calls; }; then
    echo "$program cannot be built here: $work/$program-plain.log"
    continue
  fi
  measure "$program" > times
  show "$program"
done
