# An OTF2 archive has a record for each message where it is sent and where it has come, with
# peer, tag and bytes, and for each collective function, with its ranks as a communicator.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
command -v otf2-print > /dev/null || unsupported "otf2-print is not installed"
cat > prog.c <<'END'
#include <mpi.h>
static int data[1000], got[1000];
int
main (int argc, char **argv)
{
  int rank;
  MPI_Request r[2];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int other = 1 - rank;
  for (int i = 0; i < 3; i++)
    {
      MPI_Irecv (got, 1000, MPI_INT, other, 7, MPI_COMM_WORLD, &r[0]);
      MPI_Isend (data, 500, MPI_INT, other, 7, MPI_COMM_WORLD, &r[1]);
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
    }
  MPI_Sendrecv (data, 2, MPI_INT, other, 8, got, 10, MPI_INT, other, 8, MPI_COMM_WORLD,
		MPI_STATUS_IGNORE);
  if (rank == 0)
    MPI_Send (data, 3, MPI_INT, 1, 99, MPI_COMM_WORLD);
  else
    MPI_Recv (got, 30, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send (data, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD);
  MPI_Bcast (data, 10, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
END
cat > some.c <<'END'
#include <mpi.h>
int
main (int argc, char **argv)
{
  int me;
  double x = 1, y, v[8];
  MPI_Comm half, swapped;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_split (MPI_COMM_WORLD, me & 1, me, &half);
  MPI_Comm_split (MPI_COMM_WORLD, me & 1, -me, &swapped);
  MPI_Bcast (&x, 1, MPI_DOUBLE, 1, half);
  MPI_Reduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, 1, swapped);
  MPI_Barrier (half);
  MPI_Allgather (&x, 1, MPI_DOUBLE, v, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
END
for MPI in $MPIS; do
  rm -rf profile archive
  run 0 mpicc -O1 -w --profile prog.c -o prog
  run 0 mpirun -n 2 "$GASP" run -q --trace -o profile ./prog
  run 0 "$GASP" trace --format=otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  cp out records
  # Processes are locations in the order in which they began.
  run 0 otf2-print -G archive/traces.otf2
  cp out definitions
  first=$(sed -n 's/^LOCATION_GROUP .*"prog, MPI rank \([01]\), .*/\1/p' definitions | head -n 1)
  for rank in 0 1; do
    at=$((rank ^ first)) other="er: $((1 - rank)) "
    count 3 records "^MPI_SEND +$at .*$other.*Tag: 7, Length: 2000"
    count 3 records "^MPI_RECV +$at .*$other.*Tag: 7, Length: 2000"
    count 1 records "^MPI_SEND +$at .*$other.*Tag: 8, Length: 8"
    count 1 records "^MPI_RECV +$at .*$other.*Tag: 8, Length: 8"
    count 1 records "^MPI_COLLECTIVE_END +$at .*BARRIER"
    count 1 records "^MPI_COLLECTIVE_END +$at .*BCAST.*Root: 1"
  done
  at=$first other=$((1 - first))
  count 1 records "^MPI_SEND +$at .*er: 1 .*Tag: 99, Length: 12"
  count 1 records "^MPI_RECV +$other .*er: 0 .*Tag: 99, Length: 12"
  count 9 records "^MPI_SEND"
  count 9 records "^MPI_RECV"
  count 4 records "^MPI_COLLECTIVE_BEGIN"
  count 1 records 'COLLECTIVE_END .*Sent: 0, Received: 40'
  count 1 records 'COLLECTIVE_END .*Sent: 40, Received: 0'
  # A message has come at the end of the call that receives it, behind its sending.
  awk -v at=$other '$1 == "MPI_SEND" && /Tag: 99/ { sent = $3 }
       $1 == "MPI_RECV" && /Tag: 99/ { received = $3 }
       $1 == "LEAVE" && $2 == at && /"MPI_Recv"/ { left = $3 }
       END { exit !(received == left && received >= sent) }' records || fail "times"

  # Of some ranks: where these are among them.
  rm -rf profile archive
  run 0 mpicc -O1 -w --profile some.c -o some
  run 0 mpirun -n 4 "$GASP" run -q --trace -o profile ./some
  run 0 "$GASP" trace --format=otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  cp out records
  run 0 otf2-print -G archive/traces.otf2
  cp out definitions
  for first in 0 1; do
    count 1 definitions "^COMM .*\"some, 2 MPI ranks, the first is $first\".*Parent: \"some\""
    count 1 definitions "^GROUP .*the first is $first\".* 2 Members: $first \\(.* $((first + 2)) \\("
    count 2 records "^MPI_COLLECTIVE_END .*BCAST, .*the first is $first\".*Root: 1 "
    count 2 records "^MPI_COLLECTIVE_END .*REDUCE, .*the first is $first\".*Root: 0 "
    count 2 records "^MPI_COLLECTIVE_END .*BARRIER, .*the first is $first\".*Root: NONE"
  done
  count 4 records '^MPI_COLLECTIVE_END .*ALLGATHER, Communicator: "some" '
  count 16 records "^MPI_COLLECTIVE_BEGIN"
done
