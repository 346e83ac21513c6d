# Installed somewhere else, the compiler works from there, spaces and all.
#
# SPDX-License-Identifier: Apache-2.0

prefix="$PWD/an installation"
run 0 make -s -C "$SOURCE" O="$BUILD" install PREFIX="$prefix" \
  CC="$STOCK" || true
[ -x "$prefix/bin/gaspupc" ] || unsupported "cannot install here"
cat > a.upc <<'END'
#include <upc.h>
shared int a[THREADS];
int main (void) { a[MYTHREAD] = 1; upc_barrier; return a[THREADS - 1] != 1; }
END
run 0 "$prefix/bin/gaspupc" a.upc
UPC_THREADS=2 run 0 ./a.out
run 0 "$prefix/bin/gaspupc" --profile a.upc
UPC_THREADS=2 run 0 ./a.out
