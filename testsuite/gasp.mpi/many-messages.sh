# How long receivers wait for messages is right where only some of very many messages are
# listed: within four times the error that such a sample has, which the program works out
# from its own clock.
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
  double sent[2], got[2], begin;
  MPI_Request r[2];
  int ranks, index;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  srand (me + 1);
  int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
  for (int i = 0; i < 12000; i++)
    {
      MPI_Irecv (&got[0], 1, MPI_DOUBLE, left, 7, MPI_COMM_WORLD, &r[0]);
      MPI_Irecv (&got[1], 1, MPI_DOUBLE, right, 8, MPI_COMM_WORLD, &r[1]);
      work (me ? 40 : 0);
      sent[0] = now ();
      MPI_Send (sent, 1, MPI_DOUBLE, right, 7, MPI_COMM_WORLD);
      sent[1] = now ();
      MPI_Send (sent + 1, 1, MPI_DOUBLE, left, 8, MPI_COMM_WORLD);
      begin = now ();
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE); /* WAITALL */
      note (begin, got[0] > got[1] ? got[0] : got[1]);
    }
  say ("WAITALL");
  for (int i = 0; i < 12000; i++)
    if (me == 2)
      {
	MPI_Recv (got, 0, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	work (40);
	sent[0] = now ();
	MPI_Send (sent, 1, MPI_DOUBLE, 0, i % 1000, MPI_COMM_WORLD);
      }
    else if (me == 0)
      {
	MPI_Send (got, 0, MPI_DOUBLE, 2, 9, MPI_COMM_WORLD);
	MPI_Irecv (got, 1, MPI_DOUBLE, MPI_ANY_SOURCE, i % 1000, MPI_COMM_WORLD, r);
	begin = now ();
	MPI_Waitany (1, r, &index, MPI_STATUS_IGNORE); /* WAITANY */
	note (begin, got[0]);
      }
  say ("WAITANY");
  MPI_Finalize ();
  return 0;
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
# check WHAT RANK: one of 16 messages is listed by 0 and 2, and one of 8 by 1.
check ()
{
  awk -F, -v rank="$2" -v at="$(line $1)" -v step=16 \
      -v truth="$(sed -n "s/^$1 $2 \([0-9]*\) .*/\1/p" out.prog)" \
      -v squares="$(sed -n "s/^$1 $2 [0-9]* //p" out.prog)" '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    $2 == rank && $column["line"] == at {
      rows++
      expected = sqrt ((step - 1) * squares)
      error = $column["waiting_error"] / 1.96
      waiting = $column["waiting"]
      right = (waiting > truth - 4 * expected && waiting < truth + 4 * expected &&
	       error > 0 && error < 4 * expected && waiting <= $column["time"] &&
	       $column["waiting_estimated"] == (1.96 * error > waiting / 20))
    }
    END {
      if (rows != 1 || !right)
	print "FAILED: " rank " waited " waiting " +- " error " at " at ", truly " truth " +- " expected "; " rows " rows"
    }' rows > wrong
  [ ! -s wrong ] || fail "$1: $(cat wrong)"
}
run 0 mpicc -g -O1 --profile -I"$HERE/../lib" prog.c -o prog
run 0 mpirun -n 3 "$GASP" run -q -o profile ./prog
mv out out.prog
run 0 "$GASP" report --format=csv --view=peers profile
tr -d '"' < out | grep '^\(table,thread,waiting,sender\|late-senders,[0-9]\)' > rows || fail "no rows"
cat rows out.prog
check WAITALL 0
check WAITALL 1
check WAITALL 2
check WAITANY 0

cat > tags.c <<'END'
#include <mpi.h>
int
main (int argc, char **argv)
{
  int other;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &other);
  other = !other;
  for (int i = 0; i < 13000; i++)
    MPI_Sendrecv (&i, 1, MPI_INT, other, i, &argc, 1, MPI_INT, other, i, MPI_COMM_WORLD,
		  MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 --profile tags.c -o tags
run 0 mpirun -n 2 "$GASP" run -q -o tags.d ./tags
run 0 "$GASP" report --format=csv --view=peers tags.d
grep "has exchanged messages with more peers and tags than can be" err \
  || fail "it is not said that there are too many tags"
# A call that waits for two collective functions counts once, whichever of them is listed.
[ -n "$ALL" ] || exit 0
cat > both.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include "now.h"
#define TIMES 12000
static double came[TIMES], theirs[TIMES], left[TIMES];
int
main (int argc, char **argv)
{
  double x = 1, y[2], until, sum = 0;
  int me;
  MPI_Request r[2];
  MPI_Comm copy;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_dup (MPI_COMM_WORLD, &copy);
  for (int i = 0; i < TIMES; i++)
    {
      for (until = now () + 100e-6; me == 1 && now () < until;)
	continue;
      MPI_Iallreduce (&x, &y[0], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[0]);
      MPI_Iallreduce (&x, &y[1], 1, MPI_DOUBLE, MPI_SUM, copy, &r[1]);
      came[i] = now ();
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
      left[i] = now ();
    }
  MPI_Sendrecv (came, TIMES, MPI_DOUBLE, !me, 0, theirs, TIMES, MPI_DOUBLE, !me, 0,
		MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < TIMES; i++)
    {
      until = theirs[i] < left[i] ? theirs[i] : left[i];
      sum += until > came[i] ? until - came[i] : 0;
    }
  if (me == 0)
    printf ("waited %.0f\n", sum * 1e9);
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 --profile -I"$HERE/../lib" both.c -o both
rm -rf profile
run 0 mpirun -n 2 "$GASP" run -q -o profile ./both
truth=$(awk '$1 == "waited" { print $2 }' out)
run 0 "$GASP" report --format=csv --view=barriers profile
tr -d '"' < out | awk -F, -v truth="$truth" '
  $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
  $1 == "barriers" && $2 == 0 && $column["event"] == "MPI_Waitall" {
    off = $column["waiting"] - truth
    limit = 2 * $column["waiting_error"] + truth / 50
    right = off < limit && -off < limit
  }
  END { exit !right }' || { cat out; fail "not $truth ns"; }
