# Calls that are short most of the time are counted, and yet it is known where the
# time goes when some are long: programs that look at the clock themselves agree with
# the profile.  Bounds are wide, since the machine may be busy.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "times"
cat > truth.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define NOT __attribute__ ((no_instrument_function))
static volatile unsigned sink;
static double truth;
NOT static double now (void) { struct timespec t; clock_gettime (CLOCK_MONOTONIC, &t); return t.tv_sec * 1e9 + t.tv_nsec; }
NOT static inline __attribute__ ((always_inline)) void spin (unsigned n) { while (n-- > 0) sink = n; }
__attribute__ ((noipa)) void work (unsigned n) { spin (n); }
/* COUNT calls of N turns; they count as the truth if they are long.  */
NOT static void calls (int count, unsigned n)
{
  double start = now ();
  for (int i = 0; i < count; i++)
    work (n);
  if (n > 100)
    truth += now () - start;
}
int main (int argc, char **argv)
{
  if (!strcmp (argv[1], "late"))	/* short for a long time, then long */
    { calls (100000, 20); calls (5, 60000000); }
  else if (!strcmp (argv[1], "phase"))
    { calls (100000, 20); calls (20000, 25000); }
  else if (!strcmp (argv[1], "rare"))	/* one in a hundred */
    for (int i = 0; i < 2000; i++) { calls (99, 20); calls (1, 150000); }
  else if (!strcmp (argv[1], "periodic"))
    for (int i = 0; i < 10000; i++) { calls (63, 20); calls (1, 20000); }
  printf ("%.0f\n", truth);
  return 0;
}
END
for mode in source emitted; do
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode truth.c -o truth
  for case in late phase rare periodic; do
    rm -rf profile
    run 0 "$GASP" run -q -o profile ./truth $case
    truth=$(cat out)
    run 0 "$GASP" report --format=csv --view=flat --output=csv profile
    work=$(figure self 'void work(unsigned int)')
    main=$(figure self 'int main(int, char **)')
    [ "$work" -ge $((truth * 6 / 10)) ] && [ "$work" -le $((truth * 16 / 10)) ] \
      || fail "$mode, $case: $work ns in work, where the program says $truth"
    [ "$main" -le $((truth * 4 / 10)) ] \
      || fail "$mode, $case: $main ns in main, beside $truth in work"
  done
done

# So it is without "gasp run": then samples tell.
tool=$BUILD/lib/libgasptool.so
rm -rf profile
run 0 env GASP_OUTPUT=profile LD_PRELOAD="$tool" ./truth rare
truth=$(cat out)
run 0 "$GASP" report --format=csv --view=flat --output=csv profile
work=$(figure self 'void work(unsigned int)')
[ "$work" -ge $((truth * 6 / 10)) ] && [ "$work" -le $((truth * 16 / 10)) ] \
  || fail "within: $work ns in work, where the program says $truth"
