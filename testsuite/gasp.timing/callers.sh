# A function that takes long by what it calls goes on being timed, however little
# it does itself: its time is its own, and not its caller's.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > sweeps.c <<'END_OF_PROGRAM'
#define OUT __attribute__ ((noipa))
static double points[20000];
OUT double smooth (double a, double b) { return (a + b) / 2; }
OUT void
sweep (void)
{
  for (int i = 1; i < 20000; i++)
    points[i] = smooth (points[i - 1], points[i]);
}
OUT void all_sweeps (void) { for (int i = 0; i < 600; i++) sweep (); }
int main (void) { all_sweeps (); return points[1] != 0; }
END_OF_PROGRAM

for mode in source emitted; do
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode sweeps.c -o prog
  profile 0 --exact ./prog
  calls 11999400 'double smooth(double, double)'
  calls 600 'void sweep(void)'
  # Of many samples, the error is small.
  [ "$(figure self_error 'double smooth(double, double)')" -gt \
    $(($(figure self 'double smooth(double, double)') / 200)) ] \
    || fail "smooth is not estimated"
  [ "$(figure total_estimated 'void sweep(void)')" = 0 ] \
    || fail "sweep in all is estimated"
  # As measured: the processor may have been busier when the tool learnt what
  # counting a call takes than it was later, or the other way about.
  run 0 "$GASP" report --format=csv --view=flat --with-costs --output=csv profile
  all=$(figure total 'void sweep(void)')
  rest=$(figure self 'void all_sweeps(void)')
  [ "$rest" -lt $((all / 4)) ] \
    || fail "of $all ns, $rest are said to be all_sweeps' own"
done
