# Where threads combine their results: once on each thread for each construct.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" "$HERE/check-tool.c" \
  -o check.so
cat > program.c <<'END'
#include <stdio.h>
#include <omp.h>
struct pair { double x, y; };
#pragma omp declare reduction (+ : struct pair : omp_out.x += omp_in.x, \
  omp_out.y += omp_in.y) initializer (omp_priv = (struct pair) { 0, 0 })
int
main (void)
{
  long a = 0, b = 0, c = 0;
  struct pair q = { 0, 0 };
  int array[8] = { 0 };
#pragma omp parallel for reduction (+ : a) num_threads (3)
  for (int i = 0; i < 1000; i++)
    a += i;
#pragma omp parallel reduction (+ : a, b) num_threads (3)
  {
    a += 1;
    b += 2;
#pragma omp atomic
    c++;
#pragma omp for schedule (dynamic, 7) reduction (+ : q)
    for (int i = 0; i < 1000; i++)
      q.x += i, q.y -= 1;
#pragma omp for schedule (static) reduction (+ : array[:8]) nowait
    for (int i = 0; i < 1000; i++)
      array[i & 7] += i;
#pragma omp for lastprivate (c)
    for (int i = 0; i < 1000; i++)
      c = i;
#pragma omp sections reduction (+ : c)
    {
      c++;
#pragma omp section
      c += 5;
    }
#ifdef SCOPE
#pragma omp scope reduction (+ : c)
#endif
    c += 0;
  }
#pragma omp parallel for simd reduction (+ : a) schedule (guided) num_threads (3)
  for (int i = 0; i < 1000; i++)
    a += i;
#pragma omp parallel for schedule (dynamic) reduction (+ : a, b) num_threads (3)
  for (int i = 0; i < 100; i++)
    a += i, b--;
#pragma omp teams reduction (+ : b) num_teams (2)
  b++;
  printf ("%ld %ld %ld %g %g %d\n", a, b, c, q.x, q.y, array[3]);
  return 0;
}
END
scope= times=23
[ "$($STOCK -dumpversion)" -lt 12 ] || scope=-DSCOPE times=26
run 0 $STOCK -w $scope -fopenmp program.c -o stock
run 0 ./stock
result=$(head -1 out)
for level in -O0 -O1 -O2 -O3 '-O2 -flto'; do
  run 0 "$CC" -w $level $scope -finstrument-gasp -fopenmp program.c -o program
  run 0 ./program
  has out "$result"
  OMP_TOOL_LIBRARIES=$PWD/check.so run 0 ./program
  has out "$result"
  hasnt out 'wrong:'
  # Seven of three threads, scope's, and two teams.
  has out "event 31 7: $times"
done

# The event of GASP is raised as often, in pairs, at the line of the construct.
run 0 "$CC" -w -O1 -g $scope --profile -fopenmp program.c -o program
run 0 under check ./program
hasnt result violation
run 0 "$GASP" run -q -o record ./program
run 0 "$GASP" report --format=csv --view=flat record
calls=$(awk -F, '/"omp reduction"/ { n += $6 } END { print n + 0 }' out)
[ "$calls" = "$times" ] || fail "$calls reductions, not $times"
run 0 "$GASP" report --format=csv --view=lines record
has out 'program.c:(12|15|21|24|27|30|41|44)'
