# rare.sh - what tests of few long waits among very many calls share: lines of these have it.
#
# SPDX-License-Identifier: Apache-2.0
#
# After mpi-events.sh; the program is in prog.c and prints what late.h has it say.

# rare_profile VIEWS: of a run of prog.c on two ranks, in "profile"; what it prints, in
# "out.prog", and these tables and delays, in "rows".
rare_profile ()
{
  rm -rf profile
  run 0 mpicc -g -O1 -w --profile -I"$HERE/../lib" prog.c -o prog
  run 0 mpirun.$MPI -n 2 "$GASP" run -q -o profile ./prog
  mv out out.prog
  run 0 "$GASP" report --format=csv --view=$1,delays profile
  sed 's/sleep, /sleep or /' out | tr -d '"' > rows
}

# check TABLE MARK RANK CAUSE: what RANK waits there is in TABLE, as it finds by its own clock,
# and most of that for which it finds that others sleep, which it prints as MARK-long, is for
# CAUSE.
check ()
{
  awk -F, -v table="$1" -v at="$(lines $2)" -v rank="$3" -v cause="$4" \
      -v truth="$(sed -n "s/^$2 $3 \([0-9]*\) .*/\1/p" out.prog)" \
      -v long="$(sed -n "s/^$2-long \([0-9]*\)/\1/p" out.prog)" '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == table && $column["line"] == at && (table != "barriers" || $2 == rank) {
      waited += $column["waiting"]
      error += $column["waiting_error"]
    }
    $1 == "delays" && $column["caller"] ~ "^" cause { caused += $column["waiting"] }
    END {
      off = waited > truth ? waited - truth : truth - waited
      print waited " +- " error, truth, caused " of " long
      exit !(truth > 0 && off < truth / 10 + 2 * error && error < truth / 2 && long > 0 &&
	     caused > long / 2)
    }' rows > found || { cat found; fail "$MPI: rare waits at $2 are not right"; }
}
