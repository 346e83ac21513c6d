# gasprun --debug over MPI: gdb is attached to the thread, or to all, and has them at the
# program's lines, with what is shared, on other nodes too.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
need gdb
not_emulated 'gdb attaches to the program'
gdb -nx -q -batch -ex 'python import gdb.xmethod' > /dev/null 2> gdb-python
[ ! -s gdb-python ] || unsupported 'a gdb without Python'
cat > a.upc <<'END'
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
shared int a[2 * THREADS], one = 70;
shared [] struct { short s[3]; } few[2];
shared struct item { int v; shared struct item *next; } items[THREADS];
shared struct item *shared heads[THREADS];
int
main (void)
{
  items[MYTHREAD].v = 900 + MYTHREAD;
  items[MYTHREAD].next = heads[MYTHREAD] = &items[(MYTHREAD + 1) % THREADS];
  a[MYTHREAD] = 10 + MYTHREAD;
  few[1].s[2] = 88;
  if (MYTHREAD == 0)
    {
      FILE *f = fopen ("process", "w");
      fprintf (f, "%d\n", (int) getpid ());
      fclose (f);
    }
  upc_barrier;
  fprintf (stderr, "sum %d\n", a[0] + a[1]);	/* where gdb stops */
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" -g -O0 --conduit=mpi a.upc -o a
stop=$(grep -n 'where gdb stops' a.upc | sed 's/:.*//')
export HOME="$PWD"
unset TMUX

# debug STATUS OPTION COMMAND...: the program in gdb, which has these commands; in "out",
# what it and the program say.
debug ()
{
  status=$1 option=$2
  shift 2
  printf '%s\n' 'set debuginfod enabled off' 'set width 0' "break a.upc:$stop" continue \
    "$@" > commands
  run "$status" timeout 100 sh -c "\"\$0\" --conduit=mpi --mpirun=mpirun.$MPI -n 2 \
    --debug=$option ./a < commands" "$BUILD/bin/gasprun"
}

# not_there PROCESS: whether it has ended.
not_there () { ! kill -0 "$1" 2> /dev/null; }

for MPI in $MPIS; do
  # Another node answers, or gdb gives up.
  export UPC_NODE_SIZE=1
  debug 0 1 'print MYTHREAD * 100 + THREADS' 'print a' \
    'print items[0].next->v' 'print items[1].next->v + items[0].v + 1' \
    'print heads[0]->next->next->v * 2' 'print one + 2' 'print few[1].s[2] - 3' \
    'print a[1]@2' 'print &items[0].next' 'set var items[1].next->v = 5' \
 'shell kill -STOP $(cat process)' 'print a[0]' \
    'print MYTHREAD + 40' 'shell kill -CONT $(cat process)' 'print a[0] + 50' continue continue
  has out "hit Breakpoint 1, .*main .*a.upc:$stop"
  has out '= 102$'
  has out '\{10, 11, 0, 0\}$'
  cat out err > both
  has both 'cannot be asked for'
  has out '= 901$'
  has out '= 1801$'
  has out '= 1802$'
  has out '<thread 0, phase 0, items\[0\].next>'
  has out '= 72$'
  has out '= 85$'
  has out '= \{11, 0\}$'
  has out 'what is on another node stays as it is'
  has out '= 41$'
  has out '= 60$'
  has err 'thread 1 of 2 waits'
  hasnt err 'thread 0 of 2 waits'
  # All of them in one gdb, which stops them together.
  debug - all 'print a[0] + 100' 'print a[1] + 100' continue 'print a[0] + 200' \
    'print a[1] + 200' kill 'inferior 1' kill 'inferior 2' kill
  for n in 110 111 210 211; do has out "= $n\$"; done
  for n in 1 2; do has out "^Thread $n.1 .* hit Breakpoint 1.$n"; done
  unset UPC_NODE_SIZE
done

# By an own gdb, where UPC_DEBUG says so; and a thread that there is not does not wait.
UPC_DEBUG=1 gasprun -n 2 ./a > said 2> told &
wait_until grep -q 'thread 1 of 2 waits for a debugger: gdb -p' told
process=$(sed -n 's/.*gdb -p \([0-9]*\), on .*/\1/p' told)
run 0 timeout 100 gdb -nx -q -batch -ex "attach $process" \
  -ex "break a.upc:$stop" -ex continue -ex detach
wait $! || fail "status $?"
has told "sum 21"
run 0 gasprun -n 2 --debug=2 ./a
count 2 err "sum 21"

# gdb may leave at once.
run 0 gasprun -n 2 --debug=1 ./a
count 2 err "sum 21"

# Where gdb fails the program waits, and ends when gasprun is ended, in whichever way.
mkdir none
printf '#!/bin/sh\nexit 1\n' > none/gdb
chmod +x none/gdb
for signal in TERM HUP KILL; do
  (PATH=$PWD/none:$PATH; exec "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI -n 2 \
    --debug=all ./a) > said 2> told &
  started=$!
  wait_until grep -q 'thread 0 of 2 waits' told
  wait_until grep -q 'thread 1 of 2 waits' told
  hasnt told sum
  kill -$signal $started
  wait $started || :
  for process in $(sed -n 's/.*gdb -p \([0-9]*\), on .*/\1/p' told); do
    wait_until not_there $process
  done
done

# A parallel debugger starts gasprun, and has the threads from a table.
cat > starter.gdb <<END
set debuginfod enabled off
set width 0
set breakpoint pending on
break MPIR_Breakpoint
break main
run
set var *(int *) &MPIR_being_debugged = 1
continue
printf "size %d, state %d\n", *(int *) &MPIR_proctable_size, *(int *) &MPIR_debug_state
set \$t = *(char ***) &MPIR_proctable
printf "table %s %s %d\n", \$t[0], \$t[1], *(int *) &\$t[2]
printf "table %s %s %d\n", \$t[3], \$t[4], *(int *) &\$t[5]
# It leaves them at once.
eval "shell gdb -nx -q -batch -p %d", *(int *) &\$t[2]
eval "shell gdb -nx -q -batch -p %d", *(int *) &\$t[5]
continue
END
run 0 timeout 100 gdb -nx -q -batch -x starter.gdb --args "$BUILD/bin/gasprun" \
  --conduit=mpi --mpirun=mpirun.$MPI -n 2 ./a
has out '^size 2, state 1$'
count 2 out "^table $(hostname) $PWD/a [0-9]+\$"
cat out err > both
count 2 both 'sum 21'
has out 'exited normally'

# In tmux, each has a window with its gdb.
command -v tmux > /dev/null || exit 0
window () { tmux -S "$PWD/tmux" "$@"; }
trap 'window kill-server 2> /dev/null || :' EXIT
window -f /dev/null new-session -d -x 150 -y 50 "'$BUILD/bin/gasprun' --conduit=mpi \
  --mpirun=mpirun.$MPI -n 2 --debug=all ./a; echo status \$? > ended"
for thread in 0 1; do
  wait_until sh -c "tmux -S '$PWD/tmux' capture-pane -p -t ':thread $thread' 2> /dev/null \
    | grep -q '(gdb) *\$'"
  window send-keys -t ":thread $thread" "set pagination off" Enter "break a.upc:$stop" \
    Enter "continue" Enter
done
for thread in 0 1; do
  wait_until sh -c "tmux -S '$PWD/tmux' capture-pane -p -t ':thread $thread' \
    | grep -q 'hit Breakpoint 1'"
  window send-keys -t ":thread $thread" 'continue' Enter
done
for thread in 0 1; do
  wait_until sh -c "tmux -S '$PWD/tmux' capture-pane -p -t ':thread $thread' \
    | grep -q 'exited normally'"
  window send-keys -t ":thread $thread" 'quit' Enter
done
wait_until [ -s ended ]
run 0 cat ended
has out 'status 0'
