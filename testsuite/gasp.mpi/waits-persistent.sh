# Collective functions that are prepared once and begun many times (MPI_Barrier_init) are
# compared where they are waited for; so are messages in parts, which are sent when the
# last part is ready, and parts of them where tests wait for these.  Open MPI 4 calls the
# former MPIX_Barrier_init, and has not the latter.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/awaited.sh"
cat > prog.c <<'END'
#include "awaited.h"
#if defined OPEN_MPI && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Barrier_init MPIX_Barrier_init
#define MPI_Bcast_init MPIX_Bcast_init
#define MPI_Neighbor_allgather_init MPIX_Neighbor_allgather_init
#define MPI_Scan_init MPIX_Scan_init
#else
#define HAS_PARTS
#endif
static MPI_Comm ring;
static double x[4] = { 1, 2, 3, 4 }, y[8];
/* Begins R, and waits for it, as CALL does.  */
#define AGAIN(place, r, call)						\
  do									\
    {									\
      came[place][step] = now ();					\
      MPI_Start (&r);							\
      TIMED (place + 1, call);						\
    }									\
  while (0)
#ifdef HAS_PARTS
static void
parts (MPI_Request *r)
{
  late (me & 1 ? -1 : me);
  MPI_Start (r);
  if (!(me & 1))
    {
      MPI_Pready (1, *r);
      MPI_Pready (0, *r);
      usleep (10000);
      came[10][step] = now ();
      MPI_Pready_range (2, 3, *r);
    }
  TIMED (11, MPI_Wait (r, MPI_STATUS_IGNORE)); /* PARTS */
}
/* Waits for a part by tests, and tests others, before it waits for all.  */
static void
tests (MPI_Request *r)
{
  int is_there = 0;
  late (me & 1 ? -1 : me);
  MPI_Start (r);
  if (me & 1)
    {
      TIMED (13, while (!is_there) MPI_Parrived (*r, 2, &is_there)); /* PART */
      MPI_Parrived (*r, step % 3, &is_there);
    }
  else
    {
      MPI_Pready_range (0, 1, *r);
      usleep (10000);
      came[12][step] = now ();
      MPI_Pready_list (1, (int[]) { 2 }, *r);
      usleep (5000);
      came[14][step] = now ();
      MPI_Pready (3, *r);
    }
  TIMED (15, MPI_Wait (r, MPI_STATUS_IGNORE)); /* REST */
}
#endif
int
main (int argc, char **argv)
{
  MPI_Request all, barrier, bcast, next, scan;
  int left, right;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  left = (me + 3) % 4, right = (me + 1) % 4;
  MPI_Dist_graph_create_adjacent (MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right,
				  MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);
  MPI_Allreduce_init (x, y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &all);
  MPI_Barrier_init (MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
  MPI_Bcast_init (x, 1, MPI_DOUBLE, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &bcast);
  MPI_Neighbor_allgather_init (x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, ring, MPI_INFO_NULL, &next);
  MPI_Scan_init (x, y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &scan);
#ifdef HAS_PARTS
  MPI_Request half;
  if (me & 1)
    MPI_Precv_init (y, 4, 1, MPI_DOUBLE, me - 1, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &half);
  else
    MPI_Psend_init (x, 4, 1, MPI_DOUBLE, me + 1, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &half);
#endif
  for (; step < TIMES; step++)
    {
      late (1);
      AGAIN (0, all, MPI_Wait (&all, MPI_STATUS_IGNORE)); /* ALL */
      late (2);
      AGAIN (2, barrier, MPI_Wait (&barrier, MPI_STATUS_IGNORE)); /* BARRIER */
      late (2);
      AGAIN (4, bcast, MPI_Wait (&bcast, MPI_STATUS_IGNORE)); /* BCAST */
      late (3);
      AGAIN (6, next, MPI_Wait (&next, MPI_STATUS_IGNORE)); /* NEXT */
      late (1);
      AGAIN (8, scan, MPI_Wait (&scan, MPI_STATUS_IGNORE)); /* SCAN */
#ifdef HAS_PARTS
      parts (&half);
      tests (&half);
#endif
    }
  int every[] = { 0, 1, 2, 3 };
  say ("ALL", 1, 0, 0, 4, every);
  say ("BARRIER", 3, 2, 0, 4, every);
  say ("BCAST", 5, 4, 0, me != 2, (int[]) { 2 });
  say ("NEXT", 7, 6, 0, 1, &left);
  say ("SCAN", 9, 8, 0, me, every);
#ifdef HAS_PARTS
  say ("PARTS", 11, 10, 0, me & 1, &left);
  say ("PART", 13, 12, 0, me & 1, &left);
  say ("REST", 15, 14, 0, me & 1, &left);
#endif
  MPI_Finalize ();
  return 0;
}
END
checks ()
{
  for name in ALL BARRIER BCAST SCAN; do
    check barriers $name 0 1 2 3
  done
  check late-senders NEXT 0 1 2 3
  ! grep -q '^PARTS' out.prog || for name in PARTS PART REST; do
    check late-senders $name 1 3
  done
}
tried=
one_mpi
for MPI in $MPIS; do
  stock_mpicc -w -I"$HERE/../lib" prog.c -o plain 2> /dev/null || continue
  tried=1
  measured checks
  run 0 "$GASP" report --format=csv --view=peers profile
  count 1 out '^"collectives",.*"MPI_Allreduce_init"'
done
[ -n "$tried" ] || unsupported "no MPI has MPI_Barrier_init"
