# How long senders are held until the receiver comes, and for whom: as the program finds
# by its own clock; and that those which are not held are left out.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include "late.h"
#define MANY 200000

static double many[MANY];

/* One message to rank 1, which comes later than the sender, and says when.  */
#define EXCHANGE(n, send, receive)					\
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
  MPI_Request r;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  srand (me + 1);
  for (int i = 0; i < 200; i++)
    EXCHANGE (1, MPI_Ssend (many, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD), /* SSEND */
	      MPI_Recv (many, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (!me)
    say ("SSEND");
  for (int i = 0; i < 200; i++)
    EXCHANGE (MANY, MPI_Send (many, MANY, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD), /* LARGE */
	      MPI_Recv (many, MANY, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (!me)
    say ("LARGE");
  for (int i = 0; i < 200; i++)
    EXCHANGE (MANY, MPI_Send (many, MANY, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD), /* WAIT */
	      MPI_Irecv (many, MANY, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, &r);
	      MPI_Wait (&r, MPI_STATUS_IGNORE));
  if (!me)
    say ("WAIT");
  /* Nobody is held by these.  */
  for (int i = 0; i < 200; i++)
    EXCHANGE (1, MPI_Send (many, 1, MPI_DOUBLE, 1, 4, MPI_COMM_WORLD), /* SMALL */
	      MPI_Recv (many, 1, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  for (int i = 0; i < 200; i++)
    EXCHANGE (MANY, MPI_Isend (many, MANY, MPI_DOUBLE, 1, 5, MPI_COMM_WORLD, &r); /* ISEND */
	      MPI_Wait (&r, MPI_STATUS_IGNORE),
	      MPI_Recv (many, MANY, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  MPI_Finalize ();
  return 0;
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
# check WHAT: rank 0 waited for rank 1 as long as the program says, within a tenth.
check ()
{
  awk -F, -v at="$(line $1)" -v truth="$(sed -n "s/^$1 0 \([0-9]*\) .*/\1/p" out.prog)" '
    $2 == 0 && $11 == at {
      rows++
      right = $3 > 0.9 * truth && $3 < 1.1 * truth && $4 == "\"1\""
    }
    END {
      if (rows != 1 || !right)
	print "FAILED: " at ", which is " truth "; " rows " rows"
    }' rows > wrong
  [ ! -s wrong ] || { cat rows; fail "$1: $(cat wrong)"; }
}
# unheld WHAT: at most a hundredth of the calls' time by coincidence.
unheld ()
{
  awk -F, -v at="$(line $1)" '$11 == at && $3 > 20e6 { print }' rows > wrong
  [ ! -s wrong ] || fail "$1: $(cat wrong)"
}
for MPI in $MPIS; do
  run 0 mpicc -g -O1 --profile -I"$HERE/../lib" prog.c -o prog
  run 0 mpirun.$MPI -n 2 "$GASP" run -q -o profile ./prog
  mv out out.prog
  run 0 "$GASP" report --format=csv --view=peers profile
  grep '^"late-receivers",[0-9]' out > rows || fail "no rows"
  for what in SSEND LARGE WAIT; do check $what; done
  for what in SMALL ISEND; do unheld $what; done
  run 0 "$GASP" report --view=late-receivers profile
  has out 'for receiver'
  rm -rf profile
done
