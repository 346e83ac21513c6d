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
! { dg-no-exit-event }
! { dg-levels -O0 -O2 }
