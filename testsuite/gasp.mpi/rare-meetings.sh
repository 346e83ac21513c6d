# A few long waits for the last rank, or for the root's, among so many collective functions
# that few are listed: they are in the table of waiting, as long as the program finds by its
# own clock, but for the error that is said, and it is known what they come from.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
one_mpi
cat > prog.c <<'END'
#include <mpi.h>
#include "late.h"
#include <unistd.h>
static void
prepare (void)
{
  usleep (100000);
}
static void
steer (void)
{
  usleep (100000);
}
int
main (int argc, char **argv)
{
  double begin, last;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  for (int i = 0; i < 40000; i++)
    {
      if (me == 0 && i % 7001 == 3000)
	prepare ();
      begin = now ();
      MPI_Allreduce (&begin, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); /* ALL */
      note (begin, last);
    }
  say ("ALL");
  for (int i = 0; i < 40000; i++)
    {
      if (me == 0 && i % 7001 == 3000)
	steer ();
      begin = now ();
      last = begin;
      MPI_Bcast (&last, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* ROOT */
      note (begin, last);
    }
  say ("ROOT");
  MPI_Finalize ();
  return 0;
}
END
# check MARK CAUSE: what rank 1 waits there, as the program finds, and mostly for that.
check ()
{
  awk -F, -v at="$(lines $1)" -v cause="$2" \
      -v truth="$(sed -n "s/^$1 1 \([0-9]*\) .*/\1/p" out.prog)" '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "barriers" && $column["line"] == at && $2 == 1 {
      waited += $column["waiting"]
      error += $column["waiting_error"]
    }
    $1 == "delays" && $column["caller"] ~ "^" cause { caused += $column["waiting"] }
    END {
      off = waited > truth ? waited - truth : truth - waited
      print waited " +- " error, truth, caused
      exit !(truth > 0 && off < truth / 10 + 2 * error && error < truth / 2 &&
	     caused > 400e6)
    }' rows > found || { cat found; fail "$MPI: rare waits at $1 are not right"; }
}
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -g -O1 -w --profile -I"$HERE/../lib" prog.c -o prog
  run 0 mpirun.$MPI -n 2 "$GASP" run -q -o profile ./prog
  mv out out.prog
  run 0 "$GASP" report --format=csv --view=barriers,delays profile
  sed 's/sleep, /sleep or /' out | tr -d '"' > rows
  check ALL prepare
  check ROOT steer
done
