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
cat > threads.c <<'END'
#include <mpi.h>
#include <pthread.h>
static int other;
static void *
talk (void *tag)
{
  int x = 1;
  for (int i = 0; i < 10; i++)
    if (other)
      {
	MPI_Send (&x, 1, MPI_INT, other, (long) tag, MPI_COMM_WORLD);
	MPI_Recv (&x, 1, MPI_INT, other, (long) tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
    else
      {
	MPI_Recv (&x, 1, MPI_INT, other, (long) tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Send (&x, 1, MPI_INT, other, (long) tag, MPI_COMM_WORLD);
      }
  if (tag == (void *) 1)
    MPI_Bcast (&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return NULL;
}
int
main (int argc, char **argv)
{
  pthread_t threads[2];
  int me, got;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &got);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  other = 1 - me;
  for (long i = 0; i < 2; i++)
    pthread_create (&threads[i], 0, talk, (void *) (i + 1));
  talk (0);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], 0);
  MPI_Finalize ();
  return got != MPI_THREAD_MULTIPLE;
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
  MPI_Scan (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  /* Rank 1 has nothing to give.  */
  int counts[] = { 1, 0, 1, 1 }, places[] = { 0, 1, 2, 3 };
  MPI_Gatherv (&x, me != 1, MPI_DOUBLE, v, counts, places, MPI_DOUBLE, 3, MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
END
cat > comms.c <<'END'
#include <mpi.h>
int
main (int argc, char **argv)
{
  int me, x = 1, y, z[2];
  MPI_Comm half, again, both;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  int odd = me & 1;
  MPI_Comm_split (MPI_COMM_WORLD, odd, -me, &half);
  MPI_Comm_dup (MPI_COMM_WORLD, &again);
  if (me < 2)
    MPI_Send (&x, 1, MPI_INT, 0, 5, half);
  else
    MPI_Recv (&y, 1, MPI_INT, MPI_ANY_SOURCE, 5, half, MPI_STATUS_IGNORE);
  MPI_Sendrecv (&x, 1, MPI_INT, 3 - me, 6, &y, 1, MPI_INT, 3 - me, 6, again, MPI_STATUS_IGNORE);
  MPI_Barrier (again);
  MPI_Intercomm_create (half, 0, MPI_COMM_WORLD, odd ? 2 : 3, 9, &both);
  if (odd)
    MPI_Send (&x, 1, MPI_INT, 1, 7, both);
  else if (me == 0)
    for (int i = 0; i < 2; i++)
      MPI_Recv (&y, 1, MPI_INT, i, 7, both, MPI_STATUS_IGNORE);
  MPI_Sendrecv (&x, 1, MPI_INT, 0, 8, &y, 1, MPI_INT, 0, 8, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  /* Rank 3, the first one of its group, gives to the other one.  */
  MPI_Bcast (&x, 1, MPI_INT, me == 3 ? MPI_ROOT : odd ? MPI_PROC_NULL : 0, both);
  MPI_Allgather (&x, 1, MPI_INT, z, 1, MPI_INT, both);
  MPI_Barrier (both);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
END
cat > later.c <<'END'
#include <mpi.h>
int
main (int argc, char **argv)
{
  int me, done = 0;
  double x = 1, y[2], v[4] = { 0 };
  int counts[4] = { 1, 0, 1, 1 }, at[4] = { 0, 1, 1, 2 };
  MPI_Comm half, both;
  MPI_Request r[3], one;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_split (MPI_COMM_WORLD, me & 1, me, &half);
  MPI_Iallreduce (&x, &y[0], 1, MPI_DOUBLE, MPI_SUM, half, &r[0]);
  MPI_Ibcast (v, 4, MPI_DOUBLE, 2, MPI_COMM_WORLD, &r[1]);
  MPI_Ibarrier (MPI_COMM_WORLD, &r[2]);
  MPI_Waitall (3, r, MPI_STATUSES_IGNORE);
  MPI_Ireduce (&x, &y[1], 1, MPI_DOUBLE, MPI_SUM, 1, half, &one);
  while (!done)
    MPI_Test (&one, &done, MPI_STATUS_IGNORE);
  MPI_Barrier (MPI_COMM_WORLD);
  /* Rank 3, the second one of its group, gives to the other one.  */
  int odd = me & 1;
  MPI_Intercomm_create (half, 0, MPI_COMM_WORLD, !odd, 9, &both);
  MPI_Ibcast (v, 1, MPI_DOUBLE, me == 3 ? MPI_ROOT : odd ? MPI_PROC_NULL : 1, both, &r[0]);
  MPI_Iallgather (&x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, both, &r[1]);
  MPI_Ibarrier (both, &r[2]);
  MPI_Waitall (3, r, MPI_STATUSES_IGNORE);
  /* Rank 1 has nothing to give: nobody need wait for it.  */
  MPI_Igatherv (&x, counts[me], MPI_DOUBLE, v, counts, at, MPI_DOUBLE, 0, MPI_COMM_WORLD, &one);
  MPI_Wait (&one, MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
END
one_mpi
for MPI in $MPIS; do
  rm -rf profile archive
  run 0 mpicc -O1 -w --profile prog.c -o prog
  run 0 mpirun -n 2 "$GASP" run -q --trace -o profile ./prog
  run 0 "$GASP" trace --format=otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  cp out records
  # Locations are in the order of ranks, and named by them.
  run 0 otf2-print -G archive/traces.otf2
  cp out definitions
  for rank in 0 1; do
    at=$rank other="er: $((1 - rank)) "
    has definitions "^LOCATION +$rank .*\"rank $rank\""
    count 3 records "^MPI_SEND +$at .*$other.*Tag: 7, Length: 2000"
    count 3 records "^MPI_RECV +$at .*$other.*Tag: 7, Length: 2000"
    count 1 records "^MPI_SEND +$at .*$other.*Tag: 8, Length: 8"
    count 1 records "^MPI_RECV +$at .*$other.*Tag: 8, Length: 8"
    count 1 records "^MPI_COLLECTIVE_END +$at .*BARRIER"
    count 1 records "^MPI_COLLECTIVE_END +$at .*BCAST.*Root: 1"
  done
  at=0 other=1
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
  # A function of MPI is one region, wherever it is called.
  count 1 definitions '^REGION .*"MPI_Send" '
  count 1 definitions '^REGION .*"main" '

  # Each of three threads sends and receives.
  rm -rf profile archive
  run 0 mpicc -O1 -w --profile threads.c -o threads -pthread
  run 0 mpirun -n 2 "$GASP" run -q --trace -o profile ./threads
  run 0 "$GASP" trace --format=otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  cp out records
  run 0 otf2-print -G archive/traces.otf2
  cp out definitions
  for rank in 0 1; do
    has definitions "^LOCATION .*\"rank $rank\""
    for thread in 1 2; do
      has definitions "^LOCATION .*\"rank $rank, thread $thread\""
    done
    for tag in 0 1 2; do
      count 10 records "^MPI_SEND .*er: $rank .*Tag: $tag,"
      count 10 records "^MPI_RECV .*er: $rank .*Tag: $tag,"
    done
  done
  count 60 records '^MPI_SEND'
  [ "$(awk '/^MPI_SEND/ { print $2 }' records | sort -u | wc -l)" = 6 ] \
    || fail "not from six locations"
  count 2 records '^MPI_COLLECTIVE_END .*BCAST'
  # Every thread is in a function of MPI when it does.
  awk '$1 == "ENTER" && /"MPI_/ { open[$2]++ }
       $1 == "LEAVE" && /"MPI_/ { open[$2]-- }
       /^MPI_(SEND|RECV)/ && !open[$2] { exit 1 }' records || fail "outside"

  # Of some ranks: where these are among them.
  rm -rf profile archive
  run 0 mpicc -O1 -w --profile some.c -o some
  run 0 mpirun -n 4 "$GASP" run -q --trace -o profile ./some
  run 0 "$GASP" trace --format=otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  cp out records
  run 0 otf2-print -G archive/traces.otf2
  cp out definitions
  for first in 0 1 2 3; do
    last=$(((first + 2) % 4))
    count 1 definitions "^COMM .*\"some, 2 MPI ranks, the first is $first\".*Parent: \"some\""
    count 1 definitions "^GROUP .*the first is $first\".* 2 Members: $first \\(.* $last \\("
    [ $first -lt 2 ] || {
      count 2 records "^MPI_COLLECTIVE_END .*REDUCE, .*the first is $first\".*Root: 1 "
      continue
    }
    count 2 records "^MPI_COLLECTIVE_END .*BCAST, .*the first is $first\".*Root: 1 "
    count 2 records "^MPI_COLLECTIVE_END .*BARRIER, .*the first is $first\".*Root: NONE"
  done
  count 4 records '^MPI_COLLECTIVE_END .*ALLGATHER, Communicator: "some" '
  for what in SCAN GATHERV; do
    count 4 records "^MPI_COLLECTIVE_END .*$what, Communicator: \"some\" "
  done
  count 24 records "^MPI_COLLECTIVE_BEGIN"

  # Messages and collective functions are of their communicators, with the ranks there.
  rm -rf profile archive
  run 0 mpicc -O1 -w --profile comms.c -o comms
  run 0 mpirun -n 4 "$GASP" run -q --trace -o profile ./comms
  run 0 "$GASP" trace --format=otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  cp out records
  run 0 otf2-print -G archive/traces.otf2
  cp out definitions
  # That of all, its double, two halves, and four that have one rank each.
  count 8 definitions '^COMM '
  for first in 2 3; do
    half="\"comms, 2 MPI ranks, the first is $first\""
    count 1 definitions "^COMM .*$half.*Parent: \"comms\""
    # In that order, in the half and in the group of two.
    least=1
    grep -q '^INTER_COMM' definitions && least=2
    count $least definitions "^GROUP .*$half.* 2 Members: $first \\(.* $((first - 2)) \\("
    count 1 records "^MPI_SEND +$((first - 2)) .*Receiver: 0 .*: $half.*Tag: 5,"
    count 1 records "^MPI_RECV +$first .*Sender: 1 .*: $half.*Tag: 5,"
    count 1 records "^MPI_SEND +$((first - 2)) .*\"comms, 1 MPI rank, the first is $((first - 2))\".*Tag: 8,"
  done
  count 4 records '^MPI_SEND .*"comms, 4 MPI ranks, the first is 0".*Tag: 6,'
  count 4 records '^MPI_COLLECTIVE_END .*BARRIER, Communicator: "comms, 4 MPI ranks'
  count 4 records '^MPI_COLLECTIVE_END .*BARRIER, Communicator: "comms" '
  # OTF2 knows communicators of two groups since version 3.
  if grep -q '^INTER_COMM' definitions; then
    count 1 definitions '^INTER_COMM .*the first is [23];.*Group A: .*the first is .*Group B:'
    for sender in 1 3; do
      count 1 records "^MPI_SEND +$sender .*Receiver: 1 .*the first is [23]; .*Tag: 7,"
    done
    for sender in 0 1; do
      count 1 records "^MPI_RECV +0 .*Sender: $sender .*the first is [23]; .*Tag: 7,"
    done
    bcast='.*BCAST, .*the first is [23]; .*Root: '
    count 1 records "^MPI_COLLECTIVE_END +3 $bcast""SELF, Sent: 4, Received: 0$"
    count 1 records "^MPI_COLLECTIVE_END +1 $bcast""THIS_GROUP, Sent: 0, Received: 0$"
    count 2 records "^MPI_COLLECTIVE_END +[02] $bcast""0 .*Sent: 0, Received: 4$"
    for what in ALLGATHER BARRIER; do
      count 4 records "^MPI_COLLECTIVE_END .*$what, .*the first is [23]; .*Root: NONE"
    done
  fi

  # Those that do not wait: each where it begins, and where it was complete.
  [ "$least" = 2 ] || continue
  rm -rf profile archive
  run 0 mpicc -O1 -w --profile later.c -o later
  run 0 mpirun -n 4 "$GASP" run -q --trace -o profile ./later
  run 0 "$GASP" trace --format=otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  cp out records
  count 32 records '^NON_BLOCKING_COLLECTIVE_REQUEST'
  count 4 records '^MPI_COLLECTIVE_END'
  for rank in 0 1 2 3; do
    half="\"later, 2 MPI ranks, the first is $((rank % 2))\""
    done="^NON_BLOCKING_COLLECTIVE_COMPLETE +$rank "
    count 8 records "$done"
    result=0
    [ $rank -lt 2 ] || result=8
    sent=$((8 * (rank != 1))) received=$((24 * (rank == 0)))
    count 1 records "$done.*GATHERV, .*\"later\".*Root: 0 .*Sent: $sent, Received: $received,"
    both="\"later, .*the first is [01]; "
    count 1 records "$done.*ALLGATHER, .*$both.*Root: NONE.*Sent: 8, Received: 16,"
    count 1 records "$done.*BARRIER, .*$both.*Root: NONE.*Sent: 0, Received: 0,"
    case $rank in
      3) root='SELF, Sent: 8, Received: 0,' ;;
      1) root='THIS_GROUP, Sent: 0, Received: 0,' ;;
      *) root='1 .*Sent: 0, Received: 8,' ;;
    esac
    count 1 records "$done.*BCAST, .*$both.*Root: $root"
    sent=0 received=32
    [ $rank != 2 ] || sent=32 received=0
    count 1 records "$done.*ALLREDUCE, .*$half.*Root: NONE.*Sent: 8, Received: 8,"
    count 1 records "$done.*BCAST, .*\"later\".*Root: 2 .*Sent: $sent, Received: $received,"
    count 1 records "$done.*BARRIER, .*\"later\".*Root: NONE.*Sent: 0, Received: 0,"
    count 1 records "$done.*REDUCE, .*$half.*Root: 1 .*Sent: 8, Received: $result,"
  done
  # Each is complete in the wait or test, and has the number of its request.
  awk '/^NON_BLOCKING_COLLECTIVE_/ { where[$2, $NF] = where[$2, $NF] " " open[$2] }
       $1 == "ENTER" && /"MPI_/ { open[$2] = $5 }
       END { for (i in where)
	       if (split (where[i], names, " ") != 2 || names[1] !~ /MPI_I/ \
		   || names[2] !~ /MPI_(Waitall|Wait|Test)"/) exit 1 }' records \
    || fail "where requests are"
done
