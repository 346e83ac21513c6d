#!/bin/sh
# timing.sh - what being profiled costs, with --timing=auto and all.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: timing.sh BUILD RUNS
#
# A JSON library in C++, a kernel in Fortran, a program with threads, each built
# in several ways and run in turns, RUNS times.  A figure is the least time over
# the least of the plain build; "plain-again" shows the noise.  Checks that
# results are the same, that both kinds of timing count the same, and that the
# count is right where the program knows it.  Peers run where they are
# installed.

set -eu
build=$(cd "$1" && pwd)
runs=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$build/bench/timing
rm -rf "$work"
mkdir -p "$work"
cd "$work"
bin=$build/bin

# Functions in the system's own directories are not instrumented.
mkdir include
cp -r /usr/include/nlohmann include 2> /dev/null || :

has () { command -v "$1" > /dev/null; }

# Program $1, for contestants $2, with options.
build_one () {
  program=$1 suffix=$2
  shift 2
  case $program in
    json) $cxx -O2 -Iinclude "$@" "$here/json.cc" -o json-$suffix ;;
    kernel) $fc -O2 -fno-inline "$@" "$here/kernel.f90" -o kernel-$suffix ;;
    threads) $cc -O2 -pthread "$@" "$here/threads.c" -o threads-$suffix ;;
  esac
}

build_all () {
  cc=gcc cxx=g++ fc=gfortran
  build_one $1 plain
  build_one $1 pg -pg
  cc=$bin/gaspcc cxx=$bin/gaspc++ fc=$bin/gaspfort
  build_one $1 emitted -finstrument-gasp-functions=emitted
}

# One run of contestant $2 of program $1.
run_one () {
  case $2 in
    plain*) ./$1-plain ;;
    dormant) ./$1-emitted ;;
    auto | all) GASP_TIMING=$2 GASP_OUTPUT=out-$1-$2 \
      LD_PRELOAD=$build/lib/libgasptool.so ./$1-emitted ;;
    gprof) ./$1-pg ;;
    uftrace) uftrace record --no-libcall -d uftrace-$1 ./$1-pg ;;
    callgrind) valgrind -q --tool=callgrind --callgrind-out-file=/dev/null \
      ./$1-plain ;;
  esac
}

# The calls of functions in records, all of them or those of $2.
count_calls () {
  "$bin/gasp" report --format=csv --view=flat $1 | awk -F'"' -v name="$2" '
    $4 == name || (!name && $0 ~ /"function"/) { split ($3, f, ",");
      n += f[6] } END { print n }'
}

report () {
  sort -s -k1,1 times | awk -v program=$1 '
    { if (!($1 in least) || $2 < least[$1]) least[$1] = $2
      if ($2 > most[$1]) most[$1] = $2 }
    END { for (name in least)
	    printf "%-8s %-12s %8.3f  %9.1f ms to %.1f\n", program, name,
	      least[name] / least["plain"], least[name] / 1e6,
	      most[name] / 1e6 }' | sort -k3,3n
}

contestants='plain plain-again dormant auto all gprof'
! has uftrace || contestants="$contestants uftrace"
! has valgrind || contestants="$contestants callgrind"

for program in json kernel threads; do
  if ! build_all $program > log 2>&1; then
    echo "$program: cannot be built here: $(grep -m1 rror log)"
    continue
  fi
  : > times
  ./$program-plain > right
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    for contestant in $contestants; do
      case $contestant in uftrace | callgrind) [ $i -le 2 ] || continue ;; esac
      rm -rf out-$program-$contestant uftrace-$program
      start=$(date +%s%N)
      run_one $program $contestant > result 2> errors
      end=$(date +%s%N)
      cmp -s result right || echo "$program: $contestant prints something else"
      echo "$contestant $((end - start))" >> times
    done
  done
  report $program
  auto=$(count_calls out-$program-auto '') all=$(count_calls out-$program-all '')
  [ "$auto" = "$all" ] && echo "$program: $all calls, with auto and all" \
    || echo "$program: $auto calls with auto, $all with all"
  if [ $program = threads ]; then
    known=$(cat right) found=$(count_calls out-threads-auto 'unsigned int step(unsigned int)')
    [ "$known" = "$found" ] && echo "threads: $known calls of step, as it says itself" \
      || echo "threads: $found calls of step, and not $known"
  fi
done
