# A few long waits for the last rank, or for the root's, among so many collective functions
# that few are listed: they are in the table of waiting, as long as the program finds by its
# own clock, but for the error that is said, and it is known what they come from.
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
steer (void)
{
  usleep (100000);
}
int
main (int argc, char **argv)
{
  double begin, last, before, slept = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  for (int i = 0; i < 40000; i++)
    {
      if (me == 0 && i % 7001 == 3000)
	prepare ();
      begin = now ();
      MPI_Allreduce (&begin, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); /* ALL */
      before = waited;
      note (begin, last);
      if (i % 7001 == 3000)
	slept += waited - before;
    }
  say ("ALL");
  if (me == 1)
    printf ("ALL-long %.0f\n", slept * 1e9);
  slept = 0;
  for (int i = 0; i < 40000; i++)
    {
      if (me == 0 && i % 7001 == 3000)
	steer ();
      begin = now ();
      last = begin;
      MPI_Bcast (&last, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* ROOT */
      before = waited;
      note (begin, last);
      if (i % 7001 == 3000)
	slept += waited - before;
    }
  say ("ROOT");
  if (me == 1)
    printf ("ROOT-long %.0f\n", slept * 1e9);
  MPI_Finalize ();
  return 0;
}
END
for MPI in $MPIS; do
  rare_profile barriers
  check barriers ALL 1 prepare
  check barriers ROOT 1 steer
done
