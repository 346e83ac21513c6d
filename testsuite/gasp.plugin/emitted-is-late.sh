# Emitted mode leaves the code as it is, but for the sites.
#
# SPDX-License-Identifier: Apache-2.0

cp "$HERE/sample/sample.c" .
sed -i 's/^#pragma.*//; s/calloc\|strdup\|free\|exit\|abort\|main/x_&/g' sample.c
sed -i '1i #define x_calloc(a,b) my_alloc (a)\n#define x_strdup(a) a\n#define x_free(a)\n#define x_exit(a) (a)\n#define x_abort() 0' sample.c
sed -i '/^#include <string.h>/a void *my_alloc (int);' sample.c
run 0 $STOCK -O2 -w -fno-ipa-ra -S sample.c -o stock.s
run 0 "$CC" -O2 -w -fno-ipa-ra -finstrument-gasp-functions=emitted -S sample.c -o emitted.s
# instructions FILE: the mnemonics of its .text, sites left out.
instructions ()
{
  grep -v 'nopl\|^[^a-z]*\.\|nop' "$1" | sed -n 's/^\t\([a-z][a-z0-9]*\).*/\1/p'
}
instructions stock.s | sort | uniq -c > wanted
sed '/\.section.*\.text\.gasp/,/\.previous\|\.popsection/d; /\.pushsection/,/\.popsection/d' emitted.s > bare.s
instructions bare.s | sort | uniq -c > got
diff wanted got || fail "other instructions"
