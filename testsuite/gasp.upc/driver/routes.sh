# Without gaspupc: by the specs file, by the PATH, by pkg-config; and
# gaspcc can be told.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'END'
#include <upc.h>
shared int a[THREADS];
int main (void) { a[MYTHREAD] = 1; upc_barrier; return a[THREADS - 1] != 1; }
END
ran () { UPC_THREADS=2 run 0 ./a.out; rm a.out; }
specs=$BUILD/lib/gasp.specs
run 0 $STOCK -specs="$specs" -fupc a.upc; ran
run 0 $STOCK -specs="$specs" -fupc -fupc-threads-2 a.upc; run 0 ./a.out
run 0 "$CC" -fupc a.upc; ran
PATH=$BUILD/lib/gasp-compilers:$PATH run 0 "$STOCK" -fupc a.upc; ran
need pkg-config
PKG_CONFIG_PATH=$BUILD/lib/pkgconfig
export PKG_CONFIG_PATH
case $BUILD in *[!A-Za-z0-9_./-]*) exit 0 ;; esac
run 0 $STOCK a.upc $(pkg-config --cflags --libs gasp-upc); ran
run 0 $STOCK -c $(pkg-config --cflags gasp-upc) a.upc
run 0 $STOCK a.o $(pkg-config --libs gasp-upc); ran
