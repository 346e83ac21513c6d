# With -fgnu-tm nothing is instrumented: transactions may not call what is not
# made for them, and compile as they do without the plugin.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <stdlib.h>
void *p;
static void *get (void) { return malloc (8); }
__attribute__ ((transaction_callable)) void put (void) { free (p); }
void f (void)
{
  __transaction_atomic { p = get (); }
  __transaction_relaxed { put (); }
}
END
run 0 $STOCK -O1 -fgnu-tm -S a.c -o wanted.s
for mode in -finstrument-gasp -finstrument-gasp-functions -finstrument-gasp-functions=emitted; do
  run 0 "$CC" -O1 -fgnu-tm $mode -S a.c -o got.s
  ! grep gasp_gcc got.s || fail "$mode: something is instrumented"
done
run 0 "$CC" -O1 -fgnu-tm -finstrument-gasp-functions -fplugin-arg-gasp-verbose -S a.c -o got.s
has err 'void f\(void\).*is not instrumented: of '
