# Samples are counted for their line and function: in C, in templates and methods of
# C++, in a module of Fortran, and where functions are inlined in one another.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/samples.sh"
bias=0x555500000000

# counted PROGRAM SOURCE: the hot line of SOURCE, marked HOT, has 75 of 100 samples,
# in the function whose name is on a line of its own behind "function ".
counted ()
{
  hot=$(line_of HOT "$2")
  cold=$(line_of COLD "$2")
  recorded 0 "./$1"
  { module "$1" $bias
    sample "$1" $bias "$2" "$hot" 75
    sample "$1" $bias "$2" "$cold" 25
  } > list
  put list
  run 0 "$GASP" report --view=hot-lines profile
  has out "hottest +$2:$hot in $3, 75\\.0 %"
  has out "^75\\.0 ms +75\\.0 +75 +$2:$hot +$3 +.*HOT"
  has out "^25\\.0 ms +25\\.0 +25 +$2:$cold +$4 +.*COLD"
  rm -rf profile.old
  mv profile profile.old
}

cat > c.c <<'END'
#include <stdio.h>
static volatile double sink;
static inline __attribute__ ((always_inline)) double
inner (double x)
{
  return x * 1.5 + sink;	/* HOT */
}
static inline __attribute__ ((always_inline)) double
middle (double x)
{
  return inner (x) / 3;		/* MIDDLE */
}
__attribute__ ((noinline)) static double
outer (int n)
{
  double x = 0;
  while (n--)
    x += middle (n);		/* OUTER */
  sink = x;			/* COLD */
  return x;
}
int
main (void)
{
  return outer (10) == 7;
}
END
run 0 "$CC" --profile -g -O2 c.c -o c
counted c c.c inner outer
# What it is inlined in, each with its line.
middle=$(line_of MIDDLE c.c)
outer=$(line_of OUTER c.c)
run 0 "$GASP" report --view=samples profile.old
has out " inner +c\\.c:6 .* middle \\(c\\.c:$middle\\) < outer \\(c\\.c:$outer\\)"

cat > cxx.C <<'END'
#include <cstdio>
#include <vector>
namespace math
{
  template <typename T> struct Sum
  {
    T value = 0;
    __attribute__ ((noinline)) void
    add (T other)
    {
      value += other * other;	// HOT
    }
  };
  template <typename T> __attribute__ ((noinline)) T
  total (const std::vector<T> &all)
  {
    T sum = 0;
    for (T one : all)
      sum += one;	// COLD
    return sum;
  }
}
int main ()
{
  std::vector<double> all (100, 1.5);
  math::Sum<double> sum;
  math::Sum<int> other;
  for (double one : all)
    sum.add (one);
  other.add (3);
  return math::total (all) < 7 || sum.value < 1 || other.value < 1;
}
END
run 0 "$CXX" --profile -g -O2 cxx.C -o cxx
counted cxx cxx.C 'math::Sum<[^>]*>::add' 'math::total(<double>)?'
# A function's source is found without its class, too.
run 0 "$GASP" report --function=add --source profile.old
has out '^75\.0 ms +75\.0 +75 .*HOT'

command -v "$STOCKFC" > /dev/null || exit 0
cat > fortran.f90 <<'END'
module kernels
contains
  subroutine relax (a, n)
    integer :: n, i
    real(8) :: a(n)
    do i = 2, n - 1
      a(i) = (a(i - 1) + a(i + 1)) * 0.5d0	! HOT
    end do
  end subroutine
end module
program main
  use kernels
  real(8) :: a(1000)
  a = 1
  call relax (a, 1000)
  if (a(500) > 2) stop 1	! COLD
end program
END
run 0 "$FC" --profile -g -O1 -fno-inline fortran.f90 -o fortran
counted fortran fortran.f90 'kernels::relax' 'MAIN__'
