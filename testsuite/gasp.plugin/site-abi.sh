# An object with sites of another format: a clear line, and the program runs.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <stdio.h>
__attribute__ ((noipa)) int f (int n) { return n; }
int main (void) { puts ("runs"); return f (0); }
END
format=$(sed -n 's/^#define GASP_SITE_FORMAT //p' "$SOURCE/shared/site.h")
run 0 "$CC" -O2 -finstrument-gasp-functions=emitted -S a.c
# struct gasp_object begins with the format, then its own size.
sed "/object:\$/{n;s/\(\.long[^0-9]*\)$format,/\1999,/;}" a.s > b.s
grep -q '\.long.*999,' b.s || fail "no format number found"
run 0 "$CC" -finstrument-gasp b.s -o prog
run 0 under dump ./prog
has out '^runs$'
has err '^libgasp: .*(format|version)'
run 0 ./prog
has out '^runs$'
