# What pupc_control switches off is not counted, and barriers are compared all
# the same, also if only some threads switch it off.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > control.upc <<'END'
#include <upc.h>
#include <pupc.h>
shared int a[THREADS];
int
main (void)
{
  int right = (MYTHREAD + 1) % THREADS;
  if (MYTHREAD == 1)
    pupc_control (0);
  a[right] = 1;
  upc_barrier;
  pupc_control (1);
  a[right] = 2;
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" -g --profile control.upc -o prog
run 0 env UPC_THREADS=2 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=upc --output=tables.csv profile
row matrix thread 0 peer 1 writes 2 bytes_written 8
row matrix thread 1 peer 0 writes 1 bytes_written 4
row barriers thread 0 line 11 calls 1 waiting_known 1
no_row barriers thread 1 line 11
row barriers thread 0 line 14 calls 1 waiting_known 1
row barriers thread 1 line 14 calls 1 waiting_known 1
