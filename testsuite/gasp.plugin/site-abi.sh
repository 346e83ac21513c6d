# An object with sites of another format: a clear line, and the program runs.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <stdio.h>
__attribute__ ((noipa)) int f (int n) { return n; }
int main (void) { puts ("runs"); return f (0); }
END
format=$(sed -n 's/^#define GASP_SITE_FORMAT //p' "$SOURCE/libgasp/site.h")
run 0 "$CC" -O2 -finstrument-gasp-functions=emitted -S a.c
# struct gasp_object begins with the format, then its own size.
awk -v f="$format" '
  /^gasp_object[^:]*:|_gasp_object[^:]*:|gasp_object.*:$/ { seen = 1 }
  seen && $1 == ".long" && $2 == f { sub (f, f + 998); seen = 0; changed++ }
  { print }
  END { exit changed != 1 }' a.s > b.s || fail "no format number found"
run 0 "$CC" -finstrument-gasp b.s -o prog
run 0 under dump ./prog
has out '^runs$'
has err '^libgasp: .*(format|version)'
run 0 ./prog
has out '^runs$'
