! A Fortran function has a column, also where the compiler counts from 0: that
! is so at the start of a line, where a function's type is declared inside.
!
! SPDX-License-Identifier: Apache-2.0

function outside (x)
  integer :: outside, x
  outside = x
end function

program try
  integer :: outside
  if (outside (1) /= 1) stop 1
end program

! { dg-levels -O0 -O2 }
! { dg-options "-fno-inline" }
! EVENTS:
!   0 + try
!   0 + outside @6:1
!   0 - outside
!   0 - try
!   0 + collective_exit 0
!   0 - collective_exit 0
! END
