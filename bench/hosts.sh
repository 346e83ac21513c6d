# hosts.sh - where the threads of a comparison with MPI run.
#
# SPDX-License-Identifier: Apache-2.0
#
# Read after part.sh.  On this machine, or, within testsuite/lib/with-nodes.sh, on machines
# of their own.  threads is how many there are.
#
# run_upc MPI PROGRAM, run_mpi MPI PROGRAM: run it by that MPI's launcher.

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export UPC_NODE_SIZE=1
threads=${THREADS:-2}
on_nodes='' hosts=localhost:$threads
if [ -n "${UPC_TEST_NODES-}" ]; then
  on_nodes="$UPC_TEST_NODES/rsh gasp-node0" hosts=gasp-node1,gasp-node2
  # Each machine would have its thread on the first processor.
  export OMPI_MCA_hwloc_base_binding_policy=none
  export PRTE_MCA_hwloc_default_binding_policy=none
  # One of Open MPI's ways for one-sided calls offers itself, and then fails.
  export OMPI_MCA_osc=^ucx
fi

run_upc () {
  # shellcheck disable=SC2086
  $on_nodes "$bin/gasprun" --conduit=mpi --mpirun=mpirun.$1 --hosts=$hosts \
    -n "$threads" "$2"
}

run_mpi () {
  option=-host
  [ $1 = openmpi ] || option=-hosts
  # shellcheck disable=SC2086
  $on_nodes mpirun.$1 $option $hosts -n "$threads" "$2"
}
