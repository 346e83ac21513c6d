! Fortran: STOP with a status, in a contained procedure, and allocation.
!
! SPDX-License-Identifier: Apache-2.0

program stops
  real, allocatable :: a(:)
  allocate (a(100))
  a = 1
  call leave (int (sum (a)))
contains
  subroutine leave (n)
    integer, intent (in) :: n
    stop n
  end subroutine
end program

! { dg-status 100 }
! { dg-options "-fno-inline" }
! The exit is libgfortran's: nothing tells where it was called from.
! { dg-check no }
! { dg-levels -O0 -O2 }
! EVENTS:
!   0 + stops
!   0 + malloc 400
!   0 - malloc 400 $a
!   0 + stops::leave
!   0 - stops::leave
!   0 - stops
!   0 + collective_exit 100
!   0 - collective_exit 100
! END
