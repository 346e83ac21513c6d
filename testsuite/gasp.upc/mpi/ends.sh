# The ends of programs over MPI: statuses, what stdio still has, kills; nothing is
# left.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
. "$HERE/../../lib/together.sh"
cat > ends.upc <<'END'
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>
shared int a[THREADS];
int main (int argc, char **argv)
{
  const char *how = argv[1];
  char name[100];
  upc_barrier;
  printf ("up\n");
  if (!strcmp (how, "global"))
    {
      snprintf (name, sizeof name, "file%d.%s", MYTHREAD, argv[2]);
      fputs ("kept", fopen (name, "w"));
      upc_barrier;
      if (MYTHREAD == 1)
	upc_global_exit (7);
      sleep (20);
    }
  if (!strcmp (how, "return"))
    return MYTHREAD == 2 ? 5 : 0;
  if (MYTHREAD == 1 && !strcmp (how, "exit"))
    exit (4);
  if (MYTHREAD == 1 && !strcmp (how, "exit0"))
    exit (0);
  if (MYTHREAD == 1 && !strcmp (how, "kill"))
    raise (SIGKILL);
  if (!strcmp (how, "mismatch"))
    {
      upc_barrier MYTHREAD == 2 ? 9 : 8;
    }
  if (!strcmp (how, "collective") && MYTHREAD)
    upc_all_free (upc_all_alloc (1, 1));
  for (int i = 0; !strcmp (how, "wait"); i++)
    a[i % THREADS] += MYTHREAD;
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" --conduit=mpi -O1 ends.upc -o upc_ends_$$

# left: no process of the program, after a while.
left ()
{
  for i in $(seq 100); do
    ls -l /proc/[0-9]*/exe 2> /dev/null | grep -q "upc_ends_$$\$" || return 0
    sleep 0.1
  done
  fail "processes are left"
}

# ends HOW STATUS: begins the program that ends so, with 1, 2 and 4 threads a node.
ends ()
{
  for size in 1 2 4; do
    begin "$1.$size" env UPC_NODE_SIZE=$size "$BUILD/bin/gasprun" --conduit=mpi \
      --mpirun=mpirun.$MPI -n 4 ./upc_ends_$$ "${1%-*}" "$1.$size"
  done
}

for MPI in $MPIS; do
  # Whoever ends them may find the other thread of the process in MPI.
  tries=$(often "1 2" "1 2 3 4 5")
  rm -f file*
  for try in $tries; do ends global-$try; done
  for how in return exit exit0 mismatch kill; do ends $how; done
  wait
  for size in 1 2 4; do
    for try in $tries; do
      ended global-$try.$size 7
      [ $size = 4 ] || for t in 0 1 2 3; do has file$t.global-$try.$size kept; done
    done
    ended return.$size 5
    ended exit.$size 4
    ended exit0.$size 1
    has exit0.$size.err 'others have ended|has ended, but another waits'
    ended mismatch.$size -
    has mismatch.$size.err 'barrier mismatch: thread [013] has 8, thread 2 has 9|thread 2 has 9, thread . has 8'
    # MPICH has a status of its own for this.
    ended kill.$size -
    [ $MPI = mpich ] || [ "$(cat kill.$size.status)" = 137 ] || fail "killed: $(cat kill.$size.status)"
  done
  left
  # A thread, and the launcher.
  for signal in TERM KILL; do
    UPC_NODE_SIZE=2 "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI -n 4 \
      ./upc_ends_$$ wait > up 2> err &
    launcher=$!
    for i in $(seq 300); do
      [ "$(grep -c up up)" -eq 4 ] && break
      sleep 0.1
    done
    kill -$signal $launcher
    wait $launcher || :
    left
  done
done
