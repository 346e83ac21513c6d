# A few long waits for a sender, or a receiver, among so many messages that few are listed:
# they are in the tables of waiting, as long as the program finds by its own clock, but for
# the error that is said, and it is known what they come from.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
. "$HERE/../lib/rare.sh"
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
  double sent[4], got[4], begin, before, slept = 0;
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
	before = waited;
	note (begin, got[0]);
	if (i % 11000 == 3000)
	  slept += waited - before;
      }
  if (me == 1)
    {
      say ("RECV");
      printf ("RECV-long %.0f\n", slept * 1e9);
    }
  for (int i = 0; i < 30000; i++)
    if (me == 0)
      {
	begin = now ();
	MPI_Ssend (sent, 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD); /* SSEND */
	MPI_Recv (got, 1, MPI_DOUBLE, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	before = waited;
	note (begin, got[0]);
	if (i % 7000 == 3000)
	  slept += waited - before;
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
    {
      say ("SSEND");
      printf ("SSEND-long %.0f\n", slept * 1e9);
    }
  MPI_Finalize ();
  return 0;
}
END
for MPI in $MPIS; do
  rare_profile late-senders,late-receivers
  check late-senders RECV 1 prepare
  check late-receivers SSEND 0 take_in
done
