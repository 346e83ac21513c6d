# An OTF2 archive of a program of MPI and OpenMP has both: messages and collective functions
# of ranks, from whichever thread, and teams of threads and their locks.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/mpi-events.sh"
command -v otf2-print > /dev/null || unsupported "otf2-print is not installed"
cat > prog.c <<'END'
#include <mpi.h>
#include <omp.h>
static int sum;
int
main (int argc, char **argv)
{
  int me, got;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &got);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  for (int i = 0; i < 4; i++)
    {
#pragma omp parallel num_threads (3)
      {
	int x = me, y, tag = omp_get_thread_num ();
#pragma omp critical
	sum++;
	MPI_Sendrecv (&x, 1, MPI_INT, 1 - me, tag, &y, 1, MPI_INT, 1 - me, tag,
		      MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return sum != 12;
}
END
# The threads ask at once who the ranks are, and one of them gets its answer late.
cat > delay.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <unistd.h>
int
PMPI_Comm_group (MPI_Comm comm, MPI_Group *group)
{
  static __thread int calls;
  int (*real) (MPI_Comm, MPI_Group *) = dlsym (RTLD_NEXT, "PMPI_Comm_group");
  if (++calls == 2)
    usleep (200000);
  return real (comm, group);
}
END
one_mpi
for MPI in $MPIS; do
  rm -rf profile archive
  run 0 stock_mpicc -shared -fPIC delay.c -o libdelay.so -ldl
  run 0 mpicc -g -O1 -w --profile -fopenmp prog.c -o prog -Wl,--no-as-needed -L. -ldelay \
    "-Wl,-rpath,$PWD"
  run 0 mpirun -n 2 "$GASP" run -q --trace -o profile ./prog
  run 0 "$GASP" trace --format=otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  cp out records
  run 0 otf2-print -G archive/traces.otf2
  cp out definitions
  count 6 definitions '^LOCATION  '
  for rank in 0 1; do
    count 1 definitions "^LOCATION  .*\"rank $rank\""
    count 2 definitions "^LOCATION  .*\"rank $rank, thread [0-9]+\""
  done
  count 8 records '^THREAD_FORK'
  count 8 records '^THREAD_JOIN'
  count 24 records '^THREAD_TEAM_BEGIN .*"team of 3 threads"'
  count 24 records '^THREAD_TEAM_END'
  count 24 records '^THREAD_ACQUIRE_LOCK'
  count 24 records '^THREAD_RELEASE_LOCK'
  count 24 records '^MPI_SEND .*Length: 4'
  count 24 records '^MPI_RECV .*Length: 4'
  count 8 records '^MPI_COLLECTIVE_END .*BARRIER'
  # In the text, a lock is where it is in memory.
  run 0 "$GASP" trace --format=text -o text profile
  count 24 text '= unlock 0x[0-9a-f]+$'
  hasnt text 'lock [0-9]+:0x'
done
