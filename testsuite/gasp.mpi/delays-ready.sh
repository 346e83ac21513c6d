# A rank that is late because another process has its processor is ready meanwhile, and not
# longer at work.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END_OF_PROG'
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
static double x = 1, y;
static void
solve (void)
{
  struct timespec t, begin;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &begin);
  do
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  while ((t.tv_sec - begin.tv_sec) * 1e3 + (t.tv_nsec - begin.tv_nsec) / 1e6 < 10);
}
int
main (int argc, char **argv)
{
  int rank;
  pid_t other = 0;
  cpu_set_t processor;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  CPU_ZERO (&processor);
  CPU_SET (rank, &processor);
  sched_setaffinity (0, sizeof processor, &processor);
  if (rank == 1 && !(other = fork ()))
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      for (volatile int i = 0;; i++)
	;
    }
  for (int i = 0; i < 30; i++)
    {
      solve ();
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  if (other)
    kill (other, SIGKILL);
  MPI_Finalize ();
  return 0;
}
END_OF_PROG
one_mpi
for MPI in $MPIS; do
  run 0 mpicc -g -O1 -w --profile prog.c -o "prog-$MPI"
  rm -rf profile
  run 0 mpirun -n 2 "$GASP" run -q -o profile "./prog-$MPI"
  run 0 "$GASP" report --format=csv --view=delays profile
  sed 's/sleep, /sleep or /' out | tr -d '"' | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "delays" && $column["name"] == "solve" { more[$column["kind"]] += $column["excess"] }
    END {
      printf "solve: ms ready %.0f, computing %.0f\n", more["ready"] / 1e6, more["computing"] / 1e6
      exit !(more["ready"] > 50e6 && more["computing"] < more["ready"] / 4)
    }' || fail "$MPI: it is not shown that others had the processor"
  run 0 "$GASP" report --view=findings profile
  has out 'comes from MPI ranks that are ready, but have no processor: mostly [01], in solve'
done
