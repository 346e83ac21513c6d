# table.sh - a table of the report, and its fields by name.
#
# SPDX-License-Identifier: Apache-2.0

# table NAME PROFILE [VIEW [OPTION...]]: the table NAME, of VIEW, as table.csv.  Fields
# have no commas in tests.
table ()
{
  of=$1 in=$2 view=${3:-$1}
  [ $# -lt 3 ] && shift 2 || shift 3
  run 0 "$GASP" report --format=csv --view="$view" --limit=0 --output=tables.csv "$@" \
    "$in"
  awk -F, -v name="$of" '{ line = $0; gsub (/"/, "") }
    $1 == "table" { header = line }
    $1 == name { if (!count++) print header; print line }
    $1 != "table" && !header { print line }' tables.csv > table.csv
}

# field KEY VALUE NAME: NAME of those of its rows whose KEY is VALUE.
field ()
{
  awk -F, -v key="$1" -v value="$2" -v name="$3" '{ gsub (/"/, "") }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i
	      if (!(key in at) || !(name in at)) print "no column" }
    NR > 1 && $at[key] == value { print $at[name] }' table.csv
}

sum () { awk '{ s += $1 } END { printf "%.0f\n", s }'; }

same () { [ "$2" = "$3" ] || { cat table.csv; fail "$1: $2, not $3"; }; }
least ()
{
  awk -v x="$2" -v y="$3" 'BEGIN { exit !(x != "" && x + 0 >= y) }' \
    || { cat table.csv; fail "$1: $2, less than $3"; }
}
most ()
{
  awk -v x="$2" -v y="$3" 'BEGIN { exit !(x != "" && x + 0 <= y) }' \
    || { cat table.csv; fail "$1: $2, more than $3"; }
}
# As most, of a time: on a busy machine anything may take longer.
most_time ()
{
  awk -v n="$(nproc)" '{ exit !($1 > n) }' /proc/loadavg || most "$@"
}
