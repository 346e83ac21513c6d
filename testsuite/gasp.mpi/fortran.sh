# The same events from Fortran, by mpif.h and both modules, and its results undisturbed.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
[ -n "${FC-}" ] && command -v "$STOCKFC" > /dev/null || unsupported "there is no gfortran"
mpifort () { OMPI_FC=$FC MPICH_FC=$FC mpifort.$MPI "$@"; }

cat > body.inc <<'END'
  integer :: rank, other, ierr, i, n, number, had(2), counts(2), places(2)
  integer :: a(64), b(64)
  logical :: flag
  a = 1
  b = 0
  counts = (/ 1, 2 /)
  places = (/ 0, 1 /)
  call MPI_Init (ierr)
  call MPI_Comm_rank (MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  call MPI_Comm_split (MPI_COMM_WORLD, 0, -rank, swapped, ierr)
  if (rank == 0) then
    call MPI_Send (a, 5, MPI_INTEGER, 0, 11, swapped, ierr) ! SEND
  else
    call MPI_Recv (b, 9, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, swapped, status, ierr) ! RECV
    call MPI_Get_count (status, MPI_INTEGER, n, ierr)
    if (n /= 5) stop 3
  end if
  call MPI_Comm_free (swapped, ierr)
  call MPI_Sendrecv (a, 2, MPI_INTEGER, other, 12, b, 4, MPI_INTEGER, other, 12, &
		     MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr) ! SENDRECV
  call MPI_Irecv (b, 8, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, r(1), ierr)
  call MPI_Irecv (b(33), 8, MPI_INTEGER, other, 2, MPI_COMM_WORLD, r(2), ierr)
  call MPI_Barrier (MPI_COMM_WORLD, ierr) ! BARRIER
  call MPI_Ssend (a, 3, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, ierr)
  call MPI_Waitany (2, r, number, MPI_STATUS_IGNORE, ierr) ! WAITANY
  if (number /= 1) stop 4
  call MPI_Barrier (MPI_COMM_WORLD, ierr)
  call MPI_Ssend (a, 4, MPI_INTEGER, other, 2, MPI_COMM_WORLD, ierr)
  call MPI_Waitsome (2, r, n, had, statuses, ierr) ! WAITSOME
  if (n /= 1 .or. had(1) /= 2) stop 5
  call MPI_Get_count (statuses STATUS_1, MPI_INTEGER, n, ierr)
  if (n /= 4) stop 6
  do i = 1, 2
    call MPI_Irecv (b, 3, MPI_INTEGER, other, i, MPI_COMM_WORLD, r(1), ierr)
    call MPI_Isend (a, 2, MPI_INTEGER, other, i, MPI_COMM_WORLD, r(2), ierr) ! ISEND
    if (i == 1) call MPI_Waitall (2, r, MPI_STATUSES_IGNORE, ierr) ! WAITALL
    if (i == 2) call MPI_Waitall (2, r, statuses, ierr) ! WAITED
  end do
  call MPI_Bcast (a, 6, MPI_INTEGER, 1, MPI_COMM_WORLD, ierr) ! BCAST
  b = 1
  call MPI_Allreduce (MPI_IN_PLACE, b, 7, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr) ! ALLREDUCE
  if (b(7) /= 2) stop 7
  if (rank == 0) then
    call MPI_Gather (MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 2, MPI_INTEGER, 0, & ! GATHER
		     MPI_COMM_WORLD, ierr)
  else
    call MPI_Gather (a, 2, MPI_INTEGER, b, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Scatterv (a, counts, places, MPI_INTEGER, b, rank + 1, MPI_INTEGER, 0, & ! SCATTERV
		     MPI_COMM_WORLD, ierr)
  call MPI_Comm_set_name (MPI_COMM_WORLD, "name", ierr)
  call MPI_Ibarrier (MPI_COMM_WORLD, r(1), ierr)
  call await
  call MPI_Finalize (ierr)
  if (ierr /= MPI_SUCCESS) stop 8
  print '(A)', 'good'
contains
  subroutine await
    logical :: is_over
    is_over = .false.
    do while (.not. is_over)
      call MPI_Test (r(1), is_over, MPI_STATUS_IGNORE, ierr) ! TEST
    end do
  end subroutine
END
old='integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2), r(2), swapped'
{ echo 'program prog'; echo "include 'mpif.h'"; echo "$old"; sed 's/STATUS_1/(:, 1)/' body.inc; echo end; } > by-include.f90
{ echo 'program prog'; echo 'use mpi'; echo "$old"; sed 's/STATUS_1/(:, 1)/' body.inc; echo end; } > by-mpi.f90
{ echo 'program prog'; echo 'use mpi_f08'
  echo 'type(MPI_Status) :: status, statuses(2)'
  echo 'type(MPI_Request) :: r(2)'
  echo 'type(MPI_Comm) :: swapped'
  sed -e 's/STATUS_1/(1)/' -e 's/, ierr)/)/' -e 's/(ierr)/()/' -e 's/if (ierr.*//' body.inc
  echo end; } > by-f08.f90

# line WORD: where it stands in the program.
line () { grep -n "! $1\$" $way.f90 | cut -d: -f1; }
for MPI in $MPIS; do
  # MPICH 4.0 counts from 0 in mpi_f08's MPI_Waitany and MPI_Waitsome.
  [ $MPI = openmpi ] || sed -i 's/if (number .*\|if (n .*had.*//' by-f08.f90
  for way in by-include by-mpi by-f08; do
    for flags in '-O0 -finstrument-gasp' '-O2 -finstrument-gasp-functions=emitted'; do
      # One of both, another for the module between the others.
      case $way$flags in by-mpi-O2* | by-[if]*-O0*) ;; *) [ -n "$ALL" ] || continue ;; esac
      run 0 mpifort -w -fallow-argument-mismatch $flags $way.f90 -o prog
      run 0 mpirun -n 2 ./prog
      count 2 out '^ *good'
      run 0 under check mpirun -n 2 ./prog
      hasnt result '^violation'
      run 0 under dump mpirun -n 2 ./prog
      count 2 out '^ *good'
      sed -n -e "$UNCOMMUNICATE" -e 's/\( 0x[0-9a-f]*\)*$//' -e 's/ -\{0,1\}[0-9]\{11,20\}/ M/' \
	-e 's/^\([01]\)\.1 \(.\) GASP_GCC_MPI_\([A-Z_]*\) \[[^]:]*:\([0-9]*\):[0-9]*\]/\1 \2 \3 \4/p' \
	result > all
      for wanted in \
	"0 - SEND $(line SEND) \"MPI_Send\" 1 20 11" \
	"1 \\+ RECV $(line RECV) \"MPI_Recv\" -1 36 -1" \
	"1 - RECV $(line RECV) \"MPI_Recv\" 0 20 11" \
	"0 \\. SENT [0-9]+ 1 8 12" "0 \\. RECEIVED [0-9]+ 1 8 12" \
	"0 - BARRIER $(line BARRIER) \"MPI_Barrier\" M" \
	"0 \\. RECEIVED $(line WAITANY) 1 24 1" "0 \\. RECEIVED $(line WAITSOME) 1 16 2" \
	"0 - WAIT $(line WAITANY) \"MPI_Waitany\" 1" \
	"0 \\. RECEIVED $(line WAITALL) 1 8 1" "0 - WAIT $(line WAITALL) \"MPI_Waitall\" 2" \
	"0 \\. RECEIVED $(line WAITED) 1 8 2" "0 - WAIT $(line WAITED) \"MPI_Waitall\" 2" \
	"0 - ONE_TO_ALL $(line BCAST) \"MPI_Bcast\" 1 24 0 M 2" \
	"1 - ONE_TO_ALL $(line BCAST) \"MPI_Bcast\" 1 0 24 M 2" \
	"0 - ALL_TO_ALL $(line ALLREDUCE) \"MPI_Allreduce\" -1 28 28 M 2" \
	"0 - ALL_TO_ONE [0-9]+ \"MPI_Gather\" 0 16 8 M 2" \
	"1 - ALL_TO_ONE [0-9]+ \"MPI_Gather\" 0 0 8 M 2" \
	"0 - ONE_TO_ALL [0-9]+ \"MPI_Scatterv\" 0 4 12 M 2" \
	"1 - ONE_TO_ALL [0-9]+ \"MPI_Scatterv\" 0 8 0 M 2"; do
	count 1 all "^$wanted\$"
      done
      count 2 all "^0 - SEND $(line ISEND) \"MPI_Isend\" 1 8 [12]"
      count 1 result '^0\.1 - GASP_GCC_MPI \[.*\] "MPI_Comm_set_name"'
      has all "^0 - [A-Z]* $(line TEST) \"MPI_Test\""
      grep '"MPI_Test"' all > tests
      hasnt tests "^[01] . [A-Z]* $(($(line TEST) - 1)) "
    done
  done
done
