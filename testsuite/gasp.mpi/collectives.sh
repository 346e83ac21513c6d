# What ranks give to collective functions and have of them, beside what a program knows;
# MPI_Init and MPI_Finalize are no communication; MPI_Pcontrol is obeyed; and what is
# outside of functions is in the table by rank, too.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <mpi.h>
#include <unistd.h>
static double a[1000], b[4000];
__attribute__ ((noinline)) static void
meet (int times)
{
  while (times--)
    MPI_Barrier (MPI_COMM_WORLD);
}
int
main (int argc, char **argv)
{
  int counts[4] = { 1, 2, 3, 4 }, starts[4] = { 0, 1, 3, 6 }, me;
  usleep (200000);
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  for (int i = 0; i < 10; i++)
    MPI_Allreduce (a, b, 1000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast (a, 100, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  MPI_Reduce (a, b, 100, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
  MPI_Gather (a, 10, MPI_DOUBLE, b, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Scatter (b, 10, MPI_DOUBLE, a, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Alltoall (a, 10, MPI_DOUBLE, b, 10, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Allgatherv (a, counts[me], MPI_DOUBLE, b, counts, starts, MPI_DOUBLE, MPI_COMM_WORLD);
  meet (5);
  MPI_Pcontrol (0);
  meet (7);
  MPI_Send (a, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Pcontrol (1);
  meet (3);
  MPI_Pcontrol (2, "further", 1.5);
  MPI_Finalize ();
  return 0;
}
END

# moved FUNCTION CALLS GIVEN HAD: by all four ranks.
moved ()
{
  tr -d '"' < tables.csv | awk -F, -v name="$1" '
    $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "collectives" && $at["event"] == name {
      print $at["calls"], $at["bytes_written"], $at["bytes_read"], $at["bytes"] }' > moved
  [ "$(cat moved)" = "$2 $3 $4 $(($3 + $4))" ] || fail "$1: $(cat moved), not $2 $3 $4"
}
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -g -O1 --profile prog.c -o prog
  run 0 mpirun -n 4 "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report --format=csv --view=peers --output=tables.csv profile
  moved MPI_Allreduce 40 $((4 * 10 * 8000)) $((4 * 10 * 8000))
  moved MPI_Bcast 4 800 $((3 * 800))
  moved MPI_Reduce 4 $((4 * 800)) 800
  moved MPI_Gather 4 $((4 * 80)) $((4 * 80))
  moved MPI_Scatter 4 $((4 * 80)) $((4 * 80))
  moved MPI_Alltoall 4 $((4 * 4 * 80)) $((4 * 4 * 80))
  moved MPI_Allgatherv 4 $((10 * 8)) $((4 * 10 * 8))
  run 0 "$GASP" report --format=csv --view=flat profile
  cp out csv
  [ "$(figure calls MPI_Barrier)" = 32 ] || fail "barriers: $(figure calls MPI_Barrier)"
  [ "$(figure calls MPI_Send)" = none ] || fail "sent while switched off"
  [ "$(figure bytes MPI_Allreduce)" = 640000 ] || fail "bytes"
  # Neither the time before MPI_Init nor that in it is communication.
  tr -d '"' < tables.csv | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "ranks" {
      n++
      others = $at["communicating"] + $at["setup"] + 2e8
      if ($at["setup"] < 5e6 || $at["most"] ~ /Init|Finalize/ || others > $at["time"] * 1.01)
	bad = 1
    }
    END { exit bad || n != 4 }' || { cat tables.csv; fail "time by rank"; }
  whole=$(figure self "(outside of instrumented functions)")
  tr -d '"' < tables.csv | awk -F, -v whole="$whole" '
    $1 == "functions-by-thread" && /outside of/ { n++; if ($2 != whole) bad = 1 }
    END { exit bad || n != 1 }' || { cat tables.csv; fail "outside: not $whole"; }
done

# An MPI without a library of ours: the report says so, and gasp doctor what to do.
for part in bin lib include share; do cp -r "$BUILD/$part" $part; done
rm lib/libgasp-mpi-$MPI.so
rm -rf profile
run 0 env OMPI_CC="$PWD/bin/gaspcc" MPICH_CC="$PWD/bin/gaspcc" \
  mpicc.$MPI -g -O1 --profile prog.c -o prog
run 0 mpirun -n 2 "$PWD/bin/gasp" run -o profile ./prog
count 1 err 'calls of MPI are not measured'
run 0 "$GASP" report profile
has out "calls of MPI are not measured: there is no libgasp-mpi-$MPI.so .*make MPICC_$MPI="
"$PWD/bin/gasp" doctor > out 2>&1 || echo "status $?"
has out "note +calls of MPI by programs of mpicc.$MPI are not measured.*make MPICC_$MPI="
