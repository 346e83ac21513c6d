#!/bin/sh
# upc-kernels.sh - UPC between nodes against MPI programs that do the same.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: upc-kernels.sh BUILD RUNS PROGRAM
#
# Milliseconds for each kernel of PROGRAM.upc: with threads that share no memory, over
# each MPI; by PROGRAM-mpi.c over the same MPI, which knows that they are on one
# machine; and over shared memory.  The least of RUNS, in turns.  Lines where the
# programs do not compute the same are marked.  Within testsuite/lib/with-nodes.sh
# threads are on machines of their own, and MPI's programs have no shared memory either.

. "$(dirname "$0")/../part.sh"
program=$1

build_for_mpis "$program-mpi" kernels -lm
"$bin/gaspupc" --conduit=mpi -O2 "$here/$program.upc" -o kernels -lm
"$bin/gaspupc" -O2 "$here/$program.upc" -o kernels-smp -lm
. "$benches/hosts.sh"

: > all
i=0
while [ "$i" -lt "$runs" ]; do
  i=$((i + 1))
  ./kernels-smp -n "$threads" | sed "s/^/smp /" >> all
  for mpi in $mpis; do
    run_upc $mpi "$PWD/kernels" | sed "s/^/UPC:$mpi /" >> all
    run_mpi $mpi "$PWD/kernels-$mpi" | sed "s/^/MPI:$mpi /" >> all
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
