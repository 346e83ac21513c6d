# Two communicators of the same ranks, with one tag and as many bytes, or with collective
# functions that do not block: what is done by the one in another order than by the other is
# told apart, however the communicators are made.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/awaited.sh"
cat > prog.c <<'END'
#include "awaited.h"
static double x = 1, y;
/* Rank 1 sends by FIRST, and later by SECOND; rank 0 receives by SECOND first.  */
#define MIXED(place, first, second)					\
  do									\
    {									\
      late (1);								\
      if (me == 1)							\
	{								\
	  MPI_Send (&x, 1, MPI_DOUBLE, 0, 11, first);			\
	  usleep (20000);						\
	  came[place][step] = now ();					\
	  MPI_Send (&x, 1, MPI_DOUBLE, 0, 11, second);			\
	}								\
      if (me == 0)							\
	{								\
	  TIMED (place, MPI_Recv (&y, 1, MPI_DOUBLE, 1, 11, second, MPI_STATUS_IGNORE)); \
	  MPI_Recv (&y, 1, MPI_DOUBLE, 1, 11, first, MPI_STATUS_IGNORE); \
	}								\
    }									\
  while (0)
/* All begin to meet by FIRST and then by SECOND, but rank 1 the other way round.  */
static void
meet (int place, MPI_Comm first, MPI_Comm second)
{
  MPI_Request r[2];
  late (1);
  if (me != 1)
    {
      MPI_Ibarrier (first, &r[0]);
      MPI_Ibarrier (second, &r[1]);
      TIMED (place, MPI_Wait (&r[1], MPI_STATUS_IGNORE)); /* SECOND */
      MPI_Wait (&r[0], MPI_STATUS_IGNORE);
      return;
    }
  came[place][step] = now ();
  MPI_Ibarrier (second, &r[1]);
  usleep (20000);
  MPI_Ibarrier (first, &r[0]);
  MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
}
int
main (int argc, char **argv)
{
  MPI_Comm a, b, c, d;
  MPI_Request r[2];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_dup (MPI_COMM_WORLD, &a);
  MPI_Comm_split (MPI_COMM_WORLD, 0, me, &b);
  MPI_Comm_idup (MPI_COMM_WORLD, &c, &r[0]);
  MPI_Comm_idup (MPI_COMM_WORLD, &d, &r[1]);
  MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
  for (; step < TIMES; step++)
    {
      MIXED (0, a, MPI_COMM_WORLD); /* DUP */
      MIXED (1, a, b); /* SPLIT */
      MIXED (2, c, d); /* IDUP */
      meet (3, a, b);
    }
  say ("DUP", 0, 0, 0, me == 0, (int[]) { 1 });
  say ("SPLIT", 1, 1, 0, me == 0, (int[]) { 1 });
  say ("IDUP", 2, 2, 0, me == 0, (int[]) { 1 });
  say ("SECOND", 3, 3, 0, me != 1, (int[]) { 1 });
  MPI_Finalize ();
  return 0;
}
END
checks ()
{
  check late-senders DUP 0
  check late-senders SPLIT 0
  check late-senders IDUP 0
  check barriers SECOND 0 2 3
}
one_mpi
for MPI in $MPIS; do
  measured checks
done
