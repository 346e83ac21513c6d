# A rank that is late for one reason here and for another one there: what it did before
# others met it last is no reason, nor what it did before the thread began that waits.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int rank, x;
static double slept;
static void
rest (void)
{
  double since = MPI_Wtime ();
  usleep (15000);
  slept += MPI_Wtime () - since;
}
static void here (void) { rest (); }
static void there (void) { rest (); }
static void *
receive (void *tag)
{
  MPI_Recv (&x, 1, MPI_INT, 1, *(int *) tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return NULL;
}
static void
pass (void late (void), int tag, int in_thread)
{
  pthread_t thread;
  MPI_Barrier (MPI_COMM_WORLD);
  if (rank == 1)
    {
      late ();
      MPI_Send (&x, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    }
  else if (in_thread)
    {
      pthread_create (&thread, NULL, receive, &tag);
      pthread_join (thread, NULL);
    }
  else
    receive (&tag);
}
int
main (int argc, char **argv)
{
  int level;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 20; i++)
    {
      pass (here, 1, argc > 1);
      pass (there, 2, argc > 1);
    }
  if (rank == 1)
    printf ("slept %.0f\n", slept * 1e9);
  MPI_Finalize ();
  return 0;
}
END
one_mpi
for MPI in $MPIS; do
  run 0 mpicc -g -O1 -w -pthread --profile prog.c -o prog
  for thread in "" in-thread; do
    rm -rf profile
    run 0 mpirun -n 2 "$GASP" run -q -o profile ./prog $thread
    slept=$(awk '$1 == "slept" { print $2 }' out)
    run 0 "$GASP" report --format=csv --view=delays profile
    sed 's/sleep, /sleep or /; s/"//g' out | awk -F, -v slept="$slept" '
      $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
      $1 == "delays" && match ($at["path"], / t?here < pass/) {
        sum[substr ($at["path"], RSTART, RLENGTH)] += $at["excess"]
      }
      END {
        for (path in sum)
          {
            print path, sum[path] / 1e6 " ms of", slept / 1e6
            right += sum[path] > slept * 0.4 && sum[path] < slept * 0.6
          }
        exit right != 2
      }' > rows || { cat rows; fail "$MPI: late for both reasons $thread"; }
  done
done
