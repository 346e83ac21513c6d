# Functions that are called so often that their calls are only counted: what they call of
# MPI, and what they take, is on the critical path, not their caller; and ranks are late by
# them, for those that send, too.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
one_mpi
cat > prog.c <<'END'
#include <mpi.h>
static volatile double sink;
static double x = 1, y;
static int rank;
__attribute__ ((noinline)) static void
give (void)
{
  MPI_Send (&x, 1, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD);
}
__attribute__ ((noinline)) static void
get (void)
{
  MPI_Recv (&y, 1, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
__attribute__ ((noinline)) static void
hand_over (void)
{
  MPI_Ssend (&x, 1, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD);
}
__attribute__ ((noinline)) static void
step (void)
{
  for (int i = 0; i < 20; i++)
    sink += i * 0.5;
}
int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  for (int i = 0; argc == 1 && i < 30000; i++)
    {
      rank ? give () : get ();
      rank ? get () : give ();
    }
  for (int i = 0; argc > 2 && i < 20000; i++)
    if (rank)
      hand_over ();
    else
      {
	for (int j = 0; j < 200; j++)
	  step ();
	get ();
      }
  for (int i = 0; argc == 2 && i < 10; i++)
    {
      for (int j = 0; j < (rank ? 400000 : 1000); j++)
	step ();
      MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
END
run 0 mpicc -g -O1 -w --profile prog.c -o prog

# share VIEW NAME: what per cent of it is by NAME.
share ()
{
  run 0 "$GASP" report --format=csv --view=$1 profile
  tr -d '"' < out | awk -F, -v view=$1 -v name="$2" '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == view && $column["name"] == name { sum += $column["percent"] }
    END { printf "%d\n", sum }'
}
run 0 mpirun -n 2 "$GASP" run -q -o profile ./prog
[ "$(share critical-path main | tail -n 1)" -lt 40 ] || fail "main is the critical path"
rm -rf profile
run 0 mpirun -n 2 "$GASP" run -q -o profile ./prog steps
[ "$(share delays step | tail -n 1)" -gt 60 ] || fail "it is not late by step"

# Nor are functions without instrumentation unknown, that samples show.
run 0 mpicc -g -O1 -w -finstrument-gasp prog.c -o prog
rm -rf profile
run 0 mpirun -n 2 "$GASP" run -q -o profile ./prog steps
[ "$(share delays step | tail -n 1)" -gt 60 ] || fail "it is not late by step, of which samples tell"

# The same where a receiver is late, to so many messages that few are listed: on a busy
# machine, not in each run.
are_all_there ()
{
  rm -rf profile
  run 0 mpirun -n 2 "$GASP" run -q -o profile ./prog steps held
  run 0 "$GASP" report --format=csv --view=delays profile
  tr -d '"' < out | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "delays" && $column["wait"] == "MPI_Ssend" { held += $column["percent"] }
    $1 == "delays" { sum += $column["percent"] }
    END { exit !(held > 1 && sum > 98) }'
}
for attempt in 1 2 3 4; do
  ! are_all_there || break
  [ $attempt -lt 4 ] || { cat out; fail "not all delays are there"; }
done
