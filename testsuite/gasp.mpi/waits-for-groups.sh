# One-sided communication with a group: who accesses others waits until they have posted
# their windows, in MPI_Win_start or MPI_Win_complete; they wait until all of the group
# have completed.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/awaited.sh"
cat > prog.c <<'END'
#include "awaited.h"
static double x = 1, y[4];
static MPI_Win window;
static MPI_Group origins, target;
/* Ranks 1 and 3 put into the window of rank 0; rank WHO is late.  */
static void
put (int first, int who)
{
  int flag = 0;
  late (who);
  if (me == 0)
    {
      came[first][step] = now ();
      MPI_Win_post (origins, 0, window);
      if (first == 0)
	TIMED (1, while (!flag) MPI_Win_test (window, &flag)); /* TEST */
      else if (first == 4)
	MPI_Win_wait (window);
      else
	TIMED (9, MPI_Win_wait (window)); /* WAIT */
    }
  else if (me & 1)
    {
      TIMED (first + 2, MPI_Win_start (target, 0, window)); /* START */
      MPI_Put (&x, 1, MPI_DOUBLE, 0, me, 1, MPI_DOUBLE, window);
      usleep (first == 0 && who == me ? 20000 : 0);
      TIMED (first + 3, MPI_Win_complete (window)); /* COMPLETE */
      came[first][step] = came[first + 3][step];
    }
}
int
main (int argc, char **argv)
{
  MPI_Group all;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Win_create (y, sizeof y, sizeof *y, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_get_group (window, &all);
  MPI_Group_incl (all, 2, (int[]) { 1, 3 }, &origins);
  MPI_Group_incl (all, 1, (int[]) { 0 }, &target);
  for (; step < TIMES; step++)
    {
      put (0, 3);
      put (4, 0);
      put (8, 1);
    }
  say ("TEST", 1, 0, 0, me == 0 ? 2 : 0, (int[]) { 1, 3 });
  say ("START", 6, 4, 0, me & 1, (int[]) { 0 });
  say ("WAIT", 9, 8, 0, me == 0 ? 2 : 0, (int[]) { 1, 3 });
  MPI_Win_free (&window);
  MPI_Finalize ();
  return 0;
}
END
# MPIs that do not wait in MPI_Win_start do so in MPI_Win_complete.
checks ()
{
  check late-senders TEST 0
  check late-senders WAIT 0
  awk -v start="$(lines START)" -v complete="$(lines COMPLETE)" '
    $1 == "late-senders" && ($2 == start || $2 == complete) {
      if ($4 >= most[$3]) { most[$3] = $4; $2 = start; row[$3] = $0 }
      next
    }
    { print }
    END { for (rank in row) print row[rank] }' rows > moved
  mv moved rows
  check late-senders START 1 3
}
one_mpi
for MPI in $MPIS; do
  measured checks
done
