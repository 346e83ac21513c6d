! Fortran: program, module procedures, recursion.
!
! SPDX-License-Identifier: Apache-2.0

module shapes
contains
  integer function area (w, h)
    integer, intent (in) :: w, h
    area = w * h
  end function

  recursive integer function factorial (n) result (f)
    integer, intent (in) :: n
    if (n <= 1) then
      f = 1
    else
      f = n * factorial (n - 1)
    end if
  end function
end module

program try
  use shapes
  if (area (2, 3) /= 6) stop 1
  if (factorial (3) /= 6) stop 2
end program

! { dg-levels -O0 -O2 }
! { dg-options "-fno-inline" }
! EVENTS:
!   0 + try
!   0 + shapes::area
!   0 - shapes::area
!   0 + shapes::factorial
!   0 + shapes::factorial
!   0 + shapes::factorial
!   0 - shapes::factorial
!   0 - shapes::factorial
!   0 - shapes::factorial
!   0 - try
!   0 + collective_exit 0
!   0 - collective_exit 0
! END
