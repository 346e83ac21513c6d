# Over machines of their own: a thread, the launcher, or the daemon of a machine is
# killed, and nothing is left on any of them.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
. "$HERE/../../lib/nodes.sh"
trap remove_nodes EXIT
make_nodes 3 || unsupported "no network namespaces"
name=upc_nodes_$$
cat > wait.upc <<'END'
#include <upc.h>
#include <stdio.h>
shared int a[THREADS];
int main (void)
{
  upc_barrier;
  printf ("up\n");
  fflush (stdout);
  for (int i = 0;; i++)
    a[i % THREADS] += MYTHREAD;
}
END
run 0 "$UPCC" --conduit=mpi -O1 wait.upc -o $name

# running COMMAND-ENDING: processes of that executable, by process.
running ()
{
  for process in /proc/[0-9]*; do
    case $(readlink "$process/exe" 2> readlink.err) in
      */$1) echo "${process#/proc/}";;
    esac
  done
}

# in_node I: of the processes given, those of that node.
in_node ()
{
  space=$(readlink /proc/"$(cat gasp-node$1.pid)"/ns/net)
  while read -r process; do
    [ "$(readlink "/proc/$process/ns/net")" != "$space" ] || echo "$process"
  done
}

for MPI in $MPIS; do
  # MPICH 4.0 does not notice that a daemon is gone, whatever the program is.
  case $MPI in
    openmpi) mpirun=orterun victims='thread launcher daemon';;
    *) mpirun=mpiexec.hydra victims='thread launcher';;
  esac
  for victim in $victims; do
    : > up
    setsid ./rsh gasp-node0 exec "$BUILD/bin/gasprun" --conduit=mpi \
      --mpirun=mpirun.$MPI -n 4 --hosts=gasp-node1:2,gasp-node2:2 "$PWD/$name" \
      > up 2> said &
    launcher=$!
    for i in $(seq 300); do
      [ "$(grep -c up up)" -eq 4 ] && break
      sleep 0.1
    done
    [ "$(grep -c up up)" -eq 4 ] || { cat said; fail "$MPI: not up"; }
    case $victim in
      thread) kill -KILL "$(running $name | in_node 2 | head -n 1)";;
      launcher) kill -KILL "$(running $mpirun | in_node 0 | head -n 1)";;
      daemon) kill -KILL "$(running orted | in_node 2 | head -n 1)";;
    esac
    status=0
    wait $launcher || status=$?
    [ $status != 0 ] || fail "$MPI, $victim: status 0"
    for i in $(seq 150); do
      [ -n "$(running $name)" ] || break
      sleep 0.1
    done
    [ -z "$(running $name)" ] || fail "$MPI, $victim: processes are left"
  done
done
