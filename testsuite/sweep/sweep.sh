#!/bin/sh
# sweep.sh - run the suite's programs with many settings, and attach to them.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: sweep.sh SOURCE BUILD
#
# What make check-sweep does.  Each program of gasp.events and gasp.ways ends and
# says with all of the settings in testsuite/sweep/settings, or attached to and
# detached at random moments, what it does without.  From the environment:
#
#   CC, CXX, FC  the compilers that the plugin was built for
#   PROGRAMS     directories that have others, of one file each
#   PATTERN      only programs whose names match this, e.g. 'alloc-*'
#   OPTIONS      how to compile them, "-O1"
#   SETTINGS     a file like testsuite/sweep/settings
#   MODES        "source emitted"
#   TURNS        how often to attach to a program
#   JOBS         how many programs at a time; as many as there are processors
#
# The last line is "N passed, N failed".

set -u
SOURCE=$(cd "$1" && pwd -P) && BUILD=$(cd "$2" && pwd -P) || exit 2
HERE=$SOURCE/testsuite/sweep
: "${PATTERN:=*}" "${MODES:=source emitted}" "${TURNS:=11}" "${OPTIONS:=-O1}"
: "${PROGRAMS:=$SOURCE/testsuite/gasp.events $SOURCE/testsuite/gasp.ways}"
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
RESULTS=$BUILD/sweep
: "${SETTINGS:=$HERE/settings}"
export SOURCE BUILD HERE RESULTS MODES TURNS OPTIONS SETTINGS
rm -rf "$RESULTS"
mkdir -p "$RESULTS"

programs ()
{
  # shellcheck disable=SC2086 # They are several.
  find $PROGRAMS -maxdepth 1 -name "$PATTERN.[cCf]*" | sort
}

# progress TOTAL: of the programs named on standard input.
progress ()
{
  done=0
  while read -r program; do
    done=$((done + 1))
    [ ! -t 1 ] || printf '\r\033[K'
    grep '^FAIL' "$RESULTS/$program"
    if [ -t 1 ]; then
      printf '[%d/%d] %.60s' "$done" "$1" "$program"
    elif [ $((done % 50)) = 0 ]; then
      echo "[$done/$1]"
    fi
  done
  [ ! -t 1 ] || printf '\r\033[K'
}

count ()
{
  cat "$RESULTS"/* | grep -c "^$1"
}

programs | tr '\n' '\0' | xargs -0 -r -n 1 -P "$jobs" sh "$HERE/one.sh" \
  | progress "$(programs | wc -l)"
echo "$(count NONE) cannot be compared: they are no programs of one file, or no" \
  "two runs are alike"
echo "$(count KNOWN) differ for the reasons in testsuite/sweep/known," \
  "which lists $(grep -c '^[^#]' "$HERE/known")"
echo "$(count PASS) passed, $(count FAIL) failed"
[ "$(count PASS)" -gt 0 ] && [ "$(count FAIL)" = 0 ]
