# Time goes where it is spent.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
# Else the events of what waits would have the time.
export GASP_THREADS=no
cat > a.c <<'END'
#include <time.h>
static void nap (long ms) { struct timespec t = { 0, ms * 1000000 }; nanosleep (&t, 0); }
__attribute__ ((noipa)) void shorter (void) { nap (50); __asm__ volatile (""); }
__attribute__ ((noipa)) void longer (void) { shorter (); nap (450); __asm__ volatile (""); }
int main (void) { longer (); return 0; }
END
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted a.c -o prog
profile 0 ./prog
short=$(figure total 'void shorter(void)')
self=$(figure self 'void longer(void)')
total=$(figure total 'void longer(void)')
[ "$short" -ge 49000000 ] && [ "$short" -le 300000000 ] || fail "shorter: $short"
[ "$self" -ge 449000000 ] && [ "$self" -le 900000000 ] || fail "longer, self: $self"
[ "$total" -ge $((short + self - 1000)) ] || fail "longer: $total"
