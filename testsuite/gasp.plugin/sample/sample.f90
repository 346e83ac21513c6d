! sample.f90 - Fortran of some kinds, to be compiled, not run.
!
! SPDX-License-Identifier: Apache-2.0

module sorting
  implicit none
contains
  recursive subroutine sort (a)
    real, intent (inout) :: a(:)
    real :: pivot
    integer :: n
    if (size (a) <= 1) return
    pivot = a(1)
    n = count (a(2:) < pivot)
    a = [pack (a(2:), a(2:) < pivot), pivot, pack (a(2:), a(2:) >= pivot)]
    call sort (a(:n))
    call sort (a(n + 2:))
  end subroutine
end module

program try
  use sorting
  implicit none
  real, allocatable :: a(:)
  allocate (a(100))
  call random_number (a)
  call sort (a)
  if (any (a(2:) < a(:99))) stop 1
  print *, a(1)
end program
