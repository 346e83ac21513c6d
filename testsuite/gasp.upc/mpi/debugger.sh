# gasprun --debug over MPI: the thread waits until gdb is attached, which then has it at
# the program's lines, with what is shared.
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
#include <upc.h>
shared int a[2 * THREADS];
int
main (void)
{
  a[MYTHREAD] = 10 + MYTHREAD;
  upc_barrier;
  printf ("sum %d\n", a[0] + a[1]);	/* where gdb stops */
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" -g -O0 --conduit=mpi a.upc -o a
stop=$(grep -n 'where gdb stops' a.upc | sed 's/:.*//')
export HOME="$PWD"

# attach NUMBER: gdb, to the thread that says so.
attach ()
{
  wait_until grep -q "thread $1 waits for a debugger: gdb -p" told
  process=$(sed -n "s/.*thread $1 waits for a debugger: gdb -p \([0-9]*\), on .*/\1/p" told)
  run 0 timeout 100 gdb -nx -q -batch -ex 'set debuginfod enabled off' \
    -x "$BUILD/share/gdb/auto-load/gasp-upc-gdb.py" -ex "attach $process" -ex "break a.upc:$stop" -ex continue \
    -ex 'print MYTHREAD * 100 + THREADS' -ex 'print a[1]' -ex kill
}

for MPI in $MPIS; do
  gasprun -n 2 --debug=1 ./a > said 2> told &
  attach 1
  has out "Breakpoint 1, .*main .*a.upc:$stop"
  has out '= 102$'
  has out '= 11$'
  hasnt told 'thread 0 waits'
  wait $! || :
done

# All may wait; and a thread that there is not does not.
"$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI -n 2 --debug=all ./a \
  > said 2> told &
wait_until grep -q 'thread 0 waits' told
wait_until grep -q 'thread 1 waits' told
hasnt said sum
kill $!
wait $! || :
run 0 gasprun -n 2 --debug=2 ./a
