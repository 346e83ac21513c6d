# OpenMP programs without instrumentation: regions, barriers and locks by line and by
# function, who waits at a barrier, and in Fortran.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
# usleep stands for work.
export GASP_THREADS=no OMP_NUM_THREADS=2

cat > prog.c <<'END'
#include <unistd.h>
static int shared;
static __attribute__ ((noipa)) void
solve (void)
{
#pragma omp parallel for /* loop */
  for (int i = 0; i < 40; i++)
    usleep (i < 20 ? 500 : 3000);
}
static __attribute__ ((noipa)) void
queue (void)
{
#pragma omp parallel
  for (int i = 0; i < 10; i++)
    {
#pragma omp critical (ledger)
      {
	shared++;
	usleep (8000);
      }
    }
}
int
main (void)
{
  for (int i = 0; i < 4; i++)
    solve ();
  queue ();
  return shared != 20;
}
END
run 0 "$STOCK" -g -O1 -w -fopenmp prog.c -o prog
profile 0 ./prog
line () { grep -n "/\* $1" prog.c | cut -d: -f1; }
run 0 "$GASP" report --view=flat profile
has out " 4  .*  solve parallel :$(line loop) "
has out " 8  .*  solve barrier of parallel :$(line loop) "
findings
stands_out imbalance "prog.c:$(line loop)" 'end of the parallel region in solve .* differ by'
stands_out team-locks 'prog.c:[0-9]*' 'ledger'

# Without a symbol table, GCC's functions have no names, but the program's may.
run 0 "$STOCK" -Dstatic= -O1 -w -fopenmp -rdynamic -s prog.c -o bare
profile 0 ./bare
run 0 "$GASP" report --view=flat profile
has out ' 4  .*  solve parallel '
has out ' 1  .*  queue parallel '

# Where a function ends with a construct, GCC makes its call a jump.
cat > jumps.c <<'END'
static volatile unsigned sums[2];
static __attribute__ ((noipa)) void
work (int part)
{
  for (int i = 0; i < 1000000; i++)
    sums[part] += i;
}
static __attribute__ ((noipa)) void
halves (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    work (0);
#pragma omp section
    work (1);
  }
}
static __attribute__ ((noipa)) void
meet (void)
{
#pragma omp parallel
  {
    work (0);
#pragma omp barrier
  }
}
static __attribute__ ((noipa)) void
hand_out (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; i++)
#pragma omp task
    {
      work (0);
#pragma omp taskwait
    }
}
int main (void) { halves (); meet (); hand_out (); return 0; }
END
run 0 "$STOCK" -g -O2 -fopenmp jumps.c -o jumps
profile 0 ./jumps
run 0 "$GASP" report --limit=0 profile
hasnt out 'models/omp'
run 0 "$GASP" report --view=flat --limit=0 profile
has out ' halves parallel :1[1-7] '
has out ' halves sections :1[1-7] '
has out ' meet parallel :2[2-6] '
has out ' meet barrier :2[2-6] '
has out ' hand_out taskwait :3[0-9] '
hasnt out ' main [a-z]'

# Locks that are had too often to record each, of which samples stand for others.
cat > often.c <<'END'
#include <omp.h>
static omp_lock_t each;
static int shared;
int
main (void)
{
  omp_init_lock (&each);
#pragma omp parallel
  for (int i = 0; i < 100000; i++)
    {
      omp_set_lock (&each);
      shared++;
      omp_unset_lock (&each);
#pragma omp critical (ledger)
      shared--;
    }
  return 0;
}
END
run 0 "$STOCK" -g -O1 -fopenmp often.c -o often
profile 0 ./often
run 0 "$GASP" report --view=team-locks --format=csv profile
has out '"omp lock","each"'
has out '"omp critical","ledger"'

# What is called within a lock stands below it, and what has called that, once: not
# again below the lock, with GCC's library for OpenMP.
if [ "$(uname -m)" = x86_64 ] && ! "$GASP" doctor | grep -q 'libdw.*no'; then
  cat > held.c <<'END'
static volatile unsigned sum;
static __attribute__ ((noipa)) void
work (void)
{
  for (int i = 0; i < 2000000; i++)
    sum += i;
}
int
main (void)
{
#pragma omp parallel
  for (int i = 0; i < 30; i++)
#pragma omp critical
    work ();
  return 0;
}
END
  run 0 "$STOCK" -g -O1 -fopenmp held.c -o held
  profile 0 ./held
  run 0 "$GASP" report --format=folded profile
  has out '^main;main parallel [^;]*;[^;]*;[^;]* held [^;]*;work '
  hasnt out ' held [^;]*;main'
  # All threads' paths begin where the program's does.
  hasnt out '^main parallel'
  hasnt out 'GOMP_parallel'
fi

command -v "$STOCKFC" > /dev/null || exit 0
cat > prog.f90 <<'END'
program main
  integer :: i
  real :: s
  s = 0
  !$omp parallel do reduction (+: s) schedule (dynamic)
  do i = 1, 200
    s = s + i
  end do
  if (s /= 20100) stop 1
end program
END
"$STOCKFC" -g -O1 -fopenmp prog.f90 -o fprog || unsupported "no Fortran"
rm -rf profile
profile 0 ./fprog
run 0 "$GASP" report --view=flat profile
has out ' 1  .* parallel :[45] '
