# Copies to and from devices have the names of what map clauses map: in C, C++ and
# Fortran, at -O0 and -O2.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
. "$HERE/../lib/table.sh"

# profiled PROGRAM: its copies by array, as table.csv.
profiled ()
{
  rm -rf profile
  run 0 "$GASP" run -q -o profile "./$1"
  has out '^right$'
  table device-arrays profile devices
}
# is NAME FIELD VALUE: the sum of its rows.
is () { same "$1 $2" "$(field name "$1" "$2" | sum)" "$3"; }

cat > prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#define N 10000
static double global[N];
static struct parts { double *part; double own[N]; } s;
static void
work (double *p, int from, int n)
{
  double local[N], vla[n];
  for (int i = 0; i < n; i++)
    local[i] = vla[i] = 1;
#pragma omp target map (to: p[from:n - from], local, vla) map (tofrom: global) \
  map (to: s.part, s.part[0:N]) map (from: s.own)
  for (int i = from; i < n; i++)
    {
      global[i] += p[i] + local[i] + vla[i];
      s.own[i] = s.part[i];
    }
}
int
main (void)
{
  double *heap = calloc (N, sizeof *heap);
  s.part = calloc (N, sizeof *heap);
  for (int k = 0; k < 3; k++)
    work (heap, 5, N);
#pragma omp target data map (tofrom: heap[0:N])
  {
#pragma omp target map (alloc: heap[0:N])	/* within */
    heap[7] = 7;
#pragma omp target update from (heap[0:N / 2])	/* update */
#pragma omp parallel for
    for (int i = 0; i < 10; i++)
      global[0] = 6;
  }
#pragma omp target enter data map (to: global)
#pragma omp target nowait
  global[0] = 1;
#pragma omp taskwait
#pragma omp target exit data map (from: global)
  puts (heap[7] == 7 && global[9] == 6 && global[0] == 1 ? "right" : "wrong");
  return 0;
}
END
for level in -O0 -O2; do
  run 0 "$CC" -g -w --profile $level $FOR_DEVICES prog.c -o prog
  profiled prog
  is p copies_to 3
  is p to_bytes $((3 * 79960))
  is p again_copies 2
  is local copies_to 3
  is vla copies_to 3
  is s.part to_bytes 240000
  is s.own from_bytes 240000
  is s.own copies_to 0
  is global copies_to 4
  is global from_bytes 320000
  is heap copies_to 1
  is heap from_bytes 120000
  # The end of target data is at its construct.
  data=$(grep -n 'target data map' prog.c | cut -d: -f1)
  same 'end of data' "$(field line "$data" from_bytes)" 80000
  same update "$(field line "$(grep -n '/. update' prog.c | cut -d: -f1)" name)" heap
  run 0 "$GASP" report --view=tree --limit=0 profile
  has out 'copy to device: local'
  has out 'copy from device: s.own'
done
# What is copied for tasks that wait for others has its construct and name, too: by any
# thread, there and back, also where it was there already.
cat > later.c <<'END'
#include <stdio.h>
#include <unistd.h>
static double first[10000], second[20000];
static void
round_trip (int k)
{
  int x = 0, y = 0;
#pragma omp task depend (out: x)
  usleep (20000);
#pragma omp target enter data map (to: first) nowait depend (inout: x)	/* enter */
#pragma omp target update to (first) nowait depend (inout: x)	/* update */
#pragma omp target nowait depend (inout: x) map (tofrom: first)
  first[k] += 1;
#pragma omp task depend (out: y)
  usleep (20000);
#pragma omp target enter data map (to: second) nowait depend (inout: y)	/* other */
#pragma omp target exit data map (from: second) nowait depend (inout: y)	/* back */
#pragma omp target exit data map (from: first) nowait depend (inout: x)	/* exit */
#pragma omp taskwait
}
int
main (void)
{
#pragma omp parallel num_threads (3)
#pragma omp single
  for (int k = 0; k < 3; k++)
    round_trip (k);
  puts (first[0] == 1 && first[2] == 1 ? "right" : "wrong");
  return 0;
}
END
run 0 "$CC" -g -w --profile -O1 $FOR_DEVICES later.c -o later
profiled later
# at COMMENT FIELD "NAME VALUE": of the row of that line.
at ()
{
  line=$(grep -n "/\* $1 \*/" later.c | cut -d: -f1)
  same "$1" "$(field line "$line" name) $(field line "$line" "$2")" "$3"
}
at enter to_bytes 'first 240000'
at update to_bytes 'first 240000'
at other to_bytes 'second 480000'
at back from_bytes 'second 480000'
at exit from_bytes 'first 240000'

# Of many arrays, too, it is known that they are copied again.
cat > many.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static double pool[48][10000];
int
main (void)
{
  for (int k = 0; k < 2 * 48; k++)
    {
      double *some = pool[k % 48] + rand () % 5000;
      if (k == 47)
	srand (1);
#pragma omp target map (to: some[0:5000])
      some[0] = 0;
    }
  puts ("right");
  return 0;
}
END
run 0 "$CC" -g -w --profile -O1 $FOR_DEVICES many.c -o many
profiled many
is some copies_to 96
is some again_copies 48

# The names are no part of a program that is not instrumented, nor of objects for devices.
run 0 "$CC" -g -w -O2 $FOR_DEVICES prog.c -o plain
run 0 nm plain
hasnt out '__gasp_omp_map'

cat > prog.cc <<'END'
#include <cstdio>
#include <vector>
#define N 10000
struct thing
{
  double *member, own[N];
  void
  work (double (&reference)[N], std::vector<double> &v)
  {
    double *data = v.data ();
#pragma omp target map (to: member, member[0:N]) map (tofrom: reference) map (from: data[0:N])
    for (int i = 0; i < N; i++)
      data[i] = reference[i] = member[i] + 1;
  }
};
static thing t;
static double a[N];
int
main ()
{
  std::vector<double> v (N);
  t.member = new double[N] ();
  t.work (a, v);
  std::puts (v[1] == 1 && a[2] == 1 ? "right" : "wrong");
  return 0;
}
END
run 0 $STOCK -c "$DEVICES/fake-tables.c" -o tables.o
for level in -O0 -O2; do
  run 0 "$CXX" -g -w --profile $level -fopenmp -foffload=disable tables.o prog.cc -o cxx
  profiled cxx
  is member copies_to 1
  is reference to_bytes 80000
  is reference from_bytes 80000
  is data from_bytes 80000
done

command -v "$STOCKFC" > /dev/null || exit 0
cat > prog.f90 <<'END'
module work
contains
  subroutine add (explicit, assumed, allocated, n)
    integer :: n
    real (8) :: explicit(n), assumed(:)
    real (8), allocatable :: allocated(:)
    !$omp target map (tofrom: explicit) map (to: assumed, allocated)
    do i = 1, n
      explicit(i) = assumed(i) + allocated(i)
    end do
    !$omp end target
    !$omp target update to (explicit(2:5001))
    !$omp target map (from: assumed(1001:6000))
    assumed(1001) = 3
    !$omp end target
  end subroutine
end module
program prog
  use work
  real (8), allocatable :: x(:), y(:)
  real (8), save :: z(10000)
  allocate (x(10000), y(10000))
  x = 1
  y = 2
  !$omp target data map (to: z)
  call add (z, x, y, 10000)
  !$omp end target data
  if (x(1001) == 3) print '(a)', 'right'
end program
END
for level in -O0 -O2; do
  run 0 "$FC" -g -w --profile $level -fopenmp -foffload=disable \
    tables.o prog.f90 -o fort
  profiled fort
  is z to_bytes 80000
  is explicit to_bytes 40000
  is assumed to_bytes 80000
  is allocated to_bytes 80000
  is assumed from_bytes 40000
done
