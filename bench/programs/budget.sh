#!/bin/sh
# budget.sh - whether gasp run --budget keeps within it.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: budget.sh BUILD RUNS [PROGRAM...]
#
# Whole runs of programs, each with several budgets, over the plain build: the
# least of RUNS runs in turns; what starting takes is in it.  "dormant" has no
# tool: what it takes is no part of a budget.  "plain-woken" is beside a process
# that wakes up as often as "gasp run" does, and does nothing.  Checks that results
# are the same.

. "$(dirname "$0")/../part.sh"
. "$benches/contest.sh"
prepare
scale=4

programs=${*:-lua zlib json inlines kernel threads upc fib phases micro}

# What a program that does nothing takes longer.
echo 'int main (void) { return 0; }' > nothing.c
"$bin/gaspcc" -O2 -finstrument-gasp-functions=emitted nothing.c -o nothing-emitted
gcc -O2 nothing.c -o nothing-plain
: > right
rm -f times wrong
i=0
while [ $i -lt 20 ]; do
  i=$((i + 1))
  timed plain ./nothing-plain
  timed dormant ./nothing-emitted
  rm -rf out
  timed 'gasp-run' "$bin/gasp" run -q --budget=5% -o out ./nothing-emitted
done
standings start ''

for program in $programs; do
  for kind in plain emitted source; do
    build_program "$program" $kind || {
      echo "$program: cannot be built: $(grep -m1 rror "$program-$kind.log")"
      continue 2
    }
  done
  run_program "$program" plain > right
  rm -f times wrong
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    [ ! -t 2 ] || printf '\r%s: run %d of %d ' "$program" $i "$runs" >&2
    timed plain run_program "$program" plain
    timed plain-again run_program "$program" plain
    timed plain-woken run_program "$program" plain ./woken
    for kind in emitted source; do
      timed dormant-$kind run_program "$program" $kind
      for budget in 1% 5% 20%; do
	rm -rf out
	timed $budget-$kind run_program "$program" $kind \
	  "$bin/gasp" run -q --budget=$budget -o out
      done
    done
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
  standings "$program" ''
done
