# What stands out of MPI programs: which rank the others wait for, where, and what it does
# meanwhile; nothing of one without a fault.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
. "$HERE/../lib/findings.sh"
# The time of usleep is its caller's.
export GASP_THREADS=no
cat > prog.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>
static void
solver (int time)
{
  usleep (time);
}
static void
near (int time)
{
  solver (time);
}
static void
far (int time)
{
  solver (time);
}
static void
phase (int time)
{
  near (time);
  far (time);
}
static void
order (int rank, int late)
{
  double x = 1;
  solver (rank == 1 ? late : 0);
  if (rank)
    MPI_Send (&x, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  for (int from = 1; from < 3 && !rank; from++)
    {
      MPI_Recv (&x, 1, MPI_DOUBLE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      solver (late / 4);
    }
}
int
main (int argc, char **argv)
{
  int rank, late = atoi (argv[1]), how = atoi (argv[2]);
  double x = 1, y;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; i++)
    {
      if (how == 4)
	order (rank, late);
      else if (how < 2)
	solver (rank == 2 ? late : 10000);
      else if (rank == i % how)
	phase (late);
      if (how == 0 || how == 3)
	MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      else if (how == 1 && rank == 2)
	MPI_Send (&x, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
      else if (how == 1 && rank == 0)
	MPI_Recv (&x, 1, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 -w --profile prog.c -o prog
# planted ARGUMENT...: measures three ranks with these.
planted ()
{
  rm -rf profile
  run 0 mpirun -n 3 "$GASP" run -q -o profile ./prog "$@"
  findings
}

planted 100000 0
stands_out waiting-for-processes prog.c:54 \
  'MPI_Allreduce \(prog.c:54\), mostly for rank 2. [0-9]* % of that comes from (solver \(prog.c:5\), called by main, on rank 2|MPI ranks that are ready)'
planted 100000 1
stands_out waiting-for-processes prog.c:58 'MPI_Recv \(prog.c:58\), mostly for rank 2'
has findings.csv 'view=late-senders'
# Each rank in turn, in two parts of a function.
planted 50000 3
stands_out waiting-for-processes prog.c:54 \
  ' comes from (phase \(prog.c:20\), called by main, the most, .. %, in solver \(prog.c:5\), now on one rank, now on another, the most, .. %, on rank .:|MPI ranks that are ready)'
# Rank 2's messages are there while rank 0 waits for rank 1's.
planted 80000 4
stands_out wrong-order prog.c:34 \
  'MPI rank 0 waits .* most in MPI_Recv \(prog.c:34\): .* MPI_Waitany, could save it ~'
planted 10000 1
hasnt found '^(wrong|single|lock|imbalance|small|serial|team|alloc|leak)'

# Ranks that wait on a processor, which others need.
cat > prog.c <<'END'
#include <mpi.h>
static volatile double a;
int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int k = 0; k < 20; k++)
    {
      for (int j = 0; j < 1000000 * (rank + 1); j++)
	a += j;
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 -w --profile prog.c -o prog
for yields in 0 1; do
  rm -rf profile
  OMPI_MCA_mpi_yield_when_idle=$yields OMPI_MCA_hwloc_base_binding_policy=none \
    run 0 taskset -c "$(taskset -pc $$ | sed 's/.*[^0-9]//')" \
    mpirun.$MPI -n 3 "$GASP" run -q -o profile ./prog
  findings
  if [ $MPI = mpich ]; then
    stands_out spinning-ranks prog.c:13 'MPI ranks spin .* wait for a processor: fewer ranks may'
  elif [ $yields = 0 ]; then
    stands_out spinning-ranks prog.c:13 'MPI ranks spin .* in MPI_Barrier \(prog.c:13\), .*: OMPI_MCA_mpi_yield_when_idle=1'
  else
    hasnt found '^spinning'
  fi
done

# A slow read of all ranks.
cat > prog.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
static void
load (int from)
{
  char c;
  while (read (from, &c, 1) == 1)
    ;
}
int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  load (fileno (popen ("for i in 1 2 3 4 5 6 7 8 9 10; do sleep .1; echo; done", "r")));
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 -w --profile prog.c -o prog
GASP_THREADS=yes planted
stands_out waiting prog.c:5 \
  '3 processes .MPI rank 0, pid [0-9]+; MPI rank 1, pid [0-9]+; MPI rank 2, pid [0-9]+. wait .. % of their time in load .prog.c:5., in read .prog.c:8.'

# Who waits for other ranks could not do so by several threads.  Only one rank gains by
# equal parts: half of what its longest part is longer, not a sixth.
cat > prog.c <<'END'
#include <mpi.h>
#include <omp.h>
#include <unistd.h>
int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads (2)
  usleep (rank == 2 && omp_get_thread_num () ? 900000 : 300000);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 -w -fopenmp --profile prog.c -o prog
planted
stands_out waiting-for-processes prog.c:12 'MPI_Barrier \(prog.c:12\), mostly for rank 2'
stands_out imbalance prog.c:10 'thread 1 .MPI rank 2, .* equal parts would save ~(2[0-9]|3[0-9]|4[0-4]). ms'
hasnt found '^serial'
