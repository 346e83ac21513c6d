# Each kind of MPI's calls raises its event with the line of the call, world ranks, and the
# bytes that it moves; receives with what has come.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <string.h>
static int a[64], b[64], counts[2] = { 1, 2 }, places[2] = { 0, 1 };
int main (int argc, char **argv)
{
  int rank, size, flag, index, n, indices[2];
  MPI_Request r[2];
  MPI_Status status;
  MPI_Comm one, swapped;
  MPI_Win window;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int other = 1 - rank;
  /* Ranks of other communicators. */
  MPI_Comm_split (MPI_COMM_WORLD, 0, -rank, &swapped);
  if (rank == 0)
    MPI_Send (a, 5, MPI_INT, 0, 11, swapped); /* to world 1 */
  else
    MPI_Recv (b, 9, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, swapped, &status);
  MPI_Comm_free (&swapped);
  MPI_Comm_split (MPI_COMM_WORLD, rank, 0, &one);
  MPI_Sendrecv (a, 1, MPI_SHORT, 0, 12, b, 1, MPI_SHORT, 0, 12, one, MPI_STATUS_IGNORE);
  MPI_Comm_free (&one);
  MPI_Send (a, 5, MPI_INT, MPI_PROC_NULL, 11, MPI_COMM_WORLD);
  MPI_Recv (b, 9, MPI_INT, MPI_PROC_NULL, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  /* Requests. */
  MPI_Irecv (b, 8, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv (b + 32, 8, MPI_INT, other, 2, MPI_COMM_WORLD, &r[1]);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Ssend (a, 3, MPI_DOUBLE, other, 1, MPI_COMM_WORLD);
  MPI_Waitany (2, r, &index, MPI_STATUS_IGNORE); MPI_Barrier (MPI_COMM_WORLD);
  MPI_Ssend (a, 4, MPI_INT, other, 2, MPI_COMM_WORLD);
  MPI_Waitsome (2, r, &n, indices, MPI_STATUSES_IGNORE);
  MPI_Irecv (b, 8, MPI_INT, other, 99, MPI_COMM_WORLD, &r[0]);
  MPI_Cancel (&r[0]);
  MPI_Wait (&r[0], &status);
  MPI_Send_init (a, 2, MPI_INT, other, 3, MPI_COMM_WORLD, &r[0]);
  MPI_Recv_init (b, 2, MPI_INT, other, 3, MPI_COMM_WORLD, &r[1]);
  for (int i = 0; i < 2; i++)
    {
      MPI_Startall (2, r);
      do
	MPI_Testall (2, r, &flag, MPI_STATUSES_IGNORE);
      while (!flag);
    }
  MPI_Request_free (&r[0]);
  MPI_Request_free (&r[1]);
  /* Together. */
  MPI_Bcast (a, 6, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Reduce (a, b, 7, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Gather (rank ? a : MPI_IN_PLACE, 2, rank ? MPI_INT : MPI_DATATYPE_NULL, b, 2, rank ? MPI_DATATYPE_NULL : MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Scatterv (a, counts, places, MPI_INT, b, rank + 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allgatherv (a, rank + 1, MPI_INT, b, counts, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoall (a, 3, MPI_INT, b, 3, MPI_INT, MPI_COMM_WORLD);
  MPI_Reduce_scatter (a, b, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Iallreduce (a, b, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &r[0]);
  MPI_Wait (&r[0], MPI_STATUS_IGNORE);
  /* One-sided. */
  MPI_Win_create (b, sizeof b, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence (0, window);
  MPI_Put (a, 4, MPI_INT, other, 0, 4, MPI_INT, window);
  MPI_Win_fence (0, window);
  MPI_Get (a, 5, MPI_INT, other, 0, 5, MPI_INT, window);
  MPI_Win_fence (0, window);
  MPI_Win_free (&window);
  /* Rarer ones. */
  MPI_Win_create (b, sizeof b, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock (MPI_LOCK_SHARED, other, 0, window);
  MPI_Fetch_and_op (a, b + 32, MPI_INT, other, 0, MPI_SUM, window);
  MPI_Get_accumulate (a, 2, MPI_INT, b + 34, 2, MPI_INT, other, 0, 2, MPI_INT, MPI_SUM, window);
  MPI_Win_unlock (other, window);
  MPI_Win_free (&window);
  MPI_Message message;
  int dims[1] = { 2 }, periods[1] = { 1 };
  MPI_Isend (a, 7, MPI_INT, other, 21, MPI_COMM_WORLD, &r[0]);
  MPI_Isend (a, 8, MPI_INT, other, 22, MPI_COMM_WORLD, &r[1]);
  MPI_Mprobe (other, 21, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv (b, 9, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Waitall (1, r, MPI_STATUSES_IGNORE);
  MPI_Mprobe (other, 22, MPI_COMM_WORLD, &message, &status);
  MPI_Imrecv (b, 9, MPI_INT, &message, &r[0]);
  MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
  MPI_Cart_create (MPI_COMM_WORLD, 1, dims, periods, 0, &one);
  MPI_Neighbor_allgather (a, 3, MPI_INT, b, 3, MPI_INT, one);
  MPI_Neighbor_alltoall (a, 5, MPI_INT, b, 5, MPI_INT, one);
  MPI_Finalize ();
  return 0;
}
END

# What rank 0 raises, without calls that raise nothing but their name.
cat > wanted <<'END'
+ SETUP 12 "MPI_Init"
- SETUP 12 "MPI_Init"
+ SEND 19 "MPI_Send" 1 20 11
- SEND 19 "MPI_Send" 1 20 11
+ SENDRECV 24 "MPI_Sendrecv"
. SENT 24 0 2 12
. RECEIVED 24 0 2 12
- SENDRECV 24 "MPI_Sendrecv"
+ SEND 26 "MPI_Send" -1 20 11
- SEND 26 "MPI_Send" -1 20 11
+ RECV 27 "MPI_Recv" -1 36 11
- RECV 27 "MPI_Recv" -1 0 11
+ RECV_BEGUN 29 "MPI_Irecv"
- RECV_BEGUN 29 "MPI_Irecv"
+ RECV_BEGUN 30 "MPI_Irecv"
- RECV_BEGUN 30 "MPI_Irecv"
+ BARRIER 31 "MPI_Barrier" M
- BARRIER 31 "MPI_Barrier" M
+ SEND 32 "MPI_Ssend" 1 24 1
- SEND 32 "MPI_Ssend" 1 24 1
+ WAIT 33 "MPI_Waitany" 2
. RECEIVED 33 1 24 1
- WAIT 33 "MPI_Waitany" 1
+ BARRIER 33 "MPI_Barrier" M
- BARRIER 33 "MPI_Barrier" M
+ SEND 34 "MPI_Ssend" 1 16 2
- SEND 34 "MPI_Ssend" 1 16 2
+ WAIT 35 "MPI_Waitsome" 2
. RECEIVED 35 1 16 2
- WAIT 35 "MPI_Waitsome" 1
+ RECV_BEGUN 36 "MPI_Irecv"
- RECV_BEGUN 36 "MPI_Irecv"
+ WAIT 38 "MPI_Wait" 1
- WAIT 38 "MPI_Wait" 1
. SENT 43 1 8 3
. TAKEN 45
. RECEIVED 45 1 8 3
. SENT 43 1 8 3
. TAKEN 45
. RECEIVED 45 1 8 3
+ ONE_TO_ALL 51 "MPI_Bcast" 1 24 0 M 2
- ONE_TO_ALL 51 "MPI_Bcast" 1 24 0 M 2
+ ALL_TO_ONE 52 "MPI_Reduce" 0 28 28 M 2
- ALL_TO_ONE 52 "MPI_Reduce" 0 28 28 M 2
+ ALL_TO_ONE 53 "MPI_Gather" 0 16 8 M 2
- ALL_TO_ONE 53 "MPI_Gather" 0 16 8 M 2
+ ONE_TO_ALL 54 "MPI_Scatterv" 0 4 12 M 2
- ONE_TO_ALL 54 "MPI_Scatterv" 0 4 12 M 2
+ ALL_TO_ALL 55 "MPI_Allgatherv" -1 12 4 M 2
- ALL_TO_ALL 55 "MPI_Allgatherv" -1 12 4 M 2
+ ALL_TO_ALL 56 "MPI_Alltoall" -1 24 24 M 2
- ALL_TO_ALL 56 "MPI_Alltoall" -1 24 24 M 2
+ ALL_TO_ALL 57 "MPI_Reduce_scatter" -1 4 12 M 2
- ALL_TO_ALL 57 "MPI_Reduce_scatter" -1 4 12 M 2
+ COLLECTIVE 58 "MPI_Iallreduce" -1 4 4 M 2
. BEGUN 58 2122 -1 M
- COLLECTIVE 58 "MPI_Iallreduce" -1 4 4 M 2
+ WAIT 59 "MPI_Wait" 1
. OVER 59
- WAIT 59 "MPI_Wait" 1
+ FENCE 62 "MPI_Win_fence" M
- FENCE 62 "MPI_Win_fence" M
+ PUT 63 "MPI_Put" 1 16
- PUT 63 "MPI_Put" 1 16
+ FENCE 64 "MPI_Win_fence" M
- FENCE 64 "MPI_Win_fence" M
+ GET 65 "MPI_Get" 1 20
- GET 65 "MPI_Get" 1 20
+ FENCE 66 "MPI_Win_fence" M
- FENCE 66 "MPI_Win_fence" M
+ WIN_LOCK 70 "MPI_Win_lock" 1
. HELD 70 1
- WIN_LOCK 70 "MPI_Win_lock" 1
+ GET 71 "MPI_Fetch_and_op" 1 4
- GET 71 "MPI_Fetch_and_op" 1 4
+ GET 72 "MPI_Get_accumulate" 1 8
- GET 72 "MPI_Get_accumulate" 1 8
+ WIN_UNLOCK 73 "MPI_Win_unlock" 1
. HELD 73 1
- WIN_UNLOCK 73 "MPI_Win_unlock" 1
+ SEND 77 "MPI_Isend" 1 28 21
. SEND_BEGUN 77
- SEND 77 "MPI_Isend" 1 28 21
+ SEND 78 "MPI_Isend" 1 32 22
. SEND_BEGUN 78
- SEND 78 "MPI_Isend" 1 32 22
+ PROBE 79 "MPI_Mprobe"
- PROBE 79 "MPI_Mprobe" 1 21
+ RECV 80 "MPI_Mrecv" -1 36 -1
- RECV 80 "MPI_Mrecv" 1 28 21
+ WAIT 81 "MPI_Waitall" 1
- WAIT 81 "MPI_Waitall" 1
+ PROBE 82 "MPI_Mprobe"
- PROBE 82 "MPI_Mprobe" 1 22
+ WAIT 84 "MPI_Waitall" 2
. RECEIVED 84 1 32 22
- WAIT 84 "MPI_Waitall" 2
+ COLLECTIVE 86 "MPI_Neighbor_allgather" -1 24 12 M 2
. SIGNAL 86 1 W
. SIGNAL 86 1 W
. SIGNALLED 86 1 W 0
. SIGNALLED 86 1 W 0
- COLLECTIVE 86 "MPI_Neighbor_allgather" -1 24 12 M 2
+ COLLECTIVE 87 "MPI_Neighbor_alltoall" -1 40 40 M 2
. SIGNAL 87 1 W
. SIGNAL 87 1 W
. SIGNALLED 87 1 W 0
. SIGNALLED 87 1 W 0
- COLLECTIVE 87 "MPI_Neighbor_alltoall" -1 40 40 M 2
+ SETUP 88 "MPI_Finalize"
- SETUP 88 "MPI_Finalize"
END
for MPI in $MPIS; do
  for flags in '-O0 -finstrument-gasp' '-O2 -finstrument-gasp' \
	       '-O2 -finstrument-gasp-functions=emitted'; do
    run 0 mpicc $flags -w prog.c -o prog
    run 0 under dump mpirun -n 2 ./prog
    dumped result > all
    # Tests are made until they succeed; what is sent at once may have no request.
    sed -n 's/^0\.1 \(.\) GASP_GCC_MPI_\([A-Z_]* \)/\1 \2/p' all \
      | grep -v -e MPI_Testall -e 'TAKEN 8' -e GATHERING > got
    diff wanted got || fail "$MPI $flags: not the events of rank 0"
    # The other one.
    for line in '\+ GASP_GCC_MPI_RECV 21 "MPI_Recv" -1 36 -1' \
		'- GASP_GCC_MPI_RECV 21 "MPI_Recv" 0 20 11' \
		'- GASP_GCC_MPI_ONE_TO_ALL 51 "MPI_Bcast" 1 0 24 M 2' \
		'- GASP_GCC_MPI_ALL_TO_ONE 52 "MPI_Reduce" 0 0 28 M 2' \
		'- GASP_GCC_MPI_ALL_TO_ONE 53 "MPI_Gather" 0 0 8 M 2' \
		'- GASP_GCC_MPI_ONE_TO_ALL 54 "MPI_Scatterv" 0 8 0 M 2' \
		'- GASP_GCC_MPI_ALL_TO_ALL 57 "MPI_Reduce_scatter" -1 8 12 M 2'; do
      count 1 all "^1\\.1 $line"
    done
    # What all make together.
    count 1 all '^0\.1 \+ GASP_GCC_MPI_GATHERING 17 "MPI_Comm_split" M$'
    # A function that is none of these.
    count 1 all '^0\.1 \+ GASP_GCC_MPI 13 "MPI_Comm_rank"'
    run 0 under check mpirun -n 2 ./prog
    hasnt result '^violation'
  done
done
