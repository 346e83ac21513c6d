# A rank that is late as one thread of its team computes longer, and whose delay passes
# through another rank to a third: the rank, that thread and its function are named.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
# The time of usleep is its caller's.
export GASP_THREADS=no
cat > prog.c <<'END'
#include <mpi.h>
#include <omp.h>
#include <unistd.h>
static int rank, ranks;
static double x = 1;
static void quick (void) { usleep (2000); }
static void slow (void) { usleep (rank == 0 ? 40000 : 2000); }
static void
solve (void)
{
  #pragma omp parallel num_threads (2)
    {
      if (omp_get_thread_num () == 1)
	slow ();
      else
	quick ();
    }
}
int
main (int argc, char **argv)
{
  int level;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  MPI_Barrier (MPI_COMM_WORLD);
  for (int i = 0; i < 20; i++)
    {
      solve ();
      if (rank > 0)
	MPI_Recv (&x, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      quick ();
      if (rank < ranks - 1)
	MPI_Send (&x, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
END
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -g -O1 -w -fopenmp --profile prog.c -o prog
  run 0 mpirun -n 3 "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report --format=csv --view=delays profile
  sed 's/sleep, /sleep or /' out | tr -d '"' | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "delays" && $2 ~ /^[0-9]/ {
      printf "%.0f %.0f %.0f %s %s %s %s\n", $column["percent"],
	$column["passed_on"] / 1e6, $column["excess"] / 1e6, $column["thread"],
	$column["kind"], $column["worker"], $column["worker_name"]
    }' > rows
  # 38 ms, 20 times, if the machine is not busy; it is passed on to rank 2.
  awk 'NR == 1 { exit !($1 > 25 && $2 > 150 && $3 > 600 && $4 == 0 && $5 == "threads" \
			&& $6 == 1 && $7 == "slow") }' rows \
    || { head -5 rows; fail "$MPI: not the function of a thread"; }
  run 0 "$GASP" report --view=delays profile
  has out '0  *threads .* 1  *slow '
done
