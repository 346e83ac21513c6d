# Programs that call MPI themselves: while one thread waits in MPI, others read and
# write its data; and the program's messages are not mistaken for the runtime's.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
cat > both.upc <<'END'
#include <upc.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 500, ROUNDS = 20 };
shared [N] long rows[N * THREADS];
shared long counter;
upc_lock_t *lock;

static void
check (int condition, const char *what)
{
  if (!condition)
    {
      fprintf (stderr, "thread %d: %s\n", MYTHREAD, what);
      upc_global_exit (1);
    }
}

/* Thread 0 uses all the others' data while they wait for its message.  */
static void
wait_in_mpi (int round)
{
  long got = -1, sum = 0;
  int t, i;
  if (MYTHREAD)
    MPI_Recv (&got, 1, MPI_LONG, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    for (t = 1; t < THREADS; t++)
      {
	for (i = 0; i < N; i += 7)
	  sum += rows[t * N + i];
	rows[t * N] = round;
	upc_fence;
	got = sum;
	MPI_Send (&got, 1, MPI_LONG, t, round, MPI_COMM_WORLD);
      }
  upc_barrier;
  check (rows[MYTHREAD * N] == (MYTHREAD ? round : 0), "not what thread 0 wrote");
}

/* All at once, by both.  */
static void
mix (int round)
{
  int right = (MYTHREAD + 1) % THREADS, left = (MYTHREAD + THREADS - 1) % THREADS;
  long own = MYTHREAD + round, from = -1, all = -1;
  MPI_Request requests[2];
  MPI_Irecv (&from, 1, MPI_LONG, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend (&own, 1, MPI_LONG, right, 1, MPI_COMM_WORLD, &requests[1]);
  upc_lock (lock);
  counter++;
  upc_unlock (lock);
  rows[right * N + 1] = own;
  MPI_Waitall (2, requests, MPI_STATUSES_IGNORE);
  check (from == left + round, "not the neighbour's message");
  MPI_Allreduce (&own, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  check (all == THREADS * (THREADS - 1) / 2 + (long) round * THREADS, "wrong sum");
  upc_barrier;
  check (rows[MYTHREAD * N + 1] == left + round, "not the neighbour's data");
  check (counter == (long) (round + 1) * THREADS, "wrong count");
  upc_barrier;
}

int
main (void)
{
  int i, rank, size, done;
  MPI_Initialized (&done);
  check (done, "MPI is not initialised");
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  check (rank == MYTHREAD && size == THREADS, "other numbers");
  for (i = 2; i < N; i++)
    rows[MYTHREAD * N + i] = i;
  lock = upc_all_lock_alloc ();
  upc_barrier;
  for (i = 0; i < ROUNDS; i++)
    {
      wait_in_mpi (i);
      upc_barrier;
      mix (i);
    }
  if (!MYTHREAD)
    printf ("both\n");
  return 0;
}
END
for MPI in $MPIS; do
  flags=$(mpicc.$MPI -show | cut -d' ' -f2-)
  # shellcheck disable=SC2086
  run 0 "$UPCC" --conduit=mpi -O2 both.upc $flags -o both-$MPI
  for data in messages rma; do
    for node in 1 2 4; do
      run 0 env UPC_MPI_DATA=$data UPC_NODE_SIZE=$node "$BUILD/bin/gasprun" \
	--conduit=mpi --mpirun=mpirun.$MPI -n 4 ./both-$MPI
      has out '^both$'
      hasnt err MPI_THREAD_MULTIPLE
    done
  done
done
set -- $MPIS
if [ $# = 2 ]; then
  MPI=mpich
  run - gasprun -n 2 ./both-openmpi
  has err 'was started by the MPI mpich, but is linked with Open MPI'
  MPI=openmpi
  run - gasprun -n 2 ./both-mpich
  has err 'was started by the MPI openmpi, but is linked with MPICH'
fi
