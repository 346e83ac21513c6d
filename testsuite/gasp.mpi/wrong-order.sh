# Of waiting for senders, the part in which another message is there that is received
# later: from another rank, or from the same one; and not what is sent later, or received
# by the same call; nor what comes from neighbours in collective functions, whose order is
# given.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/awaited.sh"
cat > prog.c <<'END'
#include "awaited.h"
static double x = 1, y[2];
static MPI_Request r[2];
static void
get (int from, int tag)
{
  MPI_Recv (y, 1, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void
give (int tag)
{
  MPI_Send (&x, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
}
int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  for (; step < TIMES; step++)
    {
      /* Rank 2's is there when rank 0 waits for rank 1's.  */
      if (me == 2)
	give (7);
      late (1);
      if (me == 0)
	{
	  TIMED (0, MPI_Recv (y, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE)); /* WRONG */
	  get (2, 7);
	}
      came[0][step] = me ? now () : came[0][step];
      if (me == 1)
	give (7);
      /* Both by one call; the first one first.  */
      late (1);
      if (me == 0)
	{
	  MPI_Irecv (y, 1, MPI_DOUBLE, 1, 8, MPI_COMM_WORLD, r);
	  MPI_Irecv (y + 1, 1, MPI_DOUBLE, 2, 8, MPI_COMM_WORLD, r + 1);
	  MPI_Waitall (2, r, MPI_STATUSES_IGNORE); /* BOTH */
	}
      if (me == 1 || me == 2)
	give (8);
      late (1);
      if (me == 0)
	{
	  get (1, 9);
	  MPI_Barrier (MPI_COMM_WORLD);
	  get (2, 9);
	}
      if (me == 1)
	give (9);
      if (me)
	MPI_Barrier (MPI_COMM_WORLD);
      if (me == 2)
	give (9);
    }
  /* Rank 3 does not wait for rank 1, and is ahead.  */
  int size = 4, periodic = 1;
  MPI_Comm ring;
  MPI_Cart_create (MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  for (int i = 0; i < TIMES; i++)
    {
      usleep (me == 1 ? 20000 : 0);
      MPI_Neighbor_allgather (&x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, ring); /* RING */
    }
  say ("WRONG", 0, 0, 0, me == 0, (int[]) { 1 });
  MPI_Finalize ();
  return 0;
}
END
# share NAME LINE LEAST MOST: per cent of the waiting.
share ()
{
  awk -v line="$2" -v least="$3" -v most="$4" -F, '
    $1 == "table" { delete column; for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "late-senders" && $2 == 0 && $column["line"] == line && $column["file"] == "prog.c" {
      part = 100 * $column["wrong_order"] / ($column["waiting"] + 1); rows++
    }
    END { if (rows != 1 || part < least || part > most) print "'$1'", part, rows }' plain >> wrong
}
checks ()
{
  tr -d '"' < out > plain
  check late-senders WRONG 0
  share WRONG "$(lines WRONG)" 95 100
  share BOTH "$(lines BOTH)" 0 5
  share RING "$(lines RING)" 0 0
}
one_mpi
for MPI in $MPIS; do
  measured checks
done
