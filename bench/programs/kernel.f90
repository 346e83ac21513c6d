! kernel.f90 - a stencil, with a function called for each point.
!
! SPDX-License-Identifier: Apache-2.0

module stencil
contains
  function smooth (a, b, c) result (r)
    real(8), intent(in) :: a, b, c
    real(8) :: r
    r = 0.25d0 * a + 0.5d0 * b + 0.25d0 * c
  end function
  subroutine sweep (x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y(:)
    integer :: i
    y(1) = x(1)
    y(size (x)) = x(size (x))
    do i = 2, size (x) - 1
       y(i) = smooth (x(i - 1), x(i), x(i + 1)) + sum (x(i - 1:i + 1)) * 1d-9
    end do
  end subroutine
end module

program kernel
  use stencil
  real(8) :: x(20000), y(20000)
  integer :: n
  x = [(sin (real (n, 8)), n = 1, 20000)]
  do n = 1, 300
     call sweep (x, y)
     call sweep (y, x)
  end do
  print '(f12.6)', sum (x)
end program
