#!/bin/sh
# upc-kernels.sh - UPC between nodes against MPI programs that do the same.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-kernels.sh BUILD RUNS
#
# Milliseconds for each kernel of upc-kernels.upc: with threads that share no memory,
# over each MPI; by upc-kernels-mpi.c over the same MPI, which knows that they are on
# one machine; and over shared memory.  The least of RUNS, in turns.  Lines where the
# programs do not compute the same are marked.

. "$(dirname "$0")/part.sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export UPC_NODE_SIZE=1
threads=${THREADS:-2}

build_for_mpis upc-kernels-mpi kernels
"$bin/gaspupc" --conduit=mpi -O2 "$here/upc-kernels.upc" -o kernels
"$bin/gaspupc" -O2 "$here/upc-kernels.upc" -o kernels-smp

: > all
i=0
while [ "$i" -lt "$runs" ]; do
  i=$((i + 1))
  ./kernels-smp -n "$threads" | sed "s/^/smp /" >> all
  for mpi in $mpis; do
    "$bin/gasprun" --conduit=mpi --mpirun=mpirun.$mpi -n "$threads" ./kernels \
      | sed "s/^/UPC:$mpi /" >> all
    mpirun.$mpi -n "$threads" ./kernels-$mpi | sed "s/^/MPI:$mpi /" >> all
  done
done
awk -v mpis="$mpis" '
  NF == 4 {
    key = $1 " " $2
    if (!(key in least) || $3 < least[key]) least[key] = $3
    if (!($2 in sum)) { sum[$2] = $4; order[++kernels] = $2 }
    else if (sum[$2] != $4) differs[$2] = " not the same"
  }
  END {
    count = split (mpis, mpi, " ")
    printf "%-10s %9s", "ms", "shared"
    for (i = 1; i <= count; i++)
      printf " %12s %12s %6s", "UPC " mpi[i], "MPI " mpi[i], "ratio"
    print ""
    for (k = 1; k <= kernels; k++)
      {
	name = order[k]
	printf "%-10s %9s", name, least["smp " name]
	for (i = 1; i <= count; i++)
	  {
	    u = least["UPC:" mpi[i] " " name]; m = least["MPI:" mpi[i] " " name]
	    printf " %12s %12s %6.2f", u, m, m ? u / m : 0
	  }
	print differs[name]
      }
  }' all
