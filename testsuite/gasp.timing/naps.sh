# Time goes where it is spent: the recorded times are between what the program finds by
# its own clock within a call, and around it.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
# Else the events of what waits would have the time.
export GASP_THREADS=no
cat > a.c <<'END'
#include <stdio.h>
#include <time.h>
static double within[2], around[2];
static inline __attribute__ ((always_inline, no_instrument_function)) double now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
#define TIMED(sum, call) { double since = now (); call; sum += now () - since; }
static inline __attribute__ ((always_inline)) void nap (long ms)
{
  struct timespec t = { 0, ms * 1000000 };
  nanosleep (&t, 0);
}
__attribute__ ((noipa)) void shorter (void) { TIMED (within[0], nap (50)) }
__attribute__ ((noipa)) void longer (void)
{
  TIMED (around[0], shorter ())
  TIMED (within[1], nap (450))
}
int main (void)
{
  TIMED (around[1], longer ())
  printf ("%.0f %.0f %.0f %.0f\n", within[0], around[0], within[1], around[1]);
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted a.c -o prog
profile 0 --clock=monotonic ./prog
read -r short_within short_around self_within all_around < out
short=$(figure total 'void shorter(void)')
self=$(figure self 'void longer(void)')
total=$(figure total 'void longer(void)')
# What recording took is taken off, as it was found to be when it was measured.
error=50000
# between WHAT NS LEAST MOST
between ()
{
  [ "$2" -ge $(($3 - error)) ] && [ "$2" -le $(($4 + error)) ] \
    || fail "$1: $2 ns, not from $3 to $4"
}
between shorter "$short" "$short_within" "$short_around"
between 'longer, self' "$self" "$self_within" $((all_around - short_within))
between longer "$total" $((short_within + self_within)) "$all_around"
[ "$short_within" -ge 50000000 ] && [ "$self_within" -ge 450000000 ] || fail "no naps"
