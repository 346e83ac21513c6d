# Programs with very many ranks: records of four, as those of 1,200.  All are counted, and
# the matrix is there by groups of ranks, with the same sums; and ranks that do the same
# are together, with the sums of all; and so is memory.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 180

. "$HERE/../lib/mpi-events.sh"
cat > prog.c <<'EOF'
#include <mpi.h>
#include <unistd.h>
__attribute__ ((noinline)) static void
solve (void)
{
  usleep (300000);
}
static char a[4096], b[4096];
int
main (int argc, char **argv)
{
  int me, size;
  MPI_Request r[2];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  if (me == 0)
    solve ();
  MPI_Barrier (MPI_COMM_WORLD);
  for (int i = 0; i < 20; i++)
    {
      MPI_Irecv (b, 4096, MPI_BYTE, (me + size - 1) % size, 7, MPI_COMM_WORLD, &r[0]);
      MPI_Isend (a, 1000, MPI_BYTE, (me + 1) % size, 7, MPI_COMM_WORLD, &r[1]);
      MPI_Waitall (2, r, MPI_STATUSES_IGNORE);
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
EOF
run 0 "$STOCK" -O2 -D_GNU_SOURCE -I"$SOURCE/shared" "$SOURCE/bench/scale/many-ranks.c" -o many-ranks
rm -rf profile many
run 0 mpicc -g -O1 --profile prog.c -o prog
run 0 mpirun -n 4 "$GASP" run -q -o profile --memory=exact ./prog
run 0 ./many-ranks 1200 many profile/*.gasp
run 0 timeout 120 "$GASP" report --format=csv --view=peers --output=tables.csv many
hasnt err 'left out'
# Ranks; rows, bytes, messages of the matrix and of its groups, and pairs in these; calls of
# MPI_Barrier.
tr -d '"' < tables.csv | awk -F, '
  $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "ranks" { ranks++ }
  $1 == "grid" { grid++ }
  $1 == "matrix" { rows++; bytes += $at["bytes"]; count += $at["accesses"] }
  $1 == "matrix-groups" { groups++; group_bytes += $at["bytes"]
			  group_count += $at["accesses"]; pairs += $at["pairs"] }
  $1 == "call-sites" && $at["event"] == "MPI_Barrier" {
    calls += $at["calls"]; processes = $at["processes"] }
  END { print ranks, grid + 0, rows, pairs, groups <= 64 * 64, calls, processes
	print bytes - group_bytes, count - group_count, (bytes > 0) }' > got
printf '%s\n' "1200 0 2400 2400 1 25200 1200" "0 0 1" > wanted
diff wanted got || fail "sums"
# A block of four is in one group or in two that follow each other: 63 groups of 19.
tr -d '"' < tables.csv | awk -F, '
  $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "matrix-groups" {
    split ($at["thread"], a, "-"); split ($at["peer"], b, "-")
    last = a[1] == 1197 ? 1199 : a[1] + 18
    if (a[1] % 19 || a[2] != last || b[1] - a[1] > 19 || a[1] - b[1] > 19) bad = 1 }
  END { exit bad }' || fail "groups"
# One rank of four sleeps in solve, and three wait for it.  Blocks differ, so there are several
# groups of each kind.
tr -d '"' < tables.csv | awk -F, '
  $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "alike" { groups++; all += $at["time"]; inner += $at["communicating"]
		  waits = $at["most"] == "MPI_Barrier"
		  kind[waits] += $at["processes"] }
  $1 == "ranks" { all -= $at["time"]; inner -= $at["communicating"] }
  END { print kind[0], kind[1], (groups <= 32)
	exit all > 1e6 || all < -1e6 || inner > 1e6 || inner < -1e6 }' > got \
  || fail "sums of those alike"
echo 300 900 1 > wanted
diff got wanted || fail "those alike"
run 0 "$GASP" report --view=peers many
has out '^MPI ranks that spend their time alike'
has out '^Communication by groups of MPI ranks'
run 0 "$GASP" report --format=html -o many.html many
has many.html '"matrix-groups"'

# What a process has of memory is told of some, and added up of all.
rm -rf memory
run 0 ./many-ranks 40 memory profile/*.gasp
run 0 "$GASP" report --view=memory memory
has out '^Memory .5 of 40; --limit=0 shows all'
has out '^40 processes, added up: peak '
[ "$(grep -c '^process ' out)" = 5 ] || fail "processes that are listed"
run 0 "$GASP" report --view=memory --limit=0 memory
hasnt out 'added up'
[ "$(grep -c '^process ' out)" = 40 ] || fail "all processes"
