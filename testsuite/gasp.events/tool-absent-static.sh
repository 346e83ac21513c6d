# A static executable without a tool runs as ever.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int work (void) { void *p = malloc (7); free (p); return p == 0; }
int main (void) { puts ("here"); exit (work () + 3); }
END
run 0 "$CC" -O2 -static -finstrument-gasp-functions prog.c -o prog
run 3 ./prog
has out '^here$'
