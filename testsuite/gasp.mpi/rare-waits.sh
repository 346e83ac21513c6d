# A few long waits for a sender, among so many messages that few are listed: they are in the
# tables of waiting, as long as the program finds by its own clock, but for the error that is
# said, and it is known what they come from.
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
  MPI_Finalize ();
  return 0;
}
END
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -g -O1 -w --profile -I"$HERE/../lib" prog.c -o prog
  run 0 mpirun.$MPI -n 2 "$GASP" run -q -o profile ./prog
  mv out out.prog
  run 0 "$GASP" report --format=csv --view=late-senders,delays profile
  sed 's/sleep, /sleep or /' out | tr -d '"' | awk -F, -v at="$(lines RECV)" \
      -v truth="$(awk '/^RECV/ { print $3 }' out.prog)" '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "late-senders" && $column["line"] == at {
      waited += $column["waiting"]
      error += $column["waiting_error"]
    }
    $1 == "delays" && $column["caller"] ~ /^prepare/ { cause += $column["waiting"] }
    END {
      off = waited > truth ? waited - truth : truth - waited
      print waited " +- " error, truth, cause
      exit !(truth > 0 && off < truth / 10 + 2 * error && error < truth / 2 && cause > 400e6)
    }' > found || { cat found; fail "$MPI: rare waits are not right"; }
done
