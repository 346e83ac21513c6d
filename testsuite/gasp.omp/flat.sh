# The flat profile has constructs of OpenMP by function and line, and in a row of its own
# what threads wait for between regions; all adds up to the whole.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
cat > prog.c <<'END'
#include <unistd.h>
static void
first (void)
{
#pragma omp parallel for num_threads (3)
  for (int i = 0; i < 3; i++)
    usleep (20000);
}
static void
second (void)
{
#pragma omp parallel num_threads (3)
#pragma omp critical
  usleep (10000);
}
int
main (void)
{
  first ();
  usleep (100000);
  second ();
  return 0;
}
END
run 0 "$CC" -g -O1 --profile -fopenmp prog.c -o prog
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --view=flat profile
for name in 'first parallel :5' 'first for :5' 'second parallel :12' \
	      'second critical .* :13'; do
  count 1 out " $name +prog.c:"
done
count 1 out '\(idle between parallel regions\)'
hasnt out ' omp '
# Two threads for 100 ms.
run 0 "$GASP" report --format=csv --view=flat profile
awk -F'"' '/idle between/ { split ($0, f, ","); exit !(f[2] > 190e6) }' out \
  || fail "no thread is idle"
awk -F, 'NR > 1 { sum += $2 } NR > 1 && $4 > whole { whole = $4 }
  END { exit !(whole > 0 && sum > whole * .999 && sum < whole * 1.001) }' out \
  || fail "the rows do not add up to the whole"
run 0 "$GASP" report --function='first for :5' profile
has out '^Callers of first for :5'
run 0 "$GASP" report --view=serial profile
has out ' of 3 +[0-9.]+$'
# In flame graphs, too.
"$GASP" report --format=folded profile > folded
has folded '^\(idle between parallel regions\) [0-9]+$'
