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

# counts PROFILE: what times have no part in, into PROFILE.counts.
counts ()
{
  run 0 "$GASP" report --format=csv --view=upc --output=tables.csv "$1"
  awk -F, '/^"grid/ { print }
	   /^"matrix/ { print $2, $3, $4, $5, $6, $7, $8, $9 }
	   /^"shared-lines/ { print $2, $3, $4, $5, $6, $7, $9 }
	   /^"barriers/ { print $2, $7, $8, $9 }
	   /^"locks/ { print $3, $4, $7, $8 }' tables.csv | sort > "$1.counts"
  run 0 "$GASP" report --format=csv --view=threads "$1"
  count 4 out '^"threads",.*,"(prog|smp)",'
}
