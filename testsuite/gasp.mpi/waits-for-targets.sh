# One-sided communication whose target computes: how long MPI_Win_lock, MPI_Win_flush,
# MPI_Win_unlock, MPI_Win_complete and their like, or MPI_Wait, wait until the target calls MPI, where
# the MPI moves nothing before; and that those which do not wait so are not said to.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/awaited.sh"
cat > prog.c <<'END'
#include "awaited.h"
static double x = 1, y[RANKS];
static MPI_Win window;
/* Rank 1 computes from the barrier on; it comes to PLACE when it calls MPI.  */
static void
compute (int place)
{
  MPI_Barrier (MPI_COMM_WORLD);
  if (me == 1)
    {
      left_it[place][step] = now ();
      usleep (20000);
      came[place][step] = now ();
    }
}
/* Rank 1 is in MPI, and serves.  */
static void
serve (void)
{
  MPI_Barrier (MPI_COMM_WORLD);
}
static void
add (int target)
{
  MPI_Accumulate (&x, 1, MPI_DOUBLE, target, me, 1, MPI_DOUBLE, MPI_SUM, window);
}
static void
by_locks (void)
{
  compute (0);
  if (me == 0)
    TIMED (0, MPI_Win_lock (MPI_LOCK_SHARED, 1, 0, window)); /* LOCK */
  serve ();
  compute (1);
  if (me == 0)
    {
      add (1);
      TIMED (1, MPI_Win_flush (1, window)); /* FLUSH */
    }
  serve ();
  compute (2);
  if (me == 0)
    {
      add (1);
      TIMED (2, MPI_Win_unlock (1, window)); /* UNLOCK */
    }
  serve ();
}
static void
by_all (void)
{
  compute (3);
  if (me == 0)
    TIMED (3, MPI_Win_lock_all (0, window)); /* LOCK_ALL */
  serve ();
  compute (4);
  if (me == 0)
    {
      add (2);
      add (1);
      TIMED (4, MPI_Win_flush_all (window)); /* FLUSH_ALL */
    }
  serve ();
  compute (5);
  if (me == 0)
    {
      add (1);
      TIMED (5, MPI_Win_unlock_all (window)); /* UNLOCK_ALL */
    }
  serve ();
}
/* What rank 0 waits for is an access by a request.  */
static void
by_request (void)
{
  MPI_Request request;
  compute (7);
  if (me == 0)
    {
      MPI_Win_lock_all (MPI_MODE_NOCHECK, window);
      MPI_Raccumulate (&x, 1, MPI_DOUBLE, 1, me, 1, MPI_DOUBLE, MPI_SUM, window, &request);
      TIMED (7, MPI_Wait (&request, MPI_STATUS_IGNORE)); /* REQUEST */
    }
  serve ();
  if (me == 0)
    MPI_Win_unlock_all (window);
}
/* Rank 1 computes when it has let rank 0 begin.  */
static void
by_groups (MPI_Group all)
{
  MPI_Group peer;
  int other = 1 - me;
  if (me > 1)
    return;
  MPI_Group_incl (all, 1, &other, &peer);
  if (me == 0)
    {
      MPI_Win_start (peer, 0, window);
      add (1);
      TIMED (6, MPI_Win_complete (window)); /* COMPLETE */
    }
  else
    {
      MPI_Win_post (peer, 0, window);
      left_it[6][step] = now ();
      usleep (20000);
      came[6][step] = now ();
      MPI_Win_wait (window);
    }
  MPI_Group_free (&peer);
}
/* As say, of what waits while rank 1 computes, until it comes to PLACE; a call that was
   over before did not wait for that.  */
static void
say_held (const char *name, int place)
{
  double coming[RANKS][TIMES], leaving[RANKS][TIMES], sum = 0;
  MPI_Allgather (came[place], TIMES, MPI_DOUBLE, coming, TIMES, MPI_DOUBLE,
		 MPI_COMM_WORLD);
  MPI_Allgather (left_it[place], TIMES, MPI_DOUBLE, leaving, TIMES, MPI_DOUBLE,
		 MPI_COMM_WORLD);
  for (int i = 0; i < TIMES && me == 0; i++)
    {
      double since = came[place][i] > leaving[1][i] ? came[place][i] : leaving[1][i];
      if (coming[1][i] <= left_it[place][i] && coming[1][i] > since)
	sum += coming[1][i] - since;
    }
  printf ("%s %d %.0f %d\n", name, me, sum * 1e9, sum > 0 ? 1 : -1);
}
int
main (int argc, char **argv)
{
  static const char *const names[] = { "LOCK", "FLUSH", "UNLOCK", "LOCK_ALL", "FLUSH_ALL",
				       "UNLOCK_ALL", "COMPLETE", "REQUEST" };
  MPI_Group all;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_group (MPI_COMM_WORLD, &all);
  MPI_Win_create (y, sizeof y, sizeof *y, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  for (; step < TIMES; step++)
    {
      by_locks ();
      by_all ();
      serve ();
      by_request ();
      by_groups (all);
    }
  for (int i = 0; i < 8; i++)
    say_held (names[i], i);
  MPI_Win_free (&window);
  MPI_Finalize ();
  return 0;
}
END
checks ()
{
  for name in LOCK FLUSH UNLOCK LOCK_ALL FLUSH_ALL UNLOCK_ALL COMPLETE \
    REQUEST; do
    check late-senders $name 0
  done
}
one_mpi
for MPI in $MPIS; do
  RANKS=3 measured checks
done
