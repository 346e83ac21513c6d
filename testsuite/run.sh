#!/bin/sh
# run.sh - run the test suite and count.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: run.sh SOURCE BUILD [DIRECTORY[/PATTERN]...]
#
# SOURCE is the source tree, BUILD the build tree.  The directories are
# gasp.plugin, gasp.events, gasp.ways, gasp.tool, gasp.upc, gasp.omp, gasp.device, gasp.mpi,
# gasp.real and gasp.timing, or just their second words; without any, all of them.  PATTERN
# chooses test files by name.  Everything is written below BUILD/testsuite: a
# directory for each part of the run, with gasp.sum and gasp.log.  The last line is
# "N passed, N failed"; above it, "N unsupported", and for what reasons.  The status
# is 0 only if nothing failed and something passed.
#
# ALL=yes runs each test in all its ways, and those that take long, as is done where
# there is a PATTERN; ALL=no, as where there is none, runs event tests, and some like
# them, at some optimisation levels, which differ from test to test.
#
# RUNNER is the command that runs a program for another machine, which BUILD is
# for, as a prefix: "qemu-aarch64 -L /usr/aarch64-linux-gnu".
#
# FLAGS are options for all that the tests compile by gaspcc and its like.
#
# JOBS runtests, by default three for two processors, as many tests mostly wait, run at
# the same time, and each takes the next test that none has taken; scripts that took long
# in the last run come first.  gasp.timing, whose tests compare times, runs when all others have ended.
# BUILD/testsuite/seconds has the seconds of each test, those of a processor, and its
# name, the longest first.
#
# A few that failed run once more, alone: what passes then is listed as unsteady, with
# what was said when it failed, and does not count as failed.

set -u

usage ()
{
  sed -n '/^# usage:/,/^$/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

# run_part DIRECTORY I PATTERN: the Ith runtest of it, in a directory of its own.
# The links keep spaces out of the names that runtest sees.
run_part ()
{
  pattern=$(printf %s "$3" | tr -c 'A-Za-z0-9.-' _)
  case $2 in
    again/) work=$BUILD/testsuite/again/$1$pattern ;;
    *) work=$BUILD/testsuite/$1.$2$pattern ;;
  esac
  claims=$BUILD/testsuite/claims/$1$pattern
  rm -rf "$work"
  [ "$2" != again/ ] || rm -rf "$claims"
  mkdir -p "$work" "$claims" && cd "$work" || exit 2
  ln -s "$SOURCE/testsuite" testsuite
  selection=${1#gasp.}.exp
  if [ -n "$3" ]; then
    selection="$selection=$3"
    [ "$2" = again/ ] || ALL=${ALL:-yes}
  fi
  ALL=${ALL-} runtest --tool gasp --srcdir testsuite --directory "$1" \
    "$selection" CLAIMS="$claims" BUILD="$BUILD" SOURCE="$SOURCE" \
    FIXTURES="$BUILD/testsuite/fixtures" RUNNER="${RUNNER-}" \
    > runtest.out 2>&1
  echo "$1 $2: $(grep -c '^PASS' gasp.sum 2> /dev/null) passed"
}

# What was said before each result of the first tests that failed.
reasons ()
{
  for part in "$BUILD"/testsuite/gasp.*/ "$BUILD"/testsuite/again/*/; do
    grep -E -B 8 '^(FAIL|XPASS|ERROR|UNRESOLVED):' "$part/gasp.log" 2> /dev/null
  done | cut -c 1-300 | head -n 60 | sed 's/^/  | /'
}

# The number of results of the kinds given in all sums.
results ()
{
  cat "$BUILD"/testsuite/gasp.*/gasp.sum 2> /dev/null | grep -Ec "^($1):"
}

# What could not be tested here, by reason: the first test and how many more.
# The reason is in the brackets that a result ends with.
unsupported ()
{
  skipped=$(results 'UNSUPPORTED|UNTESTED')
  [ "$skipped" -gt 0 ] || return
  echo "$skipped unsupported:"
  cat "$BUILD"/testsuite/gasp.*/gasp.sum \
    | sed -n 's/^\(UNSUPPORTED\|UNTESTED\): //p' \
    | awk '{ reason = "not with this compiler or processor"
	     if (match ($0, /\(.*\)$/))
	       reason = substr ($0, RSTART + 1, RLENGTH - 2)
	     if (!tests[reason]++) first[reason] = $1 }
	   END { for (reason in tests)
		   print "  " reason ": " first[reason] \
		     (tests[reason] > 1 ? " and " tests[reason] - 1 " more" : "") }' \
    | sort
}

# Writes the seconds of each test, of this run or else of an earlier one, to the file
# that the next run reads, and prints the ten longest of this one.
keep_seconds ()
{
  seconds=$BUILD/testsuite/seconds
  cat "$BUILD"/testsuite/gasp.*/seconds 2> /dev/null | sort -rn > "$seconds.new"
  { echo "the longest tests, in seconds, and in the processor's:"
    head -n 10 "$seconds.new"; } | sed '2,$s/^/  /'
  cat "$seconds.new" "$seconds" 2> /dev/null \
    | awk '{ name = $0; sub(/^[^ ]* [^ ]* /, "", name) } !(name in seen) { seen[name]; print }' \
    | sort -rn > "$seconds.all"
  mv "$seconds.all" "$seconds"
  rm -f "$seconds.new"
}

# More failures than this are no accidents.
MOST_AGAIN=6

# failures FILE...: the tests that failed in these sums, by file, as gasp.PART/FILE.
failures ()
{
  cat "$@" 2> /dev/null | sed -nE 's/^(FAIL|ERROR|UNRESOLVED): ([^ ]+).*/\2/p' | sort -u
}

# Runs the tests that failed once more, each alone, below BUILD/testsuite/again; what
# passes there has UNSTEADY in place of FAIL in the sums of the first run.
run_again ()
{
  rm -rf "$BUILD/testsuite/again"
  failed=$(failures "$BUILD"/testsuite/gasp.*/gasp.sum)
  [ -n "$failed" ] && [ "$(echo "$failed" | wc -l)" -le $MOST_AGAIN ] || return 0
  for test in $failed; do
    file=${test##*/}
    printf '%s\n%s\n%s\n' "${test%%/*}" again/ "$file" | run_all 1
    sum=$BUILD/testsuite/again/${test%%/*}$file/gasp.sum
    grep -q '^PASS' "$sum" && [ -z "$(failures "$sum")" ] || continue
    sed -i -E "s,^(FAIL|ERROR|UNRESOLVED): $test( |\$),UNSTEADY: $test\2," \
      "$BUILD/testsuite/${test%%/*}".*/gasp.sum
  done
}

report ()
{
  cat "$BUILD"/testsuite/gasp.*/gasp.sum 2> /dev/null \
    | grep -E '^(FAIL|XPASS|ERROR|UNRESOLVED|WARNING|UNSTEADY):'
  # A part that runtest could not start or finish has no summary.
  lost=0
  for part in "$BUILD"/testsuite/gasp.*/; do
    grep -q 'Summary ===' "$part/gasp.sum" 2> /dev/null && continue
    echo "run.sh: $part: runtest did not finish:"
    tail -n 5 "$part/runtest.out"
    lost=$((lost + 1))
  done
  passed=$(results 'PASS|XFAIL|UNSTEADY')
  failed=$(($(results 'FAIL|XPASS|ERROR|UNRESOLVED') + lost))
  [ "$passed" -gt 0 ] || echo "run.sh: nothing passed"
  reasons
  unsupported
  # What one test counts for many (unit/unit.sh).
  cat "$BUILD"/testsuite/gasp.*/gasp.log 2> /dev/null | grep '^units: ' | head -n 1
  unsteady=$(results UNSTEADY)
  [ "$unsteady" -eq 0 ] || echo "$unsteady unsteady: failed, and passed when run again alone"
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

# parts KIND PART...: the runtests of the run, three lines each, that are of this KIND,
# "timing" or "other".
parts ()
{
  kind=$1
  shift
  for part in "$@"; do
    pattern=
    case $part in */*) pattern=${part#*/}; part=${part%%/*} ;; esac
    part=gasp.${part#gasp.}
    case $kind,$part in
      timing,gasp.timing) of=1 ;;
      timing,* | other,gasp.timing) continue ;;
      *) of=$jobs ;;
    esac
    number=0
    while [ $number -lt "$of" ]; do
      printf '%s\n%s\n%s\n' "$part" "$number" "$pattern"
      number=$((number + 1))
    done
  done
}

# run_all N: the parts that are read, N at the same time.
run_all ()
{
  tr '\n' '\0' | xargs -0 -r -n 3 -P "$1" sh "$SOURCE/testsuite/run.sh" --part
}

if [ "${1-}" = --part ]; then
  shift
  run_part "$@"
  exit 0
fi

[ $# -ge 2 ] || usage
SOURCE=$(cd "$1" && pwd -P) && BUILD=$(cd "$2" && pwd -P) || usage
shift 2
[ $# -gt 0 ] || set -- tool events ways upc plugin omp mpi real timing
for part in "$@"; do
  directory=gasp.${part#gasp.}
  [ -d "$SOURCE/testsuite/${directory%%/*}" ] || usage
done
if ! command -v runtest > /dev/null; then
  echo 'run.sh: runtest not found: install DejaGnu (package "dejagnu")' >&2
  exit 1
fi

# Tests see no settings of the caller, and leave no cores.
for name in $(env | sed -n 's/^\(GASP[A-Z_]*\|UPC_THREADS\|LD_PRELOAD\|MAKEFLAGS\|MFLAGS\|MAKELEVEL\|CFLAGS\|CXXFLAGS\|DEJAGNU\)=.*/\1/p'); do
  unset "$name"
done
[ -z "${FLAGS-}" ] || export GASPCC_FLAGS="$FLAGS"
ulimit -c 0
processors=$(nproc 2> /dev/null || echo 2)
jobs=${JOBS:-$(((3 * processors + 1) / 2))}
export SOURCE BUILD
rm -rf "$BUILD"/testsuite/gasp.* "$BUILD"/testsuite/claims
mkdir -p "$BUILD/testsuite"
sh "$SOURCE/testsuite/fixtures.sh" "$SOURCE" "$BUILD" "$BUILD/testsuite/fixtures" || exit
parts other "$@" | run_all "$jobs"
parts timing "$@" | run_all 1
run_again
keep_seconds
report
