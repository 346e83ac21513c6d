# -save-temps keeps what it does for C, and otherwise nothing is left behind,
# also of compilations that fail.
#
# SPDX-License-Identifier: Apache-2.0

mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR
nothing () { [ -z "$(ls tmp)" ] || fail "left in TMPDIR: $(ls tmp)"; }

cat > a.upc <<'END'
#include <upc.h>
shared int a[THREADS];
int main (void) { upc_forall (int i = 0; i < THREADS; i++; &a[i]) a[i] = i; return 0; }
END
echo 'int f (void) { return x; }' > bad.upc
echo 'int f (void) { upc_forall ( ; ; }' > worse.upc
run 0 "$UPCC" a.upc; nothing
run 0 "$UPCC" -pipe a.upc; nothing
run 1 "$UPCC" bad.upc; nothing
run 1 "$UPCC" -pipe worse.upc; nothing
run 1 "$UPCC" a.upc bad.upc; nothing
run 0 "$UPCC" -save-temps -c a.upc -o kept.o; nothing
for f in kept.i kept.s kept.o; do [ -s $f ] || [ -s a.${f#kept.} ] || fail "no $f"; done
run 0 "$UPCC" -save-temps=obj a.upc -o other; nothing
UPC_THREADS=2 run 0 ./other
