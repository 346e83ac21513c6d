# pkg-config says what is needed.
#
# SPDX-License-Identifier: Apache-2.0

need pkg-config
PKG_CONFIG_PATH=$BUILD/lib/pkgconfig
export PKG_CONFIG_PATH
case $BUILD in *' '*) unsupported 'blanks in the path' ;; esac
run 0 pkg-config --cflags --libs gasp
flags=$(cat out)
echo 'int main (void) { return 0; }' > a.c
run 0 $STOCK -finstrument-gasp-functions a.c $flags -o prog
run 0 under dump ./prog
count 2 result GASP_C_FUNC
# Build systems give those of --libs only to the command that links.
run 0 pkg-config --cflags gasp
run 0 $STOCK -fopenmp -finstrument-gasp-functions $(cat out) -c a.c
run 0 pkg-config --libs gasp
run 0 $STOCK -fopenmp a.o $(cat out) -o prog
run 0 under dump ./prog
count 2 result GASP_C_FUNC
readelf -d prog > dynamic
has dynamic 'libgasp-omp'

run 0 pkg-config --cflags --libs gasp-upc
flags=$(cat out)
cat > a.upc <<'END'
#include <upc.h>
shared int a[THREADS];
int main (void) { a[MYTHREAD] = 1; upc_barrier; return a[THREADS - 1] != 1; }
END
run 0 $STOCK a.upc $flags -o upc
UPC_THREADS=2 run 0 ./upc
