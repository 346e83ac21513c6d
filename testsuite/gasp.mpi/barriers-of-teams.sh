# On the critical path a parallel region goes from barrier to barrier: each time with the
# thread that comes last, as the arithmetic of a program whose functions sleep has it.  Of
# omp barrier, of single, of one function before two barriers, with turns and with tasks;
# and where one of the team's threads calls MPI in the region.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 200

. "$HERE/../lib/mpi-events.sh"
export OMP_WAIT_POLICY=passive
cat > prog.c <<'END'
#include <mpi.h>
#include <omp.h>
#include <unistd.h>
#define TIMES 6
#define TEAM _Pragma ("omp parallel num_threads (2)")
#define BARRIER _Pragma ("omp barrier")
#define FUNCTION(name) \
__attribute__ ((noinline)) static void name (int ms) { usleep (ms * 1000); x++; }
static int rank, x;
FUNCTION (cells) FUNCTION (pack) FUNCTION (edges)	/* 30, 10, 5 */
FUNCTION (again)					/* 20 and 15 */
FUNCTION (before) FUNCTION (one) FUNCTION (after)	/* 8, 20, 12 */
FUNCTION (more) FUNCTION (less)				/* 20, 10 */
FUNCTION (make) FUNCTION (piece)			/* 5, 20 */
FUNCTION (step) FUNCTION (finish)			/* 30, 8 */
int
main (int argc, char **argv)
{
  int level;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int i = 0; i < TIMES; i++)
    {
      MPI_Barrier (MPI_COMM_WORLD);
      if (rank)
	continue;
      TEAM
	{
	  int t = omp_get_thread_num ();
	  cells (t ? 30 : 10);
	  BARRIER
	  pack (t ? 2 : 10);
	  BARRIER
	  edges (5);
	}
      TEAM
	{
	  int t = omp_get_thread_num ();
	  again (t ? 20 : 5);
	  BARRIER
	  again (t ? 3 : 15);
	}
      TEAM
	{
	  int t = omp_get_thread_num ();
	  before (t ? 8 : 10);
	  #pragma omp single
	  one (20);
	  after ((i + t) % 2 ? 12 : 6);
	}
      TEAM
	{
	  int t = omp_get_thread_num ();
	  more ((i + t) % 2 ? 20 : 4);
	  BARRIER
	  less ((i / 2 + t) % 2 ? 10 : 2);
	}
      TEAM
	{
	  #pragma omp single
	    {
	      make (5);
	      for (int j = 0; j < 4; j++)
		#pragma omp task
		piece (10);
	    }
	}
    }
  TEAM
  for (int i = 0; i < TIMES; i++)
    {
      int t = omp_get_thread_num ();
      step (!rank && t ? 30 : 5);
      BARRIER
      finish (t ? 2 : 8);
      BARRIER
      #pragma omp master
      MPI_Barrier (MPI_COMM_WORLD);
      BARRIER
    }
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
}
END
# checks: the critical path has each function for as long as it takes, and what would be
# gained.
checks ()
{
  run 0 "$GASP" report --format=csv --view=critical-path profile
  tr -d '"' < out | awk -F, '
    BEGIN {
      count = split ("cells 30 pack 10 edges 5 again 35 before 8 one 20 after 12 more 20 " \
		     "less 10 make 5 piece 20 step 30 finish 8", wanted, " ")
    }
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "critical-path" {
      split ($column["name"] " < " $column["caller"], name, " < ")
      for (i = 1; i < count; i += 2)
	if (name[1] == wanted[i] || name[2] == wanted[i])
	  {
	    time[wanted[i]] += $column["time"] / 6e6
	    gain[wanted[i]] += $column["gain"] / 6e6
	  }
    }
    END {
      for (i = 1; i < count; i += 2)
	{
	  is = time[wanted[i]]
	  part = gain[wanted[i]] / (is ? is : 1)
	  # Few are asked what they would gain.
	  right = is > 0.95 * wanted[i + 1] && is < 1.15 * wanted[i + 1] + 1 \
		  && part < 0.11 && (wanted[i + 1] < 20 || part > 0.09)
	  print (right ? "right" : "WRONG"), wanted[i], is, gain[wanted[i]]
	}
    }' > rows
  ! grep WRONG rows && [ $(grep -c right rows) = 13 ]
}
one_mpi
for MPI in $MPIS; do
  run 0 mpicc -g -O1 -w -fopenmp --profile prog.c -o prog
  # A busy machine keeps threads from going on for longer than they take.  The budget
  # is of the time that the processor is busy, which is little here.
  for attempt in 1 2 3 4 5 6 7 8; do
    rm -rf profile
    run 0 mpirun -n 2 "$GASP" run --exact -q -o profile ./prog
    checks && continue 2
  done
  cat rows
  fail "$MPI: not as long as they take"
done
