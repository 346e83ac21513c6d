# Machines of their own, as far as the network goes: namespaces with an address and a
# host name each, and nsenter in place of ssh.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
[ $MPI = openmpi ] || unsupported "not with this MPI"
[ "$(id -u)" = 0 ] || unsupported "only root can make network namespaces"
need ip
need nsenter
net=10.78.$(($$ % 200 + 1))
nodes=
end () { [ -z "$nodes" ] || kill $nodes || :; ip netns del gasp$$ 2> /dev/null || :; }
trap end EXIT
ip netns add gasp$$ 2> err || unsupported "only root can make network namespaces"
ip -n gasp$$ link add name gaspbr type bridge
ip -n gasp$$ link set gaspbr up

# node I: its processes are kept by one that sleeps.
node ()
{
  unshare --net --uts --mount --ipc sh -c "
    hostname gasp-node$1 && ip link set lo up && mount -t tmpfs none /dev/shm \
    && mount --bind $PWD/hosts /etc/hosts && touch up$1 && exec sleep 600" \
    < /dev/null > /dev/null 2>&1 &
  nodes="$nodes $!"
  echo $! > gasp-node$1.pid
  for i in $(seq 100); do [ -e up$1 ] && break; sleep 0.1; done
  [ -e up$1 ] || unsupported "no namespaces"
  ip -n gasp$$ link add name v$1 type veth peer name eth0 netns $!
  ip -n gasp$$ link set v$1 master gaspbr up
  nsenter -t $! -n ip addr add $net.$(($1 + 1))/24 dev eth0
  nsenter -t $! -n ip link set eth0 up
}

echo "127.0.0.1 localhost" > hosts
for i in 0 1 2; do echo "$net.$((i + 1)) gasp-node$i" >> hosts; done
for i in 0 1 2; do node $i; done
cat > rsh <<END
#!/bin/sh
node=\$1
shift
exec nsenter -t \$(cat $PWD/\$node.pid) -n -u -m -i env TMPDIR=$PWD/tmp-\$node \\
  sh -c "mkdir -p \$TMPDIR $PWD/tmp-\$node; cd $PWD; \$*"
END
chmod +x rsh
cat > where.upc <<'END'
#include <upc.h>
#include <upc_castable.h>
#include <stdio.h>
#include <unistd.h>
shared int a[THREADS];
int main (void)
{
  char host[100];
  int near = 0, sum = 0;
  gethostname (host, sizeof host);
  a[MYTHREAD] = MYTHREAD + 1;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    {
      near += upc_cast (&a[t]) != 0;
      sum += a[t];
    }
  printf ("%d on %s: %d near, sum %d\n", MYTHREAD, host, near, sum);
  return 0;
}
END
run 0 "$UPCC" --conduit=mpi where.upc -o where
export OMPI_MCA_plm=rsh OMPI_MCA_plm_rsh_agent="$PWD/rsh"
export OMPI_MCA_btl_tcp_if_include=$net.0/24 OMPI_MCA_oob_tcp_if_include=$net.0/24
run 0 ./rsh gasp-node0 "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI \
  -n 4 --hosts=gasp-node1:2,gasp-node2:2 "$PWD/where"
for t in 0 1; do has out "^$t on gasp-node1: 2 near, sum 10$"; done
for t in 2 3; do has out "^$t on gasp-node2: 2 near, sum 10$"; done
cp "$SOURCE/examples/upc/isort.upc" .
run 0 "$UPCC" --conduit=mpi -O2 isort.upc -o isort
run 0 ./rsh gasp-node0 "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI \
  -n 3 --hosts=gasp-node0,gasp-node1,gasp-node2 "$PWD/isort"
