# A static executable with a tool in it.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'END'
#include <stdlib.h>
__attribute__ ((noipa)) int work (void) { void *p = malloc (7); free (p); return p == 0; }
int main (void) { return work (); }
END
ln -s "$TOOLS" tools
# Some cross compilers' libraries have not what the second one starts with.
kinds=-static
[ "$($STOCK -print-file-name=rcrt1.o)" = rcrt1.o ] || kinds='-static -static-pie'
for mode in source emitted; do
  for pie in $kinds; do
    run 0 "$CC" -O2 $pie -finstrument-gasp-functions=$mode prog.c tools/check.o -o prog
    rm -f result
    run 0 env GASP_TEST_RESULT=result ./prog
    has result '^ok 1[0-9] events'
  done
done
