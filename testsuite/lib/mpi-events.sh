# mpi-events.sh - what tests of MPI's events share: lines of these have it.
#
# SPDX-License-Identifier: Apache-2.0
#
# After mpi.sh, for all MPIs that are installed.

UPC_TEST=mpi
. "$HERE/../lib/mpi.sh"
[ -e "$BUILD/lib/libgasp-mpi-$MPI.so" ] || unsupported "MPI is not installed"
export OMPI_MCA_osc=^ucx

# mpicc ARGUMENT...; stock_mpicc ARGUMENT...: the MPI's compiler, with ours or without.
mpicc () { OMPI_CC=$CC MPICH_CC=$CC mpicc.$MPI "$@"; }
stock_mpicc () { OMPI_CC=$STOCK MPICH_CC=$STOCK mpicc.$MPI "$@"; }

# dumped FILE: of the callbacks in it, what does not change from run to run; M is MEMBERS, and
# W what is waited for.
dumped ()
{
  sed -e 's/\( 0x[0-9a-f]*\)*$//' -e 's/\[prog.c:\([0-9]*\):[0-9]*\]/\1/' \
      -e 's/\( GASP_GCC_MPI_SIGNAL[A-Z]* [0-9]* [0-9]*\) -\{0,1\}[0-9]*/\1 W/' \
      -e 's/ -\{0,1\}[0-9]\{11,20\}/ M/' "$1"
}
