! waves.f90 - UPC with Fortran: a string that swings, its parts on all threads.
!
! SPDX-License-Identifier: Apache-2.0
!
! Fortran has the main program, which each thread runs, and computes; ends.upc has
! what it asks of UPC.  The string is let go in the form of a sine, and after one
! period it has to be there again.

module upc
  use iso_c_binding
  interface
    subroutine place_parts (cells, first, last) bind (c)
      import
      integer (c_int), value :: cells
      type (c_ptr) :: first, last
    end subroutine
    subroutine fetch_ends (which, left, right) bind (c)
      import
      integer (c_int), value :: which
      real (c_double) :: left, right
    end subroutine
    function sum_of_all (own) result (total) bind (c)
      import
      real (c_double), value :: own
      real (c_double) :: total
    end function
    function my_thread () bind (c)
      import
      integer (c_int) :: my_thread
    end function
    function threads () bind (c)
      import
      integer (c_int) :: threads
    end function
  end interface
end module

program waves
  use upc
  implicit none
  integer, parameter :: cells = 100, steps_a_cell = 2
  real (c_double), parameter :: pi = acos (-1d0)
  real (c_double), parameter :: speed = (1d0 / steps_a_cell) ** 2
  real (c_double), pointer :: now(:), before(:), other(:)
  real (c_double), allocatable :: next(:)
  real (c_double) :: left, right, deviation
  type (c_ptr) :: first, second
  integer :: i, n, step

  n = cells * threads ()
  call place_parts (cells, first, second)
  call c_f_pointer (first, now, [cells])
  call c_f_pointer (second, before, [cells])
  allocate (next(cells))
  now = [(sin (2 * pi * (my_thread () * cells + i) / n), i = 1, cells)]
  before = now * cos (2 * pi / (steps_a_cell * n))
  do step = 1, n * steps_a_cell
    call fetch_ends (mod (step - 1, 2), left, right)
    next = 2 * now - before + speed * (eoshift (now, 1, right) - 2 * now &
                                       + eoshift (now, -1, left))
    before = next
    other => before
    before => now
    now => other
  end do
  deviation = sum_of_all (sum ([(abs (now(i) - sin (2 * pi * (my_thread () * cells + i) &
                                                    / n)), i = 1, cells)])) / n
  if (my_thread () == 0) then
    print '(a,i0,a,i0,a,a)', 'waves: ', n, ' cells on ', threads (), ' threads: ', &
      merge ('PASSED', 'FAILED', deviation < 1d-2)
  end if
  if (deviation >= 1d-2) stop 1
end program
