# C++, Fortran and OpenMP in UPC programs: the examples find their own results right;
# and main may be in either language, whatever options all are compiled with.
#
# SPDX-License-Identifier: Apache-2.0

need "$STOCKFC"
cp "$SOURCE"/examples/mixed/* .
run 0 make UPCC="$UPCC" UPCFLAGS='-O2 -Wall -Wextra -Werror'
export OMP_NUM_THREADS=2
for program in sort waves primes; do
  for threads in 1 3 4; do
    run 0 ./"$program" -n $threads
    has out PASSED
  done
done

cat > parts.upc <<'END'
#include <stdio.h>
#include <upc.h>
shared int a[THREADS];
extern void add (int *), twice (int *);
int
go (void)
{
  int sum = 0;
  a[MYTHREAD] = MYTHREAD;
  add ((int *) &a[MYTHREAD]);
  twice ((int *) &a[MYTHREAD]);
  upc_barrier;
#pragma omp parallel for reduction (+: sum)
  for (int i = 0; i < THREADS; i++)
    sum += a[i];
  printf ("sum %d\n", sum);
  return sum != THREADS * (THREADS - 1) + 4 * THREADS;
}
END
# In C++ with words of UPC, global objects that have constructors, and the loops that
# UPC compiles in its own way.
cat > add.cc <<'END'
#include <numeric>
#include <string>
#include <vector>
namespace shared { int strict = 1; }
static std::vector<int> ones (100, shared::strict);
extern "C" void
add (int *x)
{
  int sum = 0;
  for (int one : ones)
    sum += one;
  try
    {
      std::string ("two").at (sum);
    }
  catch (const std::exception &)
    {
      *x += 2;
    }
}
END
cat > twice.f90 <<'END'
subroutine twice (x) bind (c)
  use iso_c_binding
  integer (c_int) :: x
  x = 2 * x
end subroutine
END
cat > main.upc <<'END'
extern int go (void);
int main (void) { return go (); }
END
cat > main.cc <<'END'
extern "C" int go ();
int main () { return go (); }
END
cat > main.f90 <<'END'
program main
  use iso_c_binding
  interface
    function go () bind (c)
      import
      integer (c_int) :: go
    end function
  end interface
  if (go () /= 0) stop 1
end program
END
for options in -O0 -O2 '-O2 -flto' '-O2 -g -finstrument-gasp' -fupc-check \
  -fupc-threads=3 --conduit=loopback; do
  [ "$options" = -O2 ] || its_turn 2 || continue
  case $ALL,$options in ,-O2 | [!,]*) mains='upc cc f90' ;; *) mains=f90 ;; esac
  for main in $mains; do
    # shellcheck disable=SC2086
    run 0 "$UPCC" $options -fopenmp parts.upc add.cc twice.f90 main.$main \
      -lstdc++ -lgfortran -o together
    run 0 env UPC_THREADS=3 ./together
    count 3 out '^sum 18$'
  done
done

# Arguments and standard input are the program's; its status counts.
cat > arguments.f90 <<'END'
program arguments
  use iso_c_binding
  character (len = 20) :: word
  integer :: number
  call get_command_argument (1, word)
  read (*, *, iostat = number) number
  if (number == 7) print '(i0,1x,a,1x,i0)', command_argument_count (), trim (word), number
  stop 3
end program
END
echo 'shared int unused;' > unused.upc
run 0 "$UPCC" unused.upc arguments.f90 -lgfortran -o arguments
echo 7 > seven
run 3 sh -c './arguments -n 2 word < seven'
has out '^1 word 7$'
