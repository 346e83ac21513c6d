# The processor's own counter of time is used, and its scale is right.
#
# SPDX-License-Identifier: Apache-2.0

[ -n "$RUNNER" ] || unsupported "this machine's own: see gasp.tool"
cat > prog.c <<'END'
#include <time.h>
__attribute__ ((noinline)) void wait (void)
{
  struct timespec t = { 0, 300000000 };
  nanosleep (&t, NULL);
}
int main (void) { wait (); return 0; }
END
run 0 "$CC" -finstrument-gasp-functions prog.c -o prog
run 0 $RUNNER -E LD_PRELOAD="$BUILD/lib/libgasptool.so" ./prog
run 0 "$GASP" report --format=json "$GASP_OUTPUT"
has out '"tsc"'
run 0 "$GASP" report "$GASP_OUTPUT"
has out ' (0\.[3-9]|30[0-9]|[3-9][0-9][0-9]).*wait'
