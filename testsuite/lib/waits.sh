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

# check_waits FILE: for each line "MARK PROCESS NANOSECONDS WHOM" in the file said, PROCESS
# waited so long at the line of FILE with MARK, for WHOM; within a twentieth, and what a
# busy machine may take between looks at the clock.
check_waits ()
{
  while read -r mark process truth whom; do
    at=$(line "$mark" "$1")
    awk -v at="$at" -v process="$process" -v truth="$truth" -v whom="$whom" '
      $1 == at && $2 == process {
	rows++
	right = $3 > 0.95 * truth - 2e6 && $3 < 1.05 * truth + 2e6 && $4 == whom
      }
      END { exit !(rows == 1 && right) }' waits \
      || { cat waits; fail "$mark at $at, process $process: not $truth ns for $whom"; }
  done < said
}
