# The bandwidth of what MPI_Waitall, MPI_Waitany and loops of MPI_Testall complete is that
# which the program measures itself, but for what it waited: by call.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { BYTES = 4 << 20, TIMES = 30, WAYS = 3 };
static char *in, *out;
static double took[WAYS];
static void
move (int way, int other)
{
  MPI_Request r[2];
  int flag, which;
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Irecv (in, BYTES, MPI_CHAR, other, way, MPI_COMM_WORLD, &r[0]);
  MPI_Isend (out, BYTES, MPI_CHAR, other, way, MPI_COMM_WORLD, &r[1]);
  double start = MPI_Wtime ();
  if (way == 0)
    MPI_Waitall (2, r, MPI_STATUSES_IGNORE); /* way0 */
  else if (way == 1)
    for (int i = 0; i < 2; i++)
      MPI_Waitany (2, r, &which, MPI_STATUS_IGNORE); /* way1 */
  else
    do
      MPI_Testall (2, r, &flag, MPI_STATUSES_IGNORE); /* way2 */
    while (!flag);
  took[way] += MPI_Wtime () - start;
}
int
main (int argc, char **argv)
{
  int me;
  double all[WAYS];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  in = calloc (1, BYTES);
  out = calloc (1, BYTES);
  for (int i = 0; i < TIMES; i++)
    for (int way = 0; way < WAYS; way++)
      move (way, 1 - me);
  MPI_Reduce (took, all, WAYS, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  for (int way = 0; !me && way < WAYS; way++)
    printf ("took %d %.0f\n", way, all[way] * 1e9);
  MPI_Finalize ();
  return 0;
}
END
# are_right: the rates of all ways are those of the program's own clock.
are_right ()
{
  for way in 0 1 2; do
    awk -F, -v line="$(lines way$way)" -v took="$(awk -v w=$way '$2 == w { print $3 }' took)" '
      $1 == "table" { delete column; for (i = 1; i <= NF; i++) column[$i] = i }
      $1 == "call-sites" && $column["line"] == line {
        rate = $column["rate"]; bytes = $column["bytes"]; waited = $column["waiting"]
      }
      END {
        print line, rate, bytes, took, waited
        wanted = bytes * 1e9 / (took - waited)
        exit !(bytes == 2 * 30 * 4194304 && rate > wanted * 0.75 && rate < wanted * 1.35)
      }' tables > way || return 1
  done
}

one_mpi
for MPI in $MPIS; do
  run 0 mpicc -O1 -w --profile prog.c -o prog
  # A rank that loses its processor may do so within a transfer, or beside it.
  for turn in 1 2 3 4; do
    rm -rf profile
    run 0 mpirun -n 2 "$GASP" run -q --exact -o profile ./prog
    grep '^took' out > took
    run 0 "$GASP" report --view=peers --format=csv profile
    tr -d '"' < out > tables
    are_right && continue 2
  done
  cat way tables
  fail "$MPI: way $way"
done
