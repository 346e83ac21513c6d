# How long receivers wait for messages that have not been sent yet, and for whom: as the
# program finds by its own clock; for blocking receives, waits for several requests,
# MPI_Sendrecv, and messages from anywhere.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include "late.h"

int
main (int argc, char **argv)
{
  int ranks;
  double sent[2], got[2], begin, owed[3] = { 0 };
  MPI_Request r[2];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  srand (me + 1);
  int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
  for (int i = 0; i < 300; i++)
    if (me == 2)
      {
	work (3000);
	sent[0] = now ();
	MPI_Send (sent, 1, MPI_DOUBLE, 0, i % 3, MPI_COMM_WORLD);
	MPI_Recv (got, 1, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
    else if (me == 0)
      {
	work (1000);
	begin = now ();
	MPI_Recv (got, 1, MPI_DOUBLE, MPI_ANY_SOURCE, i % 3, MPI_COMM_WORLD, /* RECV */
		  MPI_STATUS_IGNORE);
	note (begin, got[0]);
	MPI_Send (got, 1, MPI_DOUBLE, 2, 99, MPI_COMM_WORLD);
      }
  say ("RECV");
  for (int i = 0; i < 300; i++)
    {
      MPI_Irecv (&got[0], 1, MPI_DOUBLE, left, 7, MPI_COMM_WORLD, &r[0]);
      MPI_Irecv (&got[1], 1, MPI_DOUBLE, right, 8, MPI_COMM_WORLD, &r[1]);
      work (me == 1 ? 3000 : 100);
      sent[0] = now ();
      MPI_Send (sent, 1, MPI_DOUBLE, right, 7, MPI_COMM_WORLD);
      sent[1] = now ();
      MPI_Send (sent + 1, 1, MPI_DOUBLE, left, 8, MPI_COMM_WORLD);
      begin = now ();
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE); /* WAITALL */
      note (begin, got[0] > got[1] ? got[0] : got[1]);
      for (int j = 0; j < 2; j++)
	if (got[j] > begin && got[j] >= got[1 - j])
	  owed[j ? right : left] += got[j] - begin;
    }
  say ("WAITALL");
  /* On a busy machine it need not be the one that works longest.  */
  printf ("FOR %d %d\n", me, owed[left] > owed[right] ? left : right);
  for (int i = 0; i < 300; i++)
    {
      work (me == 1 ? 1000 : 0);
      begin = sent[0] = now ();
      MPI_Sendrecv (sent, 1, MPI_DOUBLE, right, 9, got, 1, MPI_DOUBLE, left, 9, /* SENDRECV */
		    MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      note (begin, got[0]);
    }
  say ("SENDRECV");
  MPI_Finalize ();
  return 0;
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
# check WHAT RANK FOR: as long as the program says, within a tenth.
check ()
{
  awk -F, -v rank="$2" -v at="$(line $1)" -v sender="\"$3\"" \
      -v truth="$(sed -n "s/^$1 $2 \([0-9]*\) .*/\1/p" out.prog)" '
    $2 == rank && $11 == at {
      rows++
      right = $3 > 0.9 * truth && $3 < 1.1 * truth && $4 == sender && !$13
    }
    END {
      if (rows != 1 || !right)
	print "FAILED: " rank " at " at ", which is " truth "; " rows " rows"
    }' rows > wrong
  [ ! -s wrong ] || fail "$1: $(cat wrong) $(grep "^\"late-senders\",$2,.*,$(line $1)," rows)"
}
run 0 mpicc -g -O1 --profile -I"$HERE/../lib" prog.c -o prog
run 0 mpirun -n 3 "$GASP" run -q -o profile ./prog
mv out out.prog
run 0 "$GASP" report --format=csv --view=peers profile
grep '^"late-senders",[0-9]' out > rows || fail "no rows"
check RECV 0 2
for rank in 0 2; do
  check WAITALL $rank "$(sed -n "s/^FOR $rank //p" out.prog)"
done
check SENDRECV 2 1
true
