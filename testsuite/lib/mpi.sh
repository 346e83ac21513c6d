# mpi.sh - what shell tests of UPC over MPI share: lines of these have it.
#
# SPDX-License-Identifier: Apache-2.0
#
# Set: MPIS, those that are installed and that BUILD can use, separated by blanks, or,
# without UPC_TEST=mpi, the first of them; MPI, that one.

MPIS=
for mpi in openmpi mpich; do
  [ -e "$BUILD/lib/libupc-$mpi.so" ] && command -v mpirun.$mpi > /dev/null \
    && MPIS="$MPIS$mpi "
done
MPI=${MPIS%% *}
[ "${UPC_TEST-}" = mpi ] || MPIS=$MPI
[ -z "$RUNNER" ] && [ -n "$MPI" ] || unsupported "MPI is not installed"
# Containers have no other user; and Open MPI asks for as many processors, in
# version 4 and 5.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe

# mpirun ARGUMENT...; gasprun OPTION... PROGRAM, by MPI
mpirun () { mpirun.$MPI "$@"; }
gasprun () { "$BUILD/bin/gasprun" --conduit=mpi --mpirun=mpirun.$MPI "$@"; }
