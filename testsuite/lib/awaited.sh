# awaited.sh - what tests of waits for some ranks share, with awaited.h: lines of these
# have it.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/mpi-events.sh"

# measure OPTION...: runs prog.c on four ranks of $MPI, or RANKS, into profile and rows: table, line,
# rank, nanoseconds, for whom, and calls.
measure ()
{
  rm -rf profile
  run 0 mpicc -g -O1 -w --profile -I"$HERE/../lib" "$@" prog.c -o prog
  run 0 mpirun.$MPI -n ${RANKS-4} "$GASP" run -q -o profile ./prog
  mv out out.prog
  run 0 "$GASP" report --format=csv --view=peers profile
  tr -d '"' < out | awk -F, '
    BEGIN {
      whom["barriers"] = "slowest"; whom["late-senders"] = "sender"
      whom["late-receivers"] = "receiver"; whom["remote-locks"] = "holder"
    }
    $1 == "table" { delete column; for (i = 1; i <= NF; i++) column[$i] = i }
    $1 in whom && $2 ~ /^[0-9]/ && $column["file"] == "prog.c" {
      who = $column[whom[$1]]
      printf "%s %s %s %.0f %s %s\n", $1, $column["line"], $2, $column["waiting"],
	who == "" ? "-" : who, $column["calls"]
    }' > rows
}

lines () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }

# check TABLE NAME RANK...: these ranks waited there as long as the program says, within
# a twentieth and 20 ms, as it may be kept from the processor between its clock and the
# call; and if it was more than 100 ms, for whom it says.  If not, says so in "wrong".
check ()
{
  table=$1 name=$2; shift 2
  for rank; do
    awk -v table="$table" -v at="$(lines $name)" -v name="$name" -v rank="$rank" '
      FNR == NR { if ($1 == name && $2 == rank) { truth = $3; who = $4; said++ } next }
      $1 == table && $2 == at && $3 == rank { found = $4; for_whom = $5; rows++ }
      END {
	off = found > truth ? found - truth : truth - found
	if (said != 1 || rows > 1 || off > truth / 20 + 20e6 ||
	    (truth >= 100e6 && for_whom != who))
	  print name, "rank", rank, "at line", at, found, for_whom, "not", truth, who
      }' out.prog rows >> wrong
  done
}

# measured COMMAND OPTION...: measures with these, until COMMAND finds nothing wrong, but
# not more than six times: a busy machine may keep ranks from running.
measured ()
{
  checks=$1; shift
  for attempt in 1 2 3 4 5 6; do
    : > wrong
    measure "$@"
    $checks
    [ -s wrong ] || return 0
  done
  cat out.prog rows
  fail "$MPI: $(cat wrong)"
}
