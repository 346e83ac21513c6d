# C++, Fortran and OpenMP in UPC programs over MPI, between nodes and within one.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/mpi.sh"
need "$STOCKFC"
cp "$SOURCE"/examples/mixed/* .
run 0 make UPCC="$UPCC" UPCFLAGS='-O2 --conduit=mpi'
export OMP_NUM_THREADS=2
for MPI in $MPIS; do
  for node in 1 2 4; do
    for program in 'sort 1000' waves primes; do
      # shellcheck disable=SC2086
      UPC_NODE_SIZE=$node run 0 gasprun -n 4 ./$program
      has out PASSED
    done
  done
done
