# Processes that MPI_Comm_spawn starts are measured with those that start them; their ranks
# have the number of their world; and messages between worlds are known by both sides.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
. "$HERE/../lib/profile.sh"

cat > prog.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static char data[1000];
static int rank;

/* Two parents and three children: 500 bytes from 0 to 1.2, 200 from 1.0 to 1, and by the
   merged communicator 300 from 1.2 to 1.  */
static void
talk (MPI_Comm other, int is_parent)
{
  MPI_Comm all;
  if (is_parent && rank == 0)
    for (int i = 0; i < 5; i++)
      MPI_Send (data, 100, MPI_CHAR, 2, 7, other);
  if (!is_parent && rank == 2)
    for (int i = 0; i < 5; i++)
      MPI_Recv (data, 1000, MPI_CHAR, 0, 7, other, MPI_STATUS_IGNORE);
  if (!is_parent && rank == 0)
    MPI_Send (data, 200, MPI_CHAR, 1, 8, other);
  if (is_parent && rank == 1)
    MPI_Recv (data, 1000, MPI_CHAR, 0, 8, other, MPI_STATUS_IGNORE);
  MPI_Intercomm_merge (other, !is_parent, &all);
  if (!is_parent && rank == 2)
    MPI_Send (data, 300, MPI_CHAR, 1, 9, all);
  if (is_parent && rank == 1)
    MPI_Recv (data, 1000, MPI_CHAR, 4, 9, all, MPI_STATUS_IGNORE);
  MPI_Barrier (all);
  MPI_Comm_free (&all);
}

/* 10 bytes from a child to its only parent.  */
static void
answer (MPI_Comm other, int is_parent)
{
  if (is_parent)
    MPI_Recv (data, 1000, MPI_CHAR, 0, 1, other, MPI_STATUS_IGNORE);
  else
    MPI_Send (data, 10, MPI_CHAR, 0, 1, other);
}

/* Each process of the first world, and then each child, starts one by itself, which has to
   be in its directory and have its arguments.  */
static void
descend (char **argv, MPI_Comm up)
{
  MPI_Comm down;
  MPI_Info info[1];
  char *commands[1] = { argv[2] }, *words[4] = { "descend", argv[2], "a b", NULL };
  char **arguments[1] = { words };
  int one = 1;
  if (up != MPI_COMM_NULL)
    answer (up, 0);
  if (up != MPI_COMM_NULL && strcmp (argv[3], "a b"))
    exit (4);
  if (up != MPI_COMM_NULL && !strcmp (argv[1], "descends"))
    return;
  words[0] = up == MPI_COMM_NULL ? "descend" : "descends";
  MPI_Info_create (&info[0]);
  MPI_Info_set (info[0], "wdir", getenv ("SUB"));
  MPI_Comm_spawn_multiple (1, commands, arguments, &one, info, 0, MPI_COMM_SELF, &down,
			   MPI_ERRCODES_IGNORE);
  answer (down, 1);
  MPI_Comm_disconnect (&down);
}

int
main (int argc, char **argv)
{
  MPI_Comm up, down;
  char *words[] = { argv[1], NULL };
  MPI_Init (&argc, &argv);
  MPI_Comm_get_parent (&up);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (!strcmp (argv[1], "descend") || !strcmp (argv[1], "descends"))
    descend (argv, up);
  else if (!strcmp (argv[1], "none"))
    MPI_Comm_spawn ("no-such-program", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0,
		    MPI_COMM_WORLD, &down, MPI_ERRCODES_IGNORE);
  else if (up != MPI_COMM_NULL)
    talk (up, 0);
  else
    {
      MPI_Comm_spawn (argc > 2 ? argv[2] : argv[0], words, 3, MPI_INFO_NULL, 0,
		      MPI_COMM_WORLD, &down, MPI_ERRCODES_IGNORE);
      talk (down, 1);
    }
  if (up != MPI_COMM_NULL)
    MPI_Comm_disconnect (&up);
  else if (!strcmp (argv[1], "talk"))
    MPI_Comm_disconnect (&down);
  MPI_Finalize ();
  return 0;
}
END

# moved FROM TO BYTES: as both sides have it, in tables.csv.
moved ()
{
  count 1 tables.csv "^\"matrix\",$1,$2,$3,0,$3,"
  count 1 tables.csv "^\"matrix\",$2,$1,$3,$3,0,"
}

# one PROCESSES: the report is of one run with as many of them, and no mark is left.
one ()
{
  run 0 "$GASP" report profile
  [ "$(head -n 1 out)" = "GASP profile" ] || fail "title: $(head -n 1 out)"
  has out "measured   $1 processes"
  count 0 out 'not measured'
  [ "$(ls -A -I code profile | grep -vc '\.gasp$')" = 0 ] || fail "left: $(ls -A profile)"
  run 0 "$GASP" report --format=csv --view=peers,processes --output=tables.csv profile
}

for MPI in $MPIS; do
  rm -rf profile sub
  mkdir sub
  export SUB="$PWD/sub"
  stock_mpicc -w prog.c -o plain
  # Debian 12's MPICH cannot start processes.
  mpirun -n 2 ./plain talk > /dev/null 2>&1 || continue
  run 0 mpicc -g -O1 --profile prog.c -o prog

  run 0 mpirun -n 2 "$GASP" run -o profile ./prog talk
  one 5
  moved 0 1.2 500
  moved 1.0 1 200
  moved 1.2 1 300
  count 6 tables.csv '^"matrix",[0-9]'
  count 5 tables.csv '^"ranks",(0|1|1\.0|1\.1|1\.2),'
  count 5 tables.csv '^"barriers",(0|1|1\.0|1\.1|1\.2),.*"MPI_Barrier"'
  count 1 tables.csv '^"table","thread","bytes","thread:0","thread:1","thread:1\.0","thread:1\.1","thread:1\.2"$'
  run 0 "$GASP" report --format=json --view=peers profile
  has out '"thread": "1.2", "peer": 0,'
  run 0 "$GASP" report --process=1.2 --view=flat --format=csv profile
  cp out csv
  [ "$(figure calls MPI_Recv)" = 5 ] || fail "of rank 1.2: $(figure calls MPI_Recv)"

  # A trace has their messages, and a communicator of both worlds.
  rm -rf profile archive
  run 0 mpirun -n 2 "$GASP" run --trace -o profile ./prog talk
  run 0 "$GASP" trace --format=text profile
  count 5 out '= 100 bytes to thread 1\.2$'
  if command -v otf2-print > /dev/null; then
    run 0 "$GASP" trace --format=otf2 -o archive profile
    run 0 otf2-print archive/traces.otf2
    count 5 out '^MPI_SEND .*Receiver: [0-9]* \("rank 1\.2".*Length: 100$'
    count 1 out '^MPI_RECV .*Sender: [0-9]* \("rank 1\.0".*Length: 200$'
    count 5 out '^MPI_COLLECTIVE_END .*BARRIER'
  fi

  # In front of mpirun; with messages of children that have no instrumentation.
  rm -rf profile
  run 0 "$GASP" run -o profile mpirun.$MPI -n 2 ./prog talk
  one 5
  moved 0 1.2 500
  rm -rf profile
  run 0 mpirun -n 2 "$GASP" run -o profile ./prog talk ./plain
  one 2
  count 1 tables.csv '^"matrix",0,1.2,500,0,500,'
  count 1 tables.csv '^"matrix",1,1.0,200,200,0,'

  # One by one, by two processes and by their children, and by one that mpirun has not
  # started.
  rm -rf profile
  run 0 mpirun -n 2 "$GASP" run -o profile ./prog descend ../prog
  one 6
  count 4 tables.csv '^"matrix",[1-4]\.0,[0-4](\.0)?,10,0,10,'
  count 6 tables.csv '^"ranks",(0|1|1\.0|2\.0|3\.0|4\.0),'
  rm -rf profile
  run 0 "$GASP" run -o profile ./prog descend ../prog
  run 0 "$GASP" report profile
  [ "$(head -n 1 out)" = "GASP profile" ] || fail "title: $(head -n 1 out)"
  run 0 "$GASP" report --format=csv --view=peers --output=tables.csv profile
  moved 1.0 0 10

  # What there is not is MPI's to report.
  rm -rf profile
  mpirun -n 1 "$GASP" run -o profile ./prog none > out 2> err || echo "status $?"
  has err '^ *Executable: no-such-program'
done
