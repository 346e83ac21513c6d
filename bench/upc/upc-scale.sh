#!/bin/sh
# upc-scale.sh - a model of UPC on a cluster of 1,000 to 100,000 threads.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-scale.sh BUILD RUNS
#
# What the model has is measured here, over Open MPI: a barrier of two near threads, one
# of two nodes, a message one way, a byte of large data, both between nodes through
# memory and through the kernel's TCP, and the memory of a process with several numbers
# of threads.  With P threads a node, of T:
#
#   barrier    P arrivals in a node, each a half of what two near threads take, and
#	       log2 (T / P) rounds between nodes
#   broadcast  log2 (T) messages one after the other: a tree, as MPI has it at worst
#   gather     the same, and all data through thread 0's link
#   memory     of a node: P processes, each with a constant part and one for each of
#	       all threads
#
# The constant and the other part of memory are a line through the two smaller numbers
# of threads; the largest shows how well it foretells.  Ours is the difference to what
# MPI takes by itself; of each thread that is at least the 25 bytes of the tables that a
# process has (am-barrier.c, am-data.c, heap.c), which are too few to be measured beside
# MPI's.  Where networks reduce by themselves, or MPI has pipelines, it takes less than the
# model says.

. "$(dirname "$0")/../part.sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
build_for_mpis upc-scale-mpi scale
case $mpis in
  *openmpi*) ;;
  *) echo "upc-scale.sh: Open MPI is not installed" >&2; exit 0 ;;
esac
"$bin/gaspupc" --conduit=mpi -O2 "$here/upc-scale.upc" -o scale
run_scale () { "$bin/gasprun" --conduit=mpi --mpirun=mpirun.openmpi "$@"; }

near=64 sizes="16 64 128"
: > all
i=0
while [ "$i" -lt "$runs" ]; do
  i=$((i + 1))
  ./scale -n 2 time | sed 's/^/near /' >> all
  UPC_NODE_SIZE=1 run_scale -n 2 ./scale time | sed 's/^/memory /' >> all
  UPC_NODE_SIZE=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=tcp,self \
    run_scale -n 2 ./scale time | sed 's/^/TCP /' >> all
done
for n in $sizes; do
  UPC_NODE_SIZE=8 run_scale -n "$n" -H 1M ./scale memory | sed 's/^/UPC /' >> all
  mpirun.openmpi -n "$n" ./scale-openmpi | sed 's/^/MPI /' >> all
done

awk -v tables=25 -v near=$near -v sizes="$sizes" '
  $2 == "memory" { used[$1, $3] = $4; next }
  { key = $1 " " $2; if (!(key in least) || $3 < least[key]) least[key] = $3 }
  function log2_up(n,  k) { for (k = 0; 2 ^ k < n; k++); return k }
  function line_through(who,  slope)
  {
    slope = (used[who, size[2]] - used[who, size[1]]) / (size[2] - size[1])
    part[who] = slope
    constant[who] = used[who, size[1]] - slope * size[1]
  }
  END {
    split (sizes, size, " ")
    printf "measured, ns: barrier of 2 near threads %.0f\n", least["near barrier"]
    printf "%-8s %10s %10s %10s\n", "through", "barrier", "message", "byte"
    split ("memory TCP", links, " ")
    for (i = 1; i <= 2; i++)
      printf "%-8s %10.0f %10.0f %10.3f\n", links[i], least[links[i] " barrier"],
	least[links[i] " message"], least[links[i] " byte"]
    line_through("UPC"); line_through("MPI")
    our_part = part["UPC"] - part["MPI"]
    our_part = our_part > tables ? our_part : tables
    printf "bytes a process: %.0f + %.0f for each thread; MPI %.0f + %.0f\n",
      constant["UPC"] - constant["MPI"], our_part,
      constant["MPI"], part["MPI"]
    n = size[3]
    printf "with %d threads, both: %.0f foretold, %.0f measured\n", n,
      constant["UPC"] + part["UPC"] * n, used["UPC", n]
    printf "\n%d threads a node\n%-8s %8s %12s %14s %14s %12s %12s\n", near, "through",
      "threads", "barrier, us", "broadcast 8, us", "gather 8, us", "MiB a node",
      "MPI, MiB"
    for (i = 1; i <= 2; i++)
      for (t = 1000; t <= 100000; t *= 10)
	{
	  link = links[i]
	  barrier = near * least["near barrier"] / 2
	  barrier += log2_up(t / near) * least[link " barrier"]
	  tree = log2_up(t) * least[link " message"]
	  rest = t * 8 * least[link " byte"]
	  its = near * (constant["MPI"] + part["MPI"] * t)
	  ours = near * (constant["UPC"] - constant["MPI"] + our_part * t)
	  printf "%-8s %8d %12.1f %14.1f %14.1f %12.1f %12.1f\n", link, t,
	    barrier / 1000, tree / 1000, (tree + rest) / 1000, ours / 1048576,
	    its / 1048576
	}
  }' all
