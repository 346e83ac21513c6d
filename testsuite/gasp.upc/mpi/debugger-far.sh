# gasprun --debug for a thread on another machine: gdb runs there, by ssh, and has what
# is shared; other threads are named.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
need gdb
not_emulated 'gdb attaches to the program'
gdb -nx -q -batch -ex 'python import gdb.xmethod' > /dev/null 2> gdb-python
[ ! -s gdb-python ] || unsupported 'a gdb without Python'
. "$HERE/../../lib/nodes.sh"
trap remove_nodes EXIT
make_nodes 2 || unsupported "no network namespaces"
cat > a.upc <<'END'
#include <stdio.h>
#include <upc.h>
shared int a[2 * THREADS];
int
main (void)
{
  a[MYTHREAD] = 10 + MYTHREAD;
  upc_barrier;
  fprintf (stderr, "sum %d\n", a[0] + a[1]);	/* where gdb stops */
  upc_barrier;
  return 0;
}
END
mkdir bin
run 0 "$UPCC" -g -O0 --conduit=mpi a.upc -o a
stop=$(grep -n 'where gdb stops' a.upc | sed 's/:.*//')
export HOME="$PWD"
unset TMUX

# As ssh does, this joins the words, for a shell there.
cat > bin/ssh <<END
#!/bin/sh
[ "\$1" = -t ] && [ \$# -gt 2 ] || exit 255
shift
echo "\$*" >> "$PWD/asked"
exec "$PWD/rsh" "\$@"
END
chmod +x bin/ssh
printf '%s\n' 'set debuginfod enabled off' 'set width 0' "break a.upc:$stop" continue \
  'shell hostname' 'print MYTHREAD * 100 + THREADS' 'print a' 'upc where' continue \
  > commands

# debug OPTION: from gasp-node0, with threads on both machines.
debug ()
{
  cat > debug <<END
PATH="$PWD/bin:\$PATH"
timeout 100 "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI -n 2 \\
  --hosts=gasp-node0,gasp-node1 --debug=$1 ./a < commands
END
  : > asked
  run 0 ./rsh gasp-node0 sh "$PWD/debug"
  has err 'sum 21'
}

for MPI in $MPIS; do
  debug 1
  has asked "^gasp-node1 .*gdb.*'set breakpoint pending on'"
  has out "hit Breakpoint 1, .*main .*a.upc:$stop"
  has out 'gasp-node1$'
  has out '= 102$'
  has out '\{10, 11, 0, 0\}$'
  has out 'thread 1:$'
  has out '^thread 0: on another node \(gasprun --debug=0 starts gdb there\)$'
  debug 0
  hasnt asked .
  has out 'gasp-node0$'
  has out '= 2$'
done
