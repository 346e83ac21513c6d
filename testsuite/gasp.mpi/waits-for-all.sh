# Calls in which each rank waits for all are compared as barriers are, and no others: of
# some of the ranks, nonblocking ones, those of another kind or without data, and those
# of another thread.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>
static MPI_Comm copy, half, other;
static double x = 1, y, v[8], w[8];
static int counts[] = { 1, 1, 1, 1 }, places[] = { 0, 1, 2, 3 };
/* STEP: rank STEP % 4 comes 5 ms later.  */
static void
late (int step)
{
  int me;
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  if (me == step % 4)
    usleep (5000);
}
static void *
work (void *unused)
{
  for (int i = 0; i < 5; i++)
    MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, other); /* THREAD */
  return unused;
}
int
main (int argc, char **argv)
{
  int me, level;
  pthread_t thread;
  MPI_Request r;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_dup (MPI_COMM_WORLD, &copy);
  MPI_Comm_dup (MPI_COMM_WORLD, &other);
  MPI_Comm_split (MPI_COMM_WORLD, me & 1, me, &half);
  for (int i = 0; i < 20; i++)
    {
      late (i);
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* ALLREDUCE */
      late (i + 1);
      MPI_Allgather (&x, 1, MPI_DOUBLE, v, 1, MPI_DOUBLE, copy); /* ALLGATHER */
      late (i + 2);
      MPI_Alltoall (v, 1, MPI_DOUBLE, w, 1, MPI_DOUBLE, copy); /* ALLTOALL */
      late (i + 3);
      MPI_Reduce_scatter_block (v, w, 1, MPI_DOUBLE, MPI_SUM, copy); /* BLOCK */
      late (i);
      MPI_Barrier (MPI_COMM_WORLD); /* BARRIER */
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, half);
      MPI_Allreduce (&x, &y, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      MPI_Scan (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      MPI_Bcast (&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      MPI_Allgatherv (&x, 1, MPI_DOUBLE, v, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
      MPI_Alltoallv (v, counts, places, MPI_DOUBLE, w, counts, places, MPI_DOUBLE,
		     MPI_COMM_WORLD);
      MPI_Iallreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r);
      MPI_Wait (&r, MPI_STATUS_IGNORE);
    }
  if (level == MPI_THREAD_MULTIPLE)
    {
      pthread_create (&thread, NULL, work, NULL);
      pthread_join (thread, NULL);
    }
  MPI_Finalize ();
  return 0;
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
run 0 mpicc -g -O1 --profile prog.c -o prog -lpthread
run 0 mpirun -n 4 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=peers profile
grep '^"barriers",[0-9]' out > rows || fail "no rows"
for name in ALLREDUCE ALLGATHER ALLTOALL BLOCK BARRIER; do
  at=$(line $name)
  for rank in 0 1 2 3; do
    # Another one is late by 5 ms 15 times of 20.
    awk -F, -v rank=$rank -v at="$at" '
      $2 == rank && $10 == at { rows++; if ($6 == 20) ms = $3 / 1e6 }
      END { exit !(rows == 1 && ms > 30) }' rows \
      || fail "$name: $(grep "^\"barriers\",$rank,.*,$at," rows)"
  done
done
# That of the other thread is listed, but not compared.
grep -v ":$(line THREAD)\"" rows > compared
[ "$(wc -l < compared)" = 20 ] || fail "not 20 rows: $(cat compared)"
