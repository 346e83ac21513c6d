# How long senders are held until the receiver comes, and for whom: as the program finds
# by its own clock: in calls that send, in waits for what was sent, in tests, and in
# MPI_Sendrecv; and that those which are not held are left out.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include "late.h"
#define MANY 200000

static double many[MANY], sent[1];	/* SENT: when the other side sent */

/* One message to rank 1, which comes later than the sender, and says when.  */
#define EXCHANGE(send, receive)					\
  do									\
    {									\
      double begin, came;						\
      if (me == 0)							\
	{								\
	  work (500);							\
	  begin = now ();						\
	  send;								\
	  double end = now ();						\
	  MPI_Recv (&came, 1, MPI_DOUBLE, 1, 99, MPI_COMM_WORLD,		\
		    MPI_STATUS_IGNORE);					\
	  if (sent[0] > begin)						\
	    begin = sent[0];						\
	  sent[0] = 0;							\
	  if (came > begin)						\
	    waited += (came < end ? came : end) - begin;			\
	}								\
      else if (me == 1)							\
	{								\
	  work (3000);							\
	  came = now ();						\
	  receive;							\
	  MPI_Send (&came, 1, MPI_DOUBLE, 0, 99, MPI_COMM_WORLD);	\
	}								\
      MPI_Barrier (MPI_COMM_WORLD);					\
    }									\
  while (0)

int
main (int argc, char **argv)
{
  MPI_Request r, both[2];
  int flag;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  srand (me + 1);
  for (int i = 0; i < ROUNDS; i++)
    EXCHANGE (MPI_Ssend (many, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD), /* SSEND */
	      MPI_Recv (many, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (!me)
    say ("SSEND");
  for (int i = 0; i < ROUNDS; i++)
    EXCHANGE (MPI_Send (many, MANY, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD), /* LARGE */
	      MPI_Recv (many, MANY, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (!me)
    say ("LARGE");
  for (int i = 0; i < ROUNDS; i++)
    EXCHANGE (MPI_Send (many, MANY, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD), /* WAIT */
	      MPI_Irecv (many, MANY, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, &r);
	      MPI_Wait (&r, MPI_STATUS_IGNORE));
  if (!me)
    say ("WAIT");
  /* Nobody is held by these.  */
  for (int i = 0; i < ROUNDS; i++)
    EXCHANGE (MPI_Send (many, 1, MPI_DOUBLE, 1, 4, MPI_COMM_WORLD), /* SMALL */
	      MPI_Recv (many, 1, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  for (int i = 0; i < ROUNDS; i++)
    EXCHANGE (MPI_Isend (many, MANY, MPI_DOUBLE, 1, 5, MPI_COMM_WORLD, &r); /* ISEND */
	      MPI_Wait (&r, MPI_STATUS_IGNORE),
	      MPI_Recv (many, MANY, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (!me)
    say ("ISEND");
  for (int i = 0; i < ROUNDS; i++)
    EXCHANGE (MPI_Isend (many, MANY, MPI_DOUBLE, 1, 6, MPI_COMM_WORLD, &r); /* TEST */
	      for (flag = 0; !flag; )
		MPI_Test (&r, &flag, MPI_STATUS_IGNORE),
	      MPI_Recv (many, MANY, MPI_DOUBLE, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (!me)
    say ("TEST");
  MPI_Ssend_init (many, 1, MPI_DOUBLE, 1 - me, 7, MPI_COMM_WORLD, &r);
  for (int i = 0; i < ROUNDS; i++)
    EXCHANGE (MPI_Start (&r); /* PERSISTENT */
	      MPI_Wait (&r, MPI_STATUS_IGNORE),
	      MPI_Recv (many, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  MPI_Request_free (&r);
  if (!me)
    say ("PERSISTENT");
  /* The receiver sends first, and then is late.  */
  for (int i = 0; i < ROUNDS; i++)
    EXCHANGE (MPI_Irecv (sent, 1, MPI_DOUBLE, 1, 8, MPI_COMM_WORLD, &both[0]); /* WAITALL */
	      MPI_Isend (many, MANY, MPI_DOUBLE, 1, 8, MPI_COMM_WORLD, &both[1]);
	      MPI_Waitall (2, both, MPI_STATUSES_IGNORE),
	      sent[0] = now ();
	      MPI_Send (sent, 1, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD);
	      work (1000);
	      came = now ();
	      MPI_Recv (many, MANY, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (!me)
    say ("WAITALL");
  for (int i = 0; i < ROUNDS; i++)
    EXCHANGE (MPI_Sendrecv (many, MANY, MPI_DOUBLE, 1, 9, sent, 1, MPI_DOUBLE, /* SENDRECV */
				  MPI_PROC_NULL, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
	      MPI_Recv (many, MANY, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (!me)
    say ("SENDRECV");
  MPI_Finalize ();
  return 0;
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
# check WHAT: rank 0 waited for rank 1 as long as the program says, within a tenth and
# 10 ms, as it may be kept from the processor between its clock and the call.
check ()
{
  awk -F, -v at="$(line $1)" -v truth="$(sed -n "s/^$1 0 \([0-9]*\) .*/\1/p" out.prog)" '
    $2 == 0 && $11 == at {
      rows++
      right = $3 > 0.9 * truth - 10e6 && $3 < 1.1 * truth + 10e6 && $4 == "\"1\""
    }
    END {
      if (rows != 1 || !right)
	print "FAILED: " at ", which is " truth "; " rows " rows"
    }' rows > wrong
  [ ! -s wrong ] || { cat rows; fail "$1: $(cat wrong)"; }
}
# unheld WHAT: at most 20 ms by coincidence, a sixth of what it would be.
unheld ()
{
  awk -F, -v at="$(line $1)" '$11 == at && $3 > 20e6 { print }' rows > wrong
  [ ! -s wrong ] || fail "$1: $(cat wrong)"
}
one_mpi
for MPI in $MPIS; do
  run 0 mpicc -g -O1 --profile -DROUNDS="$(often 40 100)" -I"$HERE/../lib" prog.c -o prog
  run 0 mpirun.$MPI -n 2 "$GASP" run -q -o profile ./prog
  mv out out.prog
  run 0 "$GASP" report --format=csv --view=peers profile
  grep '^"late-receivers",[0-9]' out > rows || fail "no rows"
  for what in SSEND LARGE WAIT ISEND TEST PERSISTENT WAITALL SENDRECV; do check $what; done
  unheld SMALL
  run 0 "$GASP" report --view=late-receivers profile
  has out 'for receiver'
  rm -rf profile
done
