# mpi-events.sh - what tests of MPI's events share: lines of these have it.
#
# SPDX-License-Identifier: Apache-2.0
#
# After mpi.sh, for all MPIs that are installed.

UPC_TEST=mpi
. "$HERE/../lib/mpi.sh"
[ -e "$BUILD/lib/libgasp-mpi-$MPI.so" ] || unsupported "MPI is not installed"
export OMPI_MCA_osc=^ucx

# one_mpi: of MPIS the first, Open MPI if it is there, whose ranks leave the processor to
# others while they wait; all in "make check-all".  For tests of what is made of events,
# whichever MPI raised them.
one_mpi () { [ -n "$ALL" ] || MPIS=$MPI; }

# mpicc ARGUMENT...; stock_mpicc ARGUMENT...: the MPI's compiler, with ours or without.
mpicc () { OMPI_CC=$CC MPICH_CC=$CC mpicc.$MPI "$@"; }
stock_mpicc () { OMPI_CC=$STOCK MPICH_CC=$STOCK mpicc.$MPI "$@"; }

# A command of sed that leaves out of callbacks the numbers of messages' communicators.
UNCOMMUNICATE='/ GASP_GCC_MPI_\(SEND\|RECV\|SENT\|RECEIVED\) /s/ 0x[0-9a-f]* -\{0,1\}[0-9]*\( 0x\|$\)/\1/
/ GASP_GCC_MPI_PROBE /s/\( -\{0,1\}[0-9]* -\{0,1\}[0-9]*\) -\{0,1\}[0-9]*$/\1/'

# dumped FILE: of the callbacks in it, what does not change from run to run; M is MEMBERS, and
# W what is waited for; communicators, their numbers and those of windows are left out, and
# when ranks come to MPI.
dumped ()
{
  sed -e '/ GASP_GCC_MPI_\(COMES\|COMM\) /d' -e "$UNCOMMUNICATE" -e 's/\( 0x[0-9a-f]*\)*$//' -e 's/\[prog.c:\([0-9]*\):[0-9]*\]/\1/' \
      -e 's/\( GASP_GCC_MPI_WIN_.*\) [0-9]*$/\1/' \
      -e 's/\( GASP_GCC_MPI_SIGNAL[A-Z]* [0-9]* [0-9]*\) -\{0,1\}[0-9]*/\1 W/' \
      -e 's/ -\{0,1\}[0-9]\{11,20\}/ M/' "$1"
}

# lines NAME: those of prog.c that are marked with it.
lines () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }

# barrier_rows: of the report in "out", for waits, in "rows".
barrier_rows ()
{
  tr -d '"' < out | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "barriers" && $2 ~ /[0-9]/ {
      printf "%s %s %.0f %s %s %s\n", $column["line"], $2, $column["waiting"] / 1e6,
        $column["slowest"] == "" ? "-" : $column["slowest"], $column["calls"],
        $column["waiting_known"]
    }' > rows
}

# waits NAME RANK LEAST MOST [SLOWEST]: RANK waited there for so many milliseconds in 20
# calls, most of it for SLOWEST.
waits ()
{
  awk -v rank="$2" -v at="$(lines $1)" -v least="$3" -v most="$4" -v slowest="${5-any}" '
    $1 == at && $2 == rank && $5 == 20 && $6 == 1 {
      rows++
      right = ($3 >= least && $3 <= most && (slowest == "any" || slowest == $4))
    }
    END { exit !(rows == 1 && right) }' rows \
    || { cat rows; fail "$MPI: $1: rank $2 at line $(lines $1)"; }
}
