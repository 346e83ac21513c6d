# In collective functions with neighbours, ranks wait for those who give them something
# only; in those between two groups, for the other group, or the root in it, unless that
# gives them nothing.  Who waits for several collective functions and a message in one call
# waits only once.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/awaited.sh"
cat > prog.c <<'END'
#include "awaited.h"
static MPI_Comm ring, torus, half, across;
static double x[4] = { 1, 2, 3, 4 }, y[8];
static void
neighbours (void)
{
  MPI_Request r;
  int give[2] = { 1, 0 }, get[2] = { 0, 1 }, places[2] = { 0, 1 };
  late (1);
  TIMED (0, MPI_Neighbor_allgather (x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, ring)); /* RING */
  late (1);
  TIMED (1, MPI_Neighbor_alltoall (x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, torus)); /* TORUS */
  late (2);
  came[2][step] = now ();
  MPI_Ineighbor_allgather (x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, ring, &r);
  TIMED (3, MPI_Wait (&r, MPI_STATUS_IGNORE)); /* RING_WAIT */
  /* Nothing to the right.  */
  late (1);
  TIMED (4, MPI_Neighbor_alltoallv (x, give, places, MPI_DOUBLE, y, get, places, MPI_DOUBLE, torus)); /* LEFT */
}
/* Ranks 0 and 2, and ranks 1 and 3.  */
static void
groups (void)
{
  MPI_Request r;
  late (1);
  TIMED (5, MPI_Barrier (across)); /* ACROSS */
  late (0);
  TIMED (6, MPI_Allreduce (x, y, 1, MPI_DOUBLE, MPI_SUM, across)); /* REDUCE */
  late (2);
  TIMED (7, MPI_Bcast (x, 1, MPI_DOUBLE, me & 1 ? 1 : me == 2 ? MPI_ROOT : MPI_PROC_NULL, across)); /* BCAST */
  late (3);
  TIMED (8, MPI_Gather (x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, me & 1 ? 0 : me == 0 ? MPI_ROOT : MPI_PROC_NULL, across)); /* GATHER */
  late (3);
  came[9][step] = now ();
  MPI_Iallgather (x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, across, &r);
  TIMED (10, MPI_Wait (&r, MPI_STATUS_IGNORE)); /* ALL_WAIT */
}
/* Ranks 1 and 3 give something, and get nothing; or, of these, only rank 1.  */
static void
one_way (void)
{
  int odd = me & 1, some[2] = { 1, 0 }, places[2] = { 0, 1 };
  late (step & 1 ? 0 : 3);
  TIMED (13, MPI_Allgather (x, odd, MPI_DOUBLE, y, !odd, MPI_DOUBLE, across)); /* ONE_WAY */
  late (step & 1 ? 1 : 3);
  TIMED (14, MPI_Gatherv (x, me == 1, MPI_DOUBLE, y, some, places, MPI_DOUBLE, odd ? 0 : me == 0 ? MPI_ROOT : MPI_PROC_NULL, across)); /* GATHERV */
}
/* Two that have begun, and a message from the left, which is late, too.  */
static void
together (int left, int right)
{
  MPI_Request r[4];
  double z;
  late (2);
  came[11][step] = now ();
  MPI_Iallreduce (x, y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, r);
  MPI_Iallgather (x, 1, MPI_DOUBLE, y + 1, 1, MPI_DOUBLE, torus, r + 1);
  MPI_Irecv (&z, 1, MPI_DOUBLE, left, 3, MPI_COMM_WORLD, r + 2);
  MPI_Isend (x, 1, MPI_DOUBLE, right, 3, MPI_COMM_WORLD, r + 3);
  TIMED (12, MPI_Waitall (4, r, MPI_STATUSES_IGNORE)); /* TOGETHER */
}
int
main (int argc, char **argv)
{
  int size = 4, periodic = 1, left, right;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  left = (me + 3) % 4, right = (me + 1) % 4;
  MPI_Dist_graph_create_adjacent (MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right,
				  MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);
  MPI_Cart_create (MPI_COMM_WORLD, 1, &size, &periodic, 0, &torus);
  MPI_Comm_split (MPI_COMM_WORLD, me & 1, me, &half);
  MPI_Intercomm_create (half, 0, MPI_COMM_WORLD, !(me & 1), 5, &across);
  for (; step < TIMES; step++)
    {
      neighbours ();
      groups ();
      one_way ();
      together (left, right);
    }
  int both[2] = { left, right }, others[2] = { !(me & 1), 2 + !(me & 1) };
  say ("RING", 0, 0, 0, 1, &left);
  say ("TORUS", 1, 1, 0, 2, both);
  say ("RING_WAIT", 3, 2, 0, 1, &left);
  say ("LEFT", 4, 4, 0, 1, &right);
  say ("ACROSS", 5, 5, 0, 2, others);
  say ("REDUCE", 6, 6, 0, 2, others);
  say ("BCAST", 7, 7, 0, me & 1, (int[]) { 2 });
  say ("GATHER", 8, 8, 0, me == 0 ? 2 : 0, others);
  say ("ALL_WAIT", 10, 9, 0, 2, others);
  say ("ONE_WAY", 13, 13, 0, me & 1 ? 0 : 2, others);
  say ("GATHERV", 14, 14, 0, me == 0, others);
  say ("TOGETHER", 12, 11, 0, 4, (int[]) { 0, 1, 2, 3 });
  MPI_Finalize ();
  return 0;
}
END
checks ()
{
  for name in RING TORUS RING_WAIT LEFT ACROSS REDUCE BCAST GATHER ALL_WAIT ONE_WAY \
    GATHERV; do
    check late-senders $name 0 1 2 3
  done
  check barriers TOGETHER 0 1 2 3
  awk -v at="$(lines TOGETHER)" '
    $1 == "late-senders" && $2 == at && $4 > 20e6 { print "TOGETHER: twice", $0 }' rows >> wrong
}
one_mpi
for MPI in $MPIS; do
  measured checks
done
