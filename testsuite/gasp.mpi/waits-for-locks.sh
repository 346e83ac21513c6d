# Locks of windows: how long ranks wait in MPI_Win_lock and MPI_Win_lock_all, and for whom;
# and who has had the lock, in the table of locks.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/awaited.sh"
cat > prog.c <<'END'
#include "awaited.h"
static double x = 1, y[4];
static MPI_Win window;
/* Rank 1 has what TAKE takes and GIVE gives back, for 20 ms.  MPIs may put off taking it
   until it is used.  */
#define HELD(place, take, give)						\
  if (me == 1)								\
    {									\
      take;								\
      MPI_Put (&x, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, window);		\
      MPI_Win_flush (0, window);					\
    }									\
  MPI_Barrier (MPI_COMM_WORLD);						\
  if (me == 1)								\
    {									\
      usleep (20000);							\
      came[place][step] = now ();					\
      give;								\
    }
#define USE								\
  MPI_Put (&x, 1, MPI_DOUBLE, 0, me, 1, MPI_DOUBLE, window);		\
  MPI_Win_flush_local (0, window);
#define LOCK(type) MPI_Win_lock (MPI_LOCK_##type, 0, 0, window)
#define UNLOCK MPI_Win_unlock (0, window)
/* Rank 0, whose part it is, is in the barrier.  */
static void
contend (void)
{
  MPI_Barrier (MPI_COMM_WORLD);
  HELD (0, LOCK (EXCLUSIVE), UNLOCK)
  if (me == 2)
    {
      TIMED (0, MPI_Win_lock (MPI_LOCK_EXCLUSIVE, 0, 0, window)); /* EXCLUSIVE */
      USE
      UNLOCK;
    }
  MPI_Barrier (MPI_COMM_WORLD);
  HELD (1, LOCK (EXCLUSIVE), UNLOCK)
  if (me >= 2)
    {
      TIMED (1, MPI_Win_lock (MPI_LOCK_SHARED, 0, 0, window)); /* SHARED */
      USE
      UNLOCK;
    }
  MPI_Barrier (MPI_COMM_WORLD);
  HELD (2, LOCK (EXCLUSIVE), UNLOCK)
  if (me >= 2)
    {
      TIMED (2, MPI_Win_lock_all (0, window)); /* ALL */
      USE
      MPI_Win_unlock_all (window);
    }
  MPI_Barrier (MPI_COMM_WORLD);
  HELD (3, MPI_Win_lock_all (0, window), MPI_Win_unlock_all (window))
  if (me == 3)
    {
      TIMED (3, MPI_Win_lock (MPI_LOCK_EXCLUSIVE, 0, 0, window)); /* FOR_ALL */
      USE
      UNLOCK;
    }
  /* Nobody waits for those that share it.  */
  MPI_Barrier (MPI_COMM_WORLD);
  HELD (4, LOCK (SHARED), UNLOCK)
  if (me >= 2)
    {
      MPI_Win_lock (MPI_LOCK_SHARED, 0, 0, window); /* NOT */
      USE
      UNLOCK;
    }
}
int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Win_create (y, sizeof y, sizeof *y, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  for (; step < TIMES; step++)
    contend ();
  MPI_Barrier (MPI_COMM_WORLD);
  say ("EXCLUSIVE", 0, 0, 0, me == 2, (int[]) { 1 });
  say ("SHARED", 1, 1, 0, me >= 2, (int[]) { 1 });
  say ("ALL", 2, 2, 0, me >= 2, (int[]) { 1 });
  say ("FOR_ALL", 3, 3, 0, me == 3, (int[]) { 1 });
  printf ("NOT %d 0 -1\n", me);
  MPI_Win_free (&window);
  MPI_Finalize ();
  return 0;
}
END
checks ()
{
  check late-senders EXCLUSIVE 2
  check late-senders SHARED 2 3
  check late-senders ALL 2 3
  check late-senders FOR_ALL 3
  check late-senders NOT 2 3
  tr -d '"' < out | awk -F, -v at="$(lines EXCLUSIVE)" '
    $1 == "table" { delete column; for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "locks" && $column["line"] == at {
      rows++; right = $column["holder"] == 1 && $column["calls"] == 20
    }
    END { if (rows != 1 || !right) print "table of locks" }' >> wrong
}
one_mpi
for MPI in $MPIS; do
  measured checks
  # Where such a lock was allocated is not known.
  run 0 "$GASP" report --view=findings profile
  ! grep 'the one allocated\.' out || fail "$MPI: a sentence without its end"
done
