#!/bin/sh
# torture.sh - run GCC's own test programs with instrumentation, and compare.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: torture.sh SOURCE BUILD
#
# What make check-torture does; settings come from the environment:
#
#   CC, CXX, FC  the compilers that the plugin was built for
#   PATTERN      only tests whose names end in this, e.g. 'execute/pr5*'
#   SAMPLE       "20" takes every 20th test, "20,7" every 20th from the 7th on
#   LEVELS       only these option sets, e.g. '-O2, -O3 -g'
#   MODES        "source emitted"
#   JOBS         how many tests at a time; as many as there are processors
#   SUITES       a table instead of testsuite/torture/suites: further-suites
#                there has GCC's other directories
#   KEEP         if set, keep results though the plugin or libgasp changed
#
# Results are kept below BUILD/torture/results, a file for each test, so that
# a run that was interrupted goes on where it was, and failures are tried
# again.  The last line is "N passed, N failed".

set -uf
SOURCE=$(cd "$1" && pwd -P) && BUILD=$(cd "$2" && pwd -P) || exit 2
HERE=$SOURCE/testsuite/torture
TORTURE=$BUILD/torture
RESULTS=$TORTURE/results FAILED=$TORTURE/failed
: "${CC:=gcc}" "${CXX:=g++}" "${FC:=gfortran}"
: "${SUITES:=$HERE/suites}"
: "${PATTERN=}" "${SAMPLE:=1}" "${LEVELS=}" "${MODES:=source emitted}" "${KEEP=}"
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}

# Tests see no settings of the caller.
for name in $(env | sed -n 's/^\(GASP[A-Z_]*\|LD_PRELOAD\|OMP_[A-Z_]*\|MAKEFLAGS\|MFLAGS\|MAKELEVEL\|C\(XX\)\{0,1\}FLAGS\)=.*/\1/p')
do
  unset "$name"
done
export LC_ALL=C

# make_tool: in one step, as another run may be using it.
make_tool ()
{
  TOOL=$TORTURE/check.so
  $CC -O2 -shared -fPIC -I"$BUILD/include" -I"$SOURCE/include" \
    "$SOURCE/testsuite/tools/check.c" "$SOURCE/testsuite/tools/own-strings.c" \
    -o "$SCRATCH/check.so" -pthread \
    && mv -f "$SCRATCH/check.so" "$TOOL"
}

# discard_stale: results that were found with another plugin or runtime.
discard_stale ()
{
  now=$(cat "$BUILD"/lib/gasp.so "$BUILD"/lib/gasp-passes.so \
    "$BUILD"/lib/libgasp.so.1 "$TOOL" 2>/dev/null | cksum)
  if [ -z "$KEEP" ] && [ "$now" != "$(cat "$TORTURE/made-with" 2>&1)" ]; then
    rm -rf "$RESULTS" "$FAILED"
  fi
  mkdir -p "$RESULTS" "$FAILED"
  printf '%s\n' "$now" > "$TORTURE/made-with"
}

# tests_in DIRECTORY FILES ACTION: the tests there that are wanted.
tests_in ()
{
  deep='-maxdepth 1'
  case $1 in */'**') deep=; set -- "${1%/*}" "$2" "$3";; esac
  for place in $(ls "$SOURCES"); do
    cd "$SOURCES/$place/testsuite" && [ -d "$1" ] || continue
    find "$1" $deep -type f -name "$2" -path "*$PATTERN" \
      ! -name '*-lib.c' | sort | if [ "$3" = none ]; then
	xargs -r grep -lE 'dg-do +run'
      else
	cat
      fi
  done
}

# all_tests: a test and the line of its suite, each on a line.
all_tests ()
{
  sed '/^#/d; /^levels/d; /^$/d' "$SUITES" | while read -r suite; do
    set -- $suite
    tests_in "$1" "$2" "$4" | while read -r test; do
      printf '%s\n%s\n' "$test" "$suite"
    done
  done
}

# sample: of the tests from all_tests.  They are in the order of suites and
# names, so that each suite has its share.
sample ()
{
  awk -v every="${SAMPLE%,*}" -v first="${SAMPLE#*,}" '
    int ((NR - 1) / 2) % every == (first - 1) % every'
}

# chosen_results: their lines, each with the test's name in front.
chosen_results ()
{
  cd "$RESULTS" || return
  sed 'n; d' "$SCRATCH/chosen" | while read -r test; do
    [ -f "$test" ] && sed "s|^|$test	|" "$test"
  done
}

# progress TOTAL: of the tests named on standard input.
progress ()
{
  done=0
  while read -r test; do
    done=$((done + 1))
    if grep -q '^FAIL' "$RESULTS/$test" 2>/dev/null; then
      printf '\r%s: %s\033[K\n' "$test" \
	"$(grep -m 1 '^FAIL' "$RESULTS/$test" | tr '\t' ' ')"
    fi
    if [ -t 1 ]; then
      printf '\r[%d/%d] %.60s\033[K' "$done" "$1" "$test"
    elif [ $((done % 500)) = 0 ]; then
      echo "[$done/$1]"
    fi
  done
  [ ! -t 1 ] || printf '\r\033[K'
}

count ()
{
  awk -F '\t' -v kind="$1" '$2 == kind { n++ } END { print n + 0 }' \
    "$SCRATCH/summary"
}

# report: what failed, with the command that repeats it, and the counts.
report ()
{
  chosen_results > "$SCRATCH/summary"
  awk -F '\t' -v repeat="$repeat" '$2 == "FAIL" {
    printf "FAIL: %s (%s)\n  %s PATTERN=%s LEVELS=%s MODES=%s\n",
      $1, $5, repeat, "\047" $1 "\047", "\047" $3 "\047", $4
  }' "$SCRATCH/summary"
  [ "$(count FAIL)" = 0 ] || echo "The commands and output of each: $FAILED"
  echo "$(count NONE) cannot be made or run without the plugin either"
  echo "$(count KNOWN) differ for the reasons in testsuite/torture/known," \
    "which lists $(grep -c '^[^#]' "$HERE/known"), or are refused"
  echo "$(count PASS) passed, $(count FAIL) failed"
  [ "$(count PASS)" -gt 0 ] && [ "$(count FAIL)" = 0 ]
}

# What repeats a test that failed, in front of which one.
repeat="make check-torture"
[ "$2" = build ] || repeat="$repeat O='$2'"
[ "$CC" = gcc ] || repeat="$repeat CC='$CC'"

printf %s "$SAMPLE" | grep -Eqx '[1-9][0-9]*(,[1-9][0-9]*)?' || {
  echo "SAMPLE=$SAMPLE should be a number, or two: 20 or 20,7" >&2
  exit 2
}
SOURCES=$(sh "$HERE/sources.sh" "$SOURCE" "$TORTURE" "$CC") || exit
SCRATCH=$(mktemp -d "$TORTURE/run.XXXXXX") || exit
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 130' INT TERM
make_tool || exit
discard_stale
all_tests | sample > "$SCRATCH/chosen"
total=$(($(wc -l < "$SCRATCH/chosen") / 2))
[ "$total" -gt 0 ] || { echo "No test is called *$PATTERN" >&2; exit 1; }
echo "$total tests, with the sources of $SOURCES"
export HERE SUITES SOURCES BUILD RESULTS FAILED SCRATCH TOOL CC CXX FC LEVELS MODES
tr '\n' '\0' < "$SCRATCH/chosen" \
  | nice xargs -0 -n 2 -P "$jobs" sh "$HERE/one.sh" | progress "$total"
report
