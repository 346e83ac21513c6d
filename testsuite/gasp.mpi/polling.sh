# Waits that are loops of tests and probes: from the first one that finds nothing until the
# message is sent, or the last rank has come, as the program finds by its own clock; at the
# place of the loop and for whom.  What is computed between tests is no wait.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <unistd.h>
#include "late.h"

static double sent[1], got[1];
static int tag;

/* Rank 1 sends late; rank 0 gets the message by what is between BEGIN and the end.  */
#define TURNS_OF(what, receive)						\
  do									\
    {									\
      tag++;								\
      for (int i = 0; i < TURNS; i++)					\
	{								\
	  MPI_Barrier (MPI_COMM_WORLD);					\
	  if (me == 1)							\
	    {								\
	      work (3000);						\
	      sent[0] = now ();						\
	      MPI_Send (sent, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);	\
	    }								\
	  else								\
	    {								\
	      double begin = now ();					\
	      receive							\
	      note (begin, got[0]);					\
	    }								\
	}								\
      say (what);							\
    }									\
  while (0)

/* So many microseconds, as the program knows them.  */
static void
compute (double n)
{
  for (double end = now () + n * 1e-6; now () < end; )
    continue;
}

static void
test (void)
{
  MPI_Request r;
  int flag = 0;
  MPI_Irecv (got, 1, MPI_DOUBLE, 1, tag, MPI_COMM_WORLD, &r);
  while (!flag)
    MPI_Test (&r, &flag, MPI_STATUS_IGNORE); /* TEST */
}

/* Rank 0 tests for another message, and rests, before it asks for this one.  */
static void
other (void)
{
  MPI_Request r;
  int flag = 0;
  MPI_Iprobe (1, 1000, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  usleep (1000);
  double begin = now ();
  MPI_Irecv (got, 1, MPI_DOUBLE, 1, tag, MPI_COMM_WORLD, &r);
  while (!flag)
    MPI_Test (&r, &flag, MPI_STATUS_IGNORE); /* OTHER */
  note (begin, got[0]);
}

static void
sleeping (void)
{
  MPI_Request r;
  int flag = 0, n;
  MPI_Irecv (got, 1, MPI_DOUBLE, 1, tag, MPI_COMM_WORLD, &r);
  while (MPI_Testany (1, &r, &n, &flag, MPI_STATUS_IGNORE), !flag) /* TESTANY */
    usleep (300);
}

static void
iprobe (void)
{
  int flag = 0;
  while (!flag)
    MPI_Iprobe (MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); /* IPROBE */
  MPI_Recv (got, 1, MPI_DOUBLE, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void
probe (void)
{
  MPI_Probe (1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* PROBE */
  MPI_Recv (got, 1, MPI_DOUBLE, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void
get_status (void)
{
  MPI_Request r;
  int flag = 0;
  MPI_Irecv (got, 1, MPI_DOUBLE, 1, tag, MPI_COMM_WORLD, &r);
  while (!flag)
    MPI_Request_get_status (r, &flag, MPI_STATUS_IGNORE); /* GET_STATUS */
  MPI_Wait (&r, MPI_STATUS_IGNORE);
}

static void
improbe (void)
{
  MPI_Message message;
  int flag = 0;
  while (!flag)
    MPI_Improbe (1, tag, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE); /* IMPROBE */
  MPI_Mrecv (got, 1, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
}

/* The processor is busy until the message is there.  */
static void
busy (void)
{
  MPI_Request r;
  int flag = 0;
  MPI_Irecv (got, 1, MPI_DOUBLE, 1, tag, MPI_COMM_WORLD, &r);
  while (MPI_Test (&r, &flag, MPI_STATUS_IGNORE), !flag) /* BUSY */
    compute (1000);
}

/* Rank 0 comes first, and tests until rank 1 has come.  */
static void
collective (void)
{
  double came, last, begin;
  int flag;
  for (int i = 0; i < TURNS; i++)
    {
      MPI_Request r;
      MPI_Barrier (MPI_COMM_WORLD);
      work (me ? 3000 : 0);
      came = now ();
      MPI_Iallreduce (&came, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &r);
      begin = now ();
      for (flag = 0; !flag; )
	MPI_Test (&r, &flag, MPI_STATUS_IGNORE); /* COLLECTIVE */
      note (begin, last);
    }
  say ("COLLECTIVE");
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  srand (me + 1);
  TURNS_OF ("TEST", test (););
  TURNS_OF ("OTHER", other (); got[0] = 0;);
  TURNS_OF ("TESTANY", sleeping (););
  TURNS_OF ("IPROBE", iprobe (););
  TURNS_OF ("PROBE", probe (););
  TURNS_OF ("IMPROBE", improbe (););
  TURNS_OF ("GET_STATUS", get_status (););
  TURNS_OF ("BUSY", busy (););
  collective ();
  MPI_Finalize ();
  return 0;
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
# check VIEW WHAT: rank 0 waited for rank 1 as long as the program says, within a tenth.
check ()
{
  awk -F, -v view="\"$1\"" -v at="$(line $2)" \
      -v truth="$(sed -n "s/^$2 0 \([0-9]*\) .*/\1/p" out.prog)" '
    $1 == view && $2 == 0 && $11 == at {
      rows++
      right = $3 > 0.9 * truth && $3 < 1.1 * truth && $4 == "\"1\""
    }
    END {
      if (rows != 1 || !right)
	print "FAILED: " at ", which is " truth "; " rows + 0 " rows"
    }' out > wrong
  [ ! -s wrong ] || { cat out; fail "$2: $(cat wrong)"; }
}
one_mpi
for MPI in $MPIS; do
  run 0 mpicc -g -O1 --profile -DTURNS="$(often 60 150)" -I"$HERE/../lib" prog.c -o prog
  run 0 mpirun.$MPI -n 2 "$GASP" run -q -o profile ./prog
  mv out out.prog
  run 0 "$GASP" report --format=csv --view=peers profile
  for what in TEST OTHER TESTANY IPROBE PROBE IMPROBE GET_STATUS; do check late-senders $what; done
  check barriers COLLECTIVE
  awk -F, -v at="$(line BUSY)" -v most="$(sed -n 's/^BUSY 0 \([0-9]*\) .*/\1/p' out.prog)" '
    $1 == "\"late-senders\"" && $11 == at && $3 > most / 5' out > wrong
  [ ! -s wrong ] || fail "computing is waiting: $(cat wrong)"
  rm -rf profile
done
