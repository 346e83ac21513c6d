# The time line in HTML joins each message's ends and the calls of a collective function,
# and says for whom somebody waited in them.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <unistd.h>
static char data[4 << 20];
int
main (int argc, char **argv)
{
  int rank;
  MPI_Request r[2];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Barrier (MPI_COMM_WORLD);
  if (rank == 0)
    {
      usleep (60000);
      MPI_Send (data, 10, MPI_CHAR, 1, 5, MPI_COMM_WORLD);
      MPI_Send (data, 20, MPI_CHAR, 1, 5, MPI_COMM_WORLD);
      MPI_Ssend (data, sizeof data, MPI_CHAR, 1, 6, MPI_COMM_WORLD);
    }
  else if (rank == 1)
    {
      MPI_Recv (data, 100, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
		MPI_STATUS_IGNORE);
      MPI_Recv (data, 100, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      usleep (60000);
      MPI_Recv (data, sizeof data, MPI_CHAR, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Isend (data, 7, MPI_CHAR, 2, 1, MPI_COMM_WORLD, &r[0]);
      MPI_Wait (&r[0], MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Irecv (data, 9, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &r[0]);
      MPI_Waitall (1, r, MPI_STATUSES_IGNORE);
      usleep (60000);
    }
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
END
. "$HERE/../lib/browser.sh"
one_mpi
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -O1 -w --profile prog.c -o prog
  run 0 mpirun -n 3 "$GASP" run -q --trace -o profile ./prog
  run 0 "$GASP" trace --output=report.html profile
  ask '' '
    seen.push (order.map (i => rows[i].name).join ());
    const name = i => rows[i].name.replace ("rank ", "");
    seen.push (messages.map (m => name (m.from) + ">" + name (m.to) + ":" + m.bytes
      + "/" + m.tag).join (" "));
    seen.push (messages.every (m => m.received > m.sent
      && m.received <= rows[m.to].end[m.toCall] && m.sent >= rows[m.from].begin[m.call]));
    seen.push (messages.map (m => data.places[rows[m.to].place[m.toCall]][0]).join ());
    seen.push (meetings.map (m => m.length + data.places[rows[m[0].row].place[m[0].call]][0])
      .join ());
    // The first barrier waits for whoever came last out of MPI_Init, however long it took.
    const first = new Set (meetings[0].map (m => m.row + "/" + m.call));
    const waits = (row, least) => [...rows[order[row]].waits]
      .filter (([c, w]) => w.until - rows[order[row]].begin[c] > least * 1e6
        && !first.has (order[row] + "/" + c))
      .map (([c, w]) => data.places[rows[order[row]].place[c]][0] + " for " + w.why).join ();
    seen.push (waits (0, 30));
    seen.push (waits (1, 30));
    const m = messages.find (m => m.tag === 6);
    select ({ row: m.from, call: m.call });
    seen.push (text ("selected").replace (/\u202f/g, " ").replace (/.*; waits [^;]*; /, ""));
    press ("m"); await wait (100);
    seen.push (selected.row === m.to && selected.call === m.toCall);
  '
  line 1 'rank 0,rank 1,rank 2'
  line 2 '0>1:10/5 0>1:20/5 0>1:4194304/6 1>2:7/1'
  line 3 true
  line 4 'MPI_Recv,MPI_Recv,MPI_Recv,MPI_Waitall'
  line 5 '3MPI_Barrier,3MPI_Barrier'
  line 6 'MPI_Ssend for rank 1 to receive,MPI_Barrier for rank 2'
  line 7 'MPI_Recv for rank 0 to send,MPI_Barrier for rank 2'
  line 8 'sends 4.0 MiB to rank 1, tag 6'
  line 9 true
done

# In Perfetto's format each message has two ends with one number, with its peer, its bytes
# and its tag.
run 0 "$GASP" trace --output=trace.pb profile
run 0 gcc -w "$SOURCE/testsuite/tools/protobuf.c" -o protobuf
for end in 47 48; do
  run 0 ./protobuf 1 11 $end - trace.pb
  [ "$(sort -n out | tr '\n' ' ')" = "1 2 3 4 " ] || fail "ends: $(cat out)"
done
run 0 ./protobuf 1 11 4 6 - trace.pb
[ "$(sort out | tr '\n' ' ')" = "0 0 0 1 1 1 1 2 " ] || fail "peers: $(cat out)"
run 0 ./protobuf 1 11 4 3 - trace.pb
[ "$(sort -n out | uniq -c | awk '{ print $1 "*" $2 }' | tr '\n' ' ')" \
  = "2*1 4*5 2*6 2*7 2*10 2*20 2*4194304 " ] || fail "bytes and tags: $(cat out)"
