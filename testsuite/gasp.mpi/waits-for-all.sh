# Calls in which ranks wait for each other are compared as barriers are: of all ranks and
# of some, for all that take part or for a root, or for those that have something to give;
# nonblocking ones where they are waited for.  Others are not: those of another kind or
# without data, and those of another thread.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>
static MPI_Comm copy, half, other, swapped, pair;
static MPI_Win window;
static double x = 1, y, v[8], w[8];
static int me, counts[] = { 1, 1, 1, 1 }, places[] = { 0, 1, 2, 3 };
static int few[] = { 1, 1, 1, 1 }, from[] = { 1, 1, 1, 1 }, none[] = { 1, 0, 1, 1 };
/* STEP: rank STEP % 4 comes 10 ms later.  */
static void
late (int step)
{
  if (me == step % 4)
    usleep (10000);
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
  int level;
  pthread_t thread;
  MPI_Request r;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_dup (MPI_COMM_WORLD, &copy);
  MPI_Win_create (v, sizeof v, sizeof *v, MPI_INFO_NULL, copy, &window);
  MPI_Comm_dup (MPI_COMM_WORLD, &other);
  MPI_Comm_split (MPI_COMM_WORLD, me & 1, me, &half);
  MPI_Comm_split (MPI_COMM_WORLD, me & 1, -me, &swapped);
  MPI_Comm_split (MPI_COMM_WORLD, me / 2, me, &pair);
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
      MPI_Allreduce (&x, &y, 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      MPI_Scan (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      late (i);
      MPI_Allgatherv (&x, 1, MPI_DOUBLE, v, counts, places, MPI_DOUBLE, copy); /* ALLGATHERV */
      late (i);
      MPI_Alltoallv (v, counts, places, MPI_DOUBLE, w, counts, places, MPI_DOUBLE, copy); /* ALLTOALLV */
      /* Rank 1 has nothing for rank 2, and so knows that not all wait for all.  */
      few[2] = me == 1 ? 0 : 1;
      from[1] = me == 2 ? 0 : 1;
      late (3);
      MPI_Alltoallv (v, few, places, MPI_DOUBLE, w, from, places, MPI_DOUBLE, copy); /* FEW */
      late (i);
      MPI_Reduce_scatter (v, w, counts, MPI_DOUBLE, MPI_SUM, copy); /* REDUCE_SCATTER */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      late (0);
      MPI_Scatterv (v, counts, places, MPI_DOUBLE, w, 1, MPI_DOUBLE, 0, copy); /* SCATTERV */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      late (1);
      MPI_Gatherv (&x, 1, MPI_DOUBLE, w, counts, places, MPI_DOUBLE, 3, copy); /* GATHERV */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      /* Rank 1 has nothing to give.  */
      late (2);
      MPI_Gatherv (&x, me != 1, MPI_DOUBLE, w, none, places, MPI_DOUBLE, 3, copy); /* NONE */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      late (2);
      MPI_Iallreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, copy, &r);
      MPI_Wait (&r, MPI_STATUS_IGNORE); /* IALLREDUCE */
      late (3);
      MPI_Ibarrier (copy, &r);
      MPI_Wait (&r, MPI_STATUS_IGNORE); /* IBARRIER */
      late (1);
      MPI_Ibcast (&x, 1, MPI_DOUBLE, 1, copy, &r);
      MPI_Waitall (1, &r, MPI_STATUSES_IGNORE); /* IBCAST */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      late (2);
      MPI_Win_fence (0, window); /* FENCE */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      /* Nobody waits who has something else to do until the last one comes.  */
      late (2);
      MPI_Ibarrier (copy, &r);
      usleep (me == 2 ? 0 : 12000);
      MPI_Wait (&r, MPI_STATUS_IGNORE); /* BUSY */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
    }
  MPI_Barrier (MPI_COMM_WORLD); /* DONE */
  /* Ranks 0 and 2, or 1 and 3: 0 and 1 are late.  */
  for (int i = 0; i < 20; i++)
    {
      late (i % 2);
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, i & 4 ? half : swapped); /* HALF */
      late (i % 2);
      MPI_Barrier (half); /* HALF_BARRIER */
      MPI_Barrier (i & 1 ? pair : half); /* TWO */
    }
  MPI_Barrier (MPI_COMM_WORLD); /* DONE */
  for (int i = 0; i < 20; i++)
    {
      late (2);
      MPI_Bcast (&x, 1, MPI_DOUBLE, 2, copy); /* BCAST */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      late (3);
      MPI_Bcast (&x, 1, MPI_DOUBLE, 2, copy); /* NOT_ROOT */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      late (0);
      MPI_Scatter (v, 1, MPI_DOUBLE, &y, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* SCATTER */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      late (1);
      MPI_Reduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, 3, MPI_COMM_WORLD); /* REDUCE */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
      late (0);
      /* Rank 2: the second one of HALF, and the first of SWAPPED.  */
      if (!(me & 1))
	MPI_Gather (&x, 1, MPI_DOUBLE, v, 1, MPI_DOUBLE, i & 1, i & 1 ? half : swapped); /* GATHER */
      MPI_Barrier (MPI_COMM_WORLD); /* DONE */
    }
  if (level == MPI_THREAD_MULTIPLE)
    {
      pthread_create (&thread, NULL, work, NULL);
      pthread_join (thread, NULL);
    }
  MPI_Win_free (&window);
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 --profile prog.c -o prog -lpthread
# Nobody waits there, unless ranks have no processor for long.
not_busy () { for rank in 0 1 3; do waits BUSY $rank 0 60; done; }
for attempt in 1 2 3 4; do
  rm -rf profile
  run 0 mpirun -n 4 "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report --format=csv --view=peers profile
  barrier_rows
  if (not_busy); then break; fi
done
not_busy
# Another one is late by 10 ms 15 times of 20.
for name in ALLREDUCE ALLGATHER ALLTOALL BLOCK BARRIER ALLGATHERV ALLTOALLV \
  REDUCE_SCATTER; do
  for rank in 0 1 2 3; do
    waits $name $rank 30 100000
  done
done
for name in HALF HALF_BARRIER; do
  waits $name 2 40 100000 0
  waits $name 3 40 100000 1
done
for rank in 0 1 2 3; do
  waits TWO $rank 0 100000
done
# For the root only, and for all only by the root.  A root waits for nobody, and the others
# of those that have a root get no result.
for rank in 0 1 3; do
  waits BCAST $rank 80 100000 2
done
waits BCAST 2 0 0 -
waits NOT_ROOT 2 0 0 -
for rank in 1 2 3; do
  waits SCATTER $rank 80 100000 0
  waits REDUCE $((rank - 1)) 0 0 -
done
waits SCATTER 0 0 0 -
waits REDUCE 3 80 100000 1
for rank in 1 2 3; do
  waits SCATTERV $rank 80 100000 0
done
waits GATHERV 3 80 100000 1
waits GATHERV 0 0 0 -
# Also where one has nothing for some, or for all.
for rank in 0 1 2; do
  waits FEW $rank 80 100000 3
done
waits NONE 3 80 100000 2
# Where they are waited for.
for rank in 0 1 3; do
  waits IALLREDUCE $rank 80 100000 2
  waits FENCE $rank 80 100000 2
done
for rank in 0 1 2; do
  waits IBARRIER $rank 80 100000 3
done
for rank in 0 2 3; do
  waits IBCAST $rank 80 100000 1
done
waits IBCAST 1 0 0 -
waits GATHER 0 0 0 -
waits GATHER 2 80 100000 0
# That of the other thread is compared, too.  waits-in-order.sh has the rest.
others=$(awk '{ print $1 }' rows | sort -u | wc -l)
rest=$(grep -c -e MPI_Comm_dup -e MPI_Comm_split -e MPI_Win_create -e MPI_Win_free \
  -e MPI_Scan prog.c)
[ "$others" = $((8 + 3 + 5 + 3 + 4 + 1 + 1 + $(lines DONE | wc -l) + 1 + rest)) ] || { cat rows; fail "$others places"; }
[ "$(awk -v at="$(lines THREAD)" '$1 == at && $6 == 1' rows | wc -l)" = 4 ] \
  || { cat rows; fail "the thread"; }

# A rank that has no processor for a while after its part is done has come before that.
cat > delay.c <<'END'
#include <mpi.h>
#include <unistd.h>
int
MPI_Ibarrier (MPI_Comm comm, MPI_Request *request)
{
  int rank, result = PMPI_Ibarrier (comm, request);
  MPI_Comm_rank (comm, &rank);
  if (rank == 0)
    usleep (30000);
  return result;
}
END
cat > prog.c <<'END'
#include <mpi.h>
int
main (int argc, char **argv)
{
  MPI_Request r;
  MPI_Init (&argc, &argv);
  for (int i = 0; i < 20; i++)
    {
      MPI_Barrier (MPI_COMM_WORLD); /* LATER */
      MPI_Ibarrier (MPI_COMM_WORLD, &r);
      MPI_Wait (&r, MPI_STATUS_IGNORE);
    }
  MPI_Finalize ();
  return 0;
}
END
run 0 stock_mpicc -shared -fPIC delay.c -o libdelay.so
run 0 mpicc -g -O1 --profile prog.c -o prog -L. -ldelay "-Wl,-rpath,$PWD"
rm -rf profile
run 0 mpirun -n 2 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=peers profile
barrier_rows
waits LATER 1 500 100000 0
