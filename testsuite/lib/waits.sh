# waits.sh - what tests of waits share: what the program says of its own waits is
# compared with the tables of the report.
#
# SPDX-License-Identifier: Apache-2.0

# line MARK FILE: the line that has MARK in a comment.
line ()
{
  grep -nE "/\* $1 \*/|! $1\$" "$2" | cut -d: -f1
}

# waits_of PROFILE: puts what PROFILE's tables have into the file waits: line, process,
# nanoseconds, and for whom.
waits_of ()
{
  run 0 "$GASP" report --format=csv --view=barriers,late-senders "$1"
  cp out tables
  sed 's/"//g' out | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i
		    whom = $4 }
    $1 != "table" && $2 ~ /^[0-9]/ {
      print $column["line"], $column["thread"], $column["waiting"], $column[whom]
    }' > waits
}

# waits_for LINE PROCESS WHOM: PROCESS waited there mostly for WHOM.
waits_for ()
{
  grep -qE "^$1 $2 [1-9][0-9]* $3\$" waits \
    || { cat waits; fail "process $2 does not wait for $3 at line $1"; }
}

# check_waits FILE COUNT COMMAND...: runs COMMAND, the profiled program of FILE, into the
# directory profile.  For each of the COUNT lines "MARK PROCESS NANOSECONDS WHOM" that it
# prints, PROCESS waited so long at the line of FILE with MARK, for WHOM; within a twentieth
# and 2 ms.  It may lose its processor between its look at the clock and the wait: not four
# times in a row.
check_waits ()
{
  of=$1 wanted=$2; shift 2
  for attempt in 1 2 3 4; do
    rm -rf profile
    run 0 "$@"
    grep -E '^[A-Z]+ [0-9]' out > said
    [ "$(wc -l < said)" = "$wanted" ] || { cat said; fail "not all waits were noted"; }
    waits_of profile
    are_as_said "$of" > wrong
    [ -s wrong ] || return 0
  done
  cat waits
  fail "$(cat wrong)"
}

# are_as_said FILE: prints what is not.
are_as_said ()
{
  while read -r mark process truth whom; do
    at=$(line "$mark" "$1")
    awk -v at="$at" -v process="$process" -v truth="$truth" -v whom="$whom" '
      $1 == at && $2 == process {
	rows++
	right = $3 > 0.95 * truth - 2e6 && $3 < 1.05 * truth + 2e6 && $4 == whom
      }
      END { exit !(rows == 1 && right) }' waits \
      || echo "$mark at $at, process $process: not $truth ns for $whom"
  done < said
}
