# In MPI_Scan and its like, ranks wait for those before them only; in calls by which all
# together make a communicator, a window or a file, or write to it, for the last one, as
# far as they are held at all.  What delays those that wait for some is known, too.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
static MPI_Comm turned, made;
static MPI_Win window;
static MPI_File file;
static double x = 1, y;
static int me;
/* RANK comes 10 ms later.  */
static void
late (int rank)
{
  MPI_Barrier (MPI_COMM_WORLD);
  if (me == rank)
    usleep (10000);
}
int
main (int argc, char **argv)
{
  MPI_Request r;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_split (MPI_COMM_WORLD, 0, -me, &turned);
  for (int i = 0; i < 20; i++)
    {
      late (1);
      MPI_Scan (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* SCAN */
      late (1);
      MPI_Exscan (&x, &y, 1, MPI_DOUBLE, MPI_SUM, turned); /* EXSCAN */
      late (2);
      MPI_Iscan (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r);
      MPI_Wait (&r, MPI_STATUS_IGNORE); /* ISCAN */
      late (3);
      MPI_Comm_dup (MPI_COMM_WORLD, &made); /* DUP */
      late (0);
      MPI_Win_create (&x, sizeof x, 1, MPI_INFO_NULL, made, &window); /* WIN */
      MPI_Win_free (&window);
      MPI_Comm_free (&made);
    }
  MPI_File_open (MPI_COMM_WORLD, "file", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  for (int i = 0; i < 20; i++)
    {
      late (2);
      MPI_File_set_size (file, 64 + i); /* SIZE */
      late (1);
      MPI_File_write_at_all (file, me * 8, &x, 1, MPI_DOUBLE, MPI_STATUS_IGNORE); /* WRITE */
    }
  MPI_File_close (&file);
  MPI_Finalize ();
  return 0;
}
END
checks ()
{
  # Rank 1 is late by 200 ms in all: those behind it wait for it.
  waits SCAN 2 100 100000 1
  waits SCAN 3 100 100000 1
  waits SCAN 0 0 0
  waits EXSCAN 0 100 100000 1
  waits EXSCAN 3 0 0
  waits ISCAN 3 100 100000 2
  waits ISCAN 0 0 0
  for rank in 0 1 2; do waits DUP $rank 60 100000; done
  for rank in 1 2 3; do waits WIN $rank 60 100000; done
  for rank in 0 1 3; do waits SIZE $rank 60 100000; done
  grep -qE '^"delays",.*,1,"sleep.*,"usleep < late < main","MPI_(Sc|Exsc)an",' delays \
    || { cat delays; fail "$MPI: nobody is late for MPI_Scan"; }
}
# Up to three times: on a busy machine another rank may be the last one.
measure ()
{
  rm -rf profile
  run 0 mpirun.$MPI -n 4 "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report --format=csv --view=peers profile
  barrier_rows
  run 0 "$GASP" report --format=csv --view=delays profile
  mv out delays
}
mpis_in_turn
for MPI in $MPIS; do
  run 0 mpicc -g -O1 --profile prog.c -o prog
  for attempt in 1 2 3; do
    measure
    right=
    if (checks) > wrong; then
      right=yes
      break
    fi
  done
  [ "$right" ] || { cat wrong; fail "$MPI: wrong three times"; }
done
