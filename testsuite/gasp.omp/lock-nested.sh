# A nestable lock that the thread has already is not waited for, whatever follows.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <omp.h>
#include <time.h>

static omp_nest_lock_t nest;

int
main (void)
{
  omp_init_nest_lock (&nest);
  omp_set_nest_lock (&nest);		/* line 10 */
  omp_set_nest_lock (&nest);		/* line 11 */
  omp_test_nest_lock (&nest);
  nanosleep (&(struct timespec) { 0, 200000000 }, NULL);
  for (int i = 0; i < 3; i++)
    omp_unset_nest_lock (&nest);
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp -fopenmp prog.c -o prog
run 0 "$GASP" run -q -o profile ./prog
table flat profile all
waited=$(field line 11 total | sum)
most "waited at 11" "$waited" 100000000
run 0 "$GASP" run -q --trace -o traced ./prog
table flat traced all
most "waited at 11 in a trace" "$(field line 11 total | sum)" 100000000
