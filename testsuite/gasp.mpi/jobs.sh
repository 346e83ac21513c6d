# Jobs that follow one another into the same directory are told apart, on one machine and
# on several; and one rank says where the records are.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
. "$HERE/../lib/profile.sh"
. "$HERE/../lib/nodes.sh"
trap remove_nodes EXIT
cat > prog.c <<'END'
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
int
main (int argc, char **argv)
{
  int rank, x = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank)
    MPI_Recv (&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    for (int i = 1; i < atoi (argv[1]); i++)
      MPI_Send (&x, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
  MPI_Barrier (MPI_COMM_WORLD);
  if (argc > 2)
    {
      kill (getppid (), SIGKILL);
      kill (getpid (), SIGKILL);
    }
  MPI_Finalize ();
  return 0;
}
END

# one RANKS NTH: the report is of one job with as many ranks, not of those before.
one ()
{
  run 0 "$GASP" report --format=csv --view=flat profile
  cp out csv
  [ "$(figure calls MPI_Send)" = $(($1 - 1)) ] || fail "messages"
  run 0 "$GASP" report --format=csv --view=threads profile
  count "$1" out '^"threads",[0-9]'
  run 0 "$GASP" report profile
  [ "$(head -n 1 out)" = "GASP profile" ] || fail "title: $(head -n 1 out)"
  [ "$(ls -d profile/earlier.* 2> ls.err | wc -l)" = "$2" ] || fail "$(ls -a profile)"
  [ "$(ls -A profile | grep -c job)" = 0 ] || fail "left: $(ls -A profile)"
}
one_mpi
for MPI in $MPIS; do
  rm -rf profile
  run 0 mpicc -g -O1 --profile prog.c -o prog
  for earlier in 0 1; do
    run 0 mpirun -n 4 "$GASP" run -o profile ./prog 4
    count 1 err '^gasp: recorded 4 processes in profile; to see the profile: gasp report profile$'
    [ $earlier = 0 ] || count 1 err "^gasp: the records of the earlier run in profile are now in "
    one 4 $earlier
  done
  # Several programs in one job.
  cp prog other
  rm -rf profile
  for earlier in 0 1; do
    run 0 mpirun -n 1 "$GASP" run -o profile ./prog 3 : -n 2 "$GASP" run -o profile ./other 3
    count 1 err '^gasp: recorded 3 processes'
    one 3 $earlier
  done
  # One rank prints the report, when all have ended.
  run 0 mpirun -n 3 "$GASP" run --report -o profile ./prog 3
  count 1 out '^GASP profile$'
  has out '^  measured   3 processes'
  # Two jobs that one command has started.
  rm -rf profile
  run 0 "$GASP" run -q -o profile sh -c "mpirun.$MPI -n 2 ./prog 2 && mpirun.$MPI -n 3 ./prog 3"
  run 0 "$GASP" report profile
  has out '^GASP profile of 2 runs, added up'
done

# Debian 12's MPICH hangs in MPI_Finalize between machines, in one run of three, without
# us, too.
case " $MPIS" in *" openmpi"*) MPI=openmpi ;; *) exit 0 ;; esac
make_nodes 2 || exit 0
on="--host gasp-node0:2,gasp-node1:2"
rm -rf profile
run 0 mpicc -g -O1 --profile prog.c -o prog
for earlier in 0 1; do
  run 0 ./rsh gasp-node0 mpirun.$MPI $on -n 4 "$GASP" run -o "$PWD/profile" "$PWD/prog" 4
  count 1 err '^gasp: recorded 4 processes'
  one 4 $earlier
done
# What was killed cannot say that it is over; each machine knows it of its processes.
run - ./rsh gasp-node0 mpirun.$MPI $on -n 4 "$GASP" run -q -o "$PWD/profile" \
  "$PWD/prog" 4 killed
[ "$(ls profile/*.gasp | wc -l)" = 4 ] || fail "$(ls -a profile)"
run 0 ./rsh gasp-node0 mpirun.$MPI $on -n 4 "$GASP" run -q -o "$PWD/profile" "$PWD/prog" 4
one 4 3
# Two ranks that want to move may each take a number.
for earlier in profile/earlier.*; do
  [ "$(ls $earlier/*.gasp | wc -l)" = 4 ] || fail "$(ls -R profile)"
done
