# Recursion: total time is counted once, calls every time.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > a.c <<'END'
#include <time.h>
__attribute__ ((noipa)) int f (int n)
{
  struct timespec t = { 0, 10000000 };
  nanosleep (&t, 0);
  return n ? f (n - 1) + 1 : 0;
}
int main (void) { return f (9) != 9; }
END
run 0 "$CC" -O0 -finstrument-gasp-functions a.c -o prog
profile 0 ./prog
calls 10 'int f(int)'
total=$(figure total 'int f(int)')
[ "$total" -ge 100000000 ] && [ "$total" -le 400000000 ] || fail "total: $total"
