#!/bin/sh
# run.sh - run the test suite and count.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: run.sh SOURCE BUILD [DIRECTORY[/PATTERN]...]
#
# SOURCE is the source tree, BUILD the build tree.  The directories are
# gasp.plugin, gasp.events, gasp.ways, gasp.tool, gasp.upc and gasp.real, or just
# their second words; without any, all of them.  PATTERN chooses test files by name.
# Everything is written below BUILD/testsuite: a directory for each part of
# the run, with gasp.sum and gasp.log.  The last line is "N passed, N failed";
# the status is 0 only if nothing failed and something passed.
#
# RUNNER is the command that runs a program for another machine, which BUILD is
# for, as a prefix: "qemu-aarch64 -L /usr/aarch64-linux-gnu".
#
# FLAGS are options for all that the tests compile by gaspcc and its like.
#
# JOBS parts, by default as many as there are processors, up to 4, run at the
# same time.

set -u

usage ()
{
  sed -n '/^# usage:/,/^$/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

# run_part DIRECTORY I/N PATTERN: one runtest, in a directory of its own.
# The links keep spaces out of the names that runtest sees.
run_part ()
{
  work=$BUILD/testsuite/$1.${2%/*}$(printf %s "$3" | tr -c 'A-Za-z0-9.-' _)
  rm -rf "$work"
  mkdir -p "$work" && cd "$work" || exit 2
  ln -s "$SOURCE/testsuite" testsuite
  selection=${1#gasp.}.exp
  [ -z "$3" ] || selection="$selection=$3"
  runtest --tool gasp --srcdir testsuite --directory "$1" \
    "$selection" SHARD="$2" BUILD="$BUILD" SOURCE="$SOURCE" \
    RUNNER="${RUNNER-}" \
    > runtest.out 2>&1
  echo "$1 $2: $(grep -c '^PASS' gasp.sum 2> /dev/null) passed"
}

# What was said before each result of the first tests that failed.
reasons ()
{
  for part in "$BUILD"/testsuite/gasp.*/; do
    grep -E -B 8 '^(FAIL|XPASS|ERROR|UNRESOLVED):' "$part/gasp.log" 2> /dev/null
  done | cut -c 1-300 | head -n 60 | sed 's/^/  | /'
}

# The number of results of the kinds given in all sums.
results ()
{
  cat "$BUILD"/testsuite/gasp.*/gasp.sum 2> /dev/null | grep -Ec "^($1):"
}

report ()
{
  cat "$BUILD"/testsuite/gasp.*/gasp.sum 2> /dev/null \
    | grep -E '^(FAIL|XPASS|ERROR|UNRESOLVED|UNSUPPORTED|UNTESTED|WARNING):'
  # A part that runtest could not start or finish has no summary.
  lost=0
  for part in "$BUILD"/testsuite/gasp.*/; do
    grep -q 'Summary ===' "$part/gasp.sum" 2> /dev/null && continue
    echo "run.sh: $part: runtest did not finish:"
    tail -n 5 "$part/runtest.out"
    lost=$((lost + 1))
  done
  passed=$(results 'PASS|XFAIL')
  failed=$(($(results 'FAIL|XPASS|ERROR|UNRESOLVED') + lost))
  [ "$passed" -gt 0 ] || echo "run.sh: nothing passed"
  reasons
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

# The parts of the run, a line each.  The events take longest, hence first
# and divided.
parts ()
{
  for part in "$@"; do
    pattern=
    case $part in */*) pattern=${part#*/}; part=${part%%/*} ;; esac
    part=gasp.${part#gasp.}
    case $part in
      gasp.events | gasp.ways | gasp.upc) shards='0/4 1/4 2/4 3/4' ;;
      *) shards=0/1 ;;
    esac
    for shard in $shards; do
      printf '%s\n%s\n%s\n' "$part" $shard "$pattern"
    done
  done
}

if [ "${1-}" = --part ]; then
  shift
  run_part "$@"
  exit 0
fi

[ $# -ge 2 ] || usage
SOURCE=$(cd "$1" && pwd -P) && BUILD=$(cd "$2" && pwd -P) || usage
shift 2
[ $# -gt 0 ] || set -- events ways upc plugin tool real
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
jobs=${JOBS:-$(nproc 2> /dev/null || echo 2)}
[ "$jobs" -le 4 ] || jobs=4
export SOURCE BUILD
rm -rf "$BUILD"/testsuite/gasp.*
mkdir -p "$BUILD/testsuite"
parts "$@" | tr '\n' '\0' | xargs -0 -n 3 -P "$jobs" sh "$SOURCE/testsuite/run.sh" --part
report
