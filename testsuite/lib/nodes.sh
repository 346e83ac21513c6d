# nodes.sh - machines that are network namespaces, with nsenter in place of ssh.
#
# SPDX-License-Identifier: Apache-2.0
#
# Read after mpi.sh, or with MPI set by with-nodes.sh, in a directory that is free for
# it.
#
# make_nodes COUNT [DELAY]: gasp-node0, gasp-node1, ...: each has its own address, host
#   name and /dev/shm.  With DELAY, in microseconds, frames between them are late, and
#   overtake one another (tools/wire.c).  Returns 1 where that cannot be had.
# ./rsh NODE COMMAND: run that there.  Variables for Open MPI's and MPICH's mpirun are
#   exported.
# remove_nodes

nodes_home=$PWD nodes_space=gasp$$ nodes_pids='' nodes_wire=''

remove_nodes ()
{
  # shellcheck disable=SC2086
  [ -z "$nodes_pids$nodes_wire" ] || kill $nodes_pids $nodes_wire 2> /dev/null || :
  ip netns del "$nodes_space" 2> /dev/null || :
}

# keep_node I: the node's namespaces are those of a process that sleeps.
keep_node ()
{
  unshare --net --uts --mount --ipc sh -c "
    hostname gasp-node$1 && ip link set lo up && mount -t tmpfs none /dev/shm \
    && mount --bind '$nodes_home/hosts' /etc/hosts && : > '$nodes_home/up$1' \
    && exec sleep 86400" < /dev/null > /dev/null 2>&1 &
  nodes_pids="$nodes_pids $!"
  echo $! > gasp-node$1.pid
  for try in $(seq 100); do [ -e up$1 ] && return; sleep 0.1; done
  return 1
}

# bridge_nodes: as fast as the kernel is.
bridge_nodes ()
{
  ip -n "$nodes_space" link add name gaspbr type bridge
  ip -n "$nodes_space" link set gaspbr up
  i=0
  for pid in $nodes_pids; do
    ip -n "$nodes_space" link add name v$i type veth peer name eth0 netns $pid
    ip -n "$nodes_space" link set v$i master gaspbr up
    i=$((i + 1))
  done
}

# wire_nodes DELAY
wire_nodes ()
{
  gcc -O1 "$SOURCE/testsuite/tools/wire.c" -o wire || return 1
  # shellcheck disable=SC2086
  ./wire "$1" $nodes_pids > wired &
  nodes_wire=$!
  for try in $(seq 100); do
    grep -q wired wired && return
    kill -0 $nodes_wire 2> /dev/null || return 1
    sleep 0.1
  done
  return 1
}

make_nodes ()
{
  net=10.78.$(($$ % 200 + 1))
  [ "$(id -u)" = 0 ] && command -v ip > nodes.err && command -v nsenter > nodes.err \
    && ip netns add "$nodes_space" 2> nodes.err || return 1
  echo "127.0.0.1 localhost" > hosts
  for i in $(seq 0 $(($1 - 1))); do echo "$net.$((i + 1)) gasp-node$i" >> hosts; done
  for i in $(seq 0 $(($1 - 1))); do keep_node $i || return 1; done
  if [ -n "${2-}" ]; then wire_nodes "$2"; else bridge_nodes; fi || return 1
  i=0
  for pid in $nodes_pids; do
    i=$((i + 1))
    nsenter -t $pid -n ip addr add $net.$i/24 dev eth0
    nsenter -t $pid -n ip link set eth0 up
  done
  # Open MPI and MPICH pass the node and the words of a command for a shell there.
  cat > rsh <<END
#!/bin/sh
[ "\$1" != -x ] || shift
node=\$1
shift
temporary=$nodes_home/tmp-\$node
mkdir -p "\$temporary"
exec nsenter -t \$(cat $nodes_home/\$node.pid) -n -u -m -i \\
  env TMPDIR="\$temporary" sh -c "cd \$PWD; \$*"
END
  chmod +x rsh
  export OMPI_MCA_plm=rsh OMPI_MCA_plm_rsh_agent="$nodes_home/rsh"
  export OMPI_MCA_btl_tcp_if_include=$net.0/24 OMPI_MCA_oob_tcp_if_include=$net.0/24
  export HYDRA_LAUNCHER=rsh HYDRA_LAUNCHER_EXEC="$nodes_home/rsh" HYDRA_IFACE=eth0
}
