# In MPI_Scan and its like, ranks wait for those before them only; in calls by which all
# together make a communicator, a window or a file, or write to it, for the last one, as
# far as they are held at all, in what begins that or where it is waited for.  What delays
# those that wait for some is known, too.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/awaited.sh"
cat > prog.c <<'END'
#include "awaited.h"
static MPI_Comm turned, made, half, across;
static MPI_Group all, three;
static MPI_Win window;
static MPI_File file;
static double x = 1, y;
/* Those with lower numbers, with higher ones, and all.  */
static const int ranks[] = { 0, 1, 2, 3 };
#define LOWER me, ranks
#define HIGHER 3 - me, ranks + me + 1
#define ALL 4, ranks
static const int some[] = { 0, 1, 3 };
int
main (int argc, char **argv)
{
  MPI_Request r;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_split (MPI_COMM_WORLD, 0, -me, &turned);
  MPI_Comm_split (MPI_COMM_WORLD, me & 1, me, &half);
  MPI_Comm_group (MPI_COMM_WORLD, &all);
  MPI_Group_incl (all, 3, some, &three);
  MPI_File_open (MPI_COMM_WORLD, "file", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  for (; step < TIMES; step++)
    {
      late (1);
      TIMED (0, MPI_Scan (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD)); /* SCAN */
      late (1);
      TIMED (1, MPI_Exscan (&x, &y, 1, MPI_DOUBLE, MPI_SUM, turned)); /* EXSCAN */
      late (2);
      TIMED (2, MPI_Iscan (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r));
      TIMED (3, MPI_Wait (&r, MPI_STATUS_IGNORE)); /* ISCAN */
      late (3);
      TIMED (4, MPI_Comm_dup (MPI_COMM_WORLD, &made)); /* DUP */
      late (0);
      TIMED (5, MPI_Win_create (&x, sizeof x, 1, MPI_INFO_NULL, made, &window)); /* WIN */
      MPI_Win_free (&window);
      MPI_Comm_free (&made);
      late (3);
      TIMED (16, MPI_Comm_idup (MPI_COMM_WORLD, &made, &r));
      TIMED (17, MPI_Wait (&r, MPI_STATUS_IGNORE)); /* IDUP */
      MPI_Comm_free (&made);
      late (2);
      TIMED (6, MPI_File_set_size (file, 64 + step)); /* SIZE */
      late (1);
      TIMED (15, MPI_File_seek_shared (file, 0, MPI_SEEK_SET)); /* SEEK */
      late (3);
      TIMED (7, MPI_File_write_at_all (file, me * 8, &x, 1, MPI_DOUBLE, MPI_STATUS_IGNORE)); /* WRITE */
      late (1);
      TIMED (8, MPI_File_read_at_all_begin (file, me * 8, &y, 1, MPI_DOUBLE)); /* BEGIN */
      TIMED (9, MPI_File_read_at_all_end (file, &y, MPI_STATUS_IGNORE)); /* END */
      late (2);
      TIMED (10, MPI_File_iwrite_at_all (file, me * 8, &x, 1, MPI_DOUBLE, &r)); /* IWRITE */
      TIMED (11, MPI_Wait (&r, MPI_STATUS_IGNORE)); /* IWAIT */
      late (0);
      TIMED (12, MPI_Intercomm_create (half, 0, MPI_COMM_WORLD, !(me & 1), 7, &across)); /* ACROSS */
      late (2);
      TIMED (13, MPI_Intercomm_merge (across, 0, &made)); /* MERGE */
      MPI_Comm_free (&made);
      MPI_Comm_free (&across);
      late (3);
      if (me == 2)
	continue;
      TIMED (14, MPI_Comm_create_group (MPI_COMM_WORLD, three, 8, &made)); /* THREE */
      MPI_Comm_free (&made);
    }
  MPI_File_close (&file);
  say ("SCAN", 0, 0, 0, LOWER);
  say ("EXSCAN", 1, 1, 0, HIGHER);
  say ("ISCAN", 3, 2, 0, LOWER);
  if_held = 1;
  say ("DUP", 4, 4, 0, ALL);
  say ("WIN", 5, 5, 0, ALL);
  say ("IDUP", 17, 16, 0, ALL);
  say ("SIZE", 6, 6, 0, ALL);
  say ("SEEK", 15, 15, 0, ALL);
  say ("WRITE", 7, 7, 0, ALL);
  say ("BEGIN", 8, 8, 0, ALL);
  say ("END", 9, 8, 0, ALL);
  say ("IWRITE", 10, 10, 0, ALL);
  say ("IWAIT", 11, 10, 0, ALL);
  say ("ACROSS", 12, 12, 0, ALL);
  say ("MERGE", 13, 13, 0, ALL);
  say ("THREE", 14, 14, 0, me == 2 ? 0 : 3, some);
  MPI_Finalize ();
  return 0;
}
END
# none NAME RANK: that one has nobody to wait for there.
none ()
{
  awk -v at="$(lines $1)" -v rank="$2" -v name="$1" '
    $1 == "barriers" && $2 == at && $3 == rank { rows++; if ($4 == 0) right++ }
    END { if (rows != 1 || !right) print "rank", rank, "waits in", name }' rows >> wrong
}
checks ()
{
  for name in SCAN EXSCAN ISCAN DUP WIN IDUP SIZE SEEK WRITE BEGIN END IWRITE \
    IWAIT ACROSS MERGE; do
    check barriers $name 0 1 2 3
  done
  check barriers THREE 0 1 3
  none SCAN 0
  none EXSCAN 3
  none ISCAN 0
  run 0 "$GASP" report --format=csv --view=delays profile
  grep -qE '^"delays",.*,1,"(sleep|ready).*,"usleep < late < main","MPI_(Sc|Exsc)an",' out \
    || echo "nobody is late for MPI_Scan" >> wrong
}
one_mpi
for MPI in $MPIS; do
  measured checks
done
