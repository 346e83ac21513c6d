# A few long waits for a sender, or a receiver, among so many messages that few are listed:
# they are in the tables of waiting, as long as the program finds by its own clock, but for
# the error that is said, and it is known what they come from.
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
take_in (void)
{
  usleep (100000);
}
int
main (int argc, char **argv)
{
  double sent[4], got[4], begin;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  for (int i = 0; i < 60000; i++)
    if (me == 0)
      {
	if (i % 11000 == 3000)
	  prepare ();
	sent[0] = now ();
	MPI_Send (sent, 1 + i % 3, MPI_DOUBLE, 1, i % 2, MPI_COMM_WORLD);
      }
    else
      {
	begin = now ();
	MPI_Recv (got, 4, MPI_DOUBLE, 0, i % 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* RECV */
	note (begin, got[0]);
      }
  if (me == 1)
    say ("RECV");
  for (int i = 0; i < 30000; i++)
    if (me == 0)
      {
	begin = now ();
	MPI_Ssend (sent, 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD); /* SSEND */
	MPI_Recv (got, 1, MPI_DOUBLE, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	note (begin, got[0]);
      }
    else
      {
	if (i % 7000 == 3000)
	  take_in ();
	got[0] = now ();
	MPI_Recv (sent, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Send (got, 1, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);
      }
  if (me == 0)
    say ("SSEND");
  MPI_Finalize ();
  return 0;
}
END
# check TABLE MARK CAUSE: what is waited there, as the program finds, and mostly for that.
check ()
{
  awk -F, -v table="$1" -v at="$(lines $2)" -v cause="$3" \
      -v truth="$(sed -n "s/^$2 [0-9]* \([0-9]*\) .*/\1/p" out.prog)" '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == table && $column["line"] == at {
      waited += $column["waiting"]
      error += $column["waiting_error"]
    }
    $1 == "delays" && $column["caller"] ~ "^" cause { caused += $column["waiting"] }
    END {
      off = waited > truth ? waited - truth : truth - waited
      print waited " +- " error, truth, caused
      exit !(truth > 0 && off < truth / 10 + 2 * error && error < truth / 2 &&
	     caused > truth / 3)
    }' rows > found || { cat found; fail "$MPI: rare waits at $2 are not right"; }
}
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -g -O1 -w --profile -I"$HERE/../lib" prog.c -o prog
  run 0 mpirun.$MPI -n 2 "$GASP" run -q -o profile ./prog
  mv out out.prog
  run 0 "$GASP" report --format=csv --view=late-senders,late-receivers,delays profile
  sed 's/sleep, /sleep or /' out | tr -d '"' > rows
  check late-senders RECV prepare
  check late-receivers SSEND take_in
done
