# Collectives count as if each thread fetched what it gets, or put what it gives.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > collect.upc <<'END'
#include <upc.h>
#include <upc_collective.h>
shared [8] char small[8 * THREADS];
shared [] char one[8 * 3];
shared [24] char large[24 * THREADS];
shared [24] char other[24 * THREADS];
shared int order[THREADS];
shared [2] int numbers[2 * THREADS];
shared int sum;
int
main (void)
{
  upc_flag_t all = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  order[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  upc_all_broadcast (small, one, 8, all);
  upc_all_gather (one, small, 8, all);
  upc_all_exchange (large, other, 8, all);
  upc_all_permute (large, other, order, 24, all);
  upc_all_reduceI (&sum, numbers, UPC_ADD, 2 * THREADS, 2, NULL, all);
  return 0;
}
END
run 0 "$UPCC" -g --profile collect.upc -o prog
run 0 env UPC_THREADS=3 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=upc --output=tables.csv profile
# Broadcast, exchange: 2 reads from thread 0, 8 bytes each; gather, reduction:
# 2 writes, 8 and 4 bytes; the permutation goes to the right.
row matrix thread 1 peer 0 reads 2 bytes_read 16 writes 2 bytes_written 12
row matrix thread 1 peer 2 reads 1 bytes_read 8 writes 1 bytes_written 24
row matrix thread 2 peer 0 reads 2 bytes_read 16 writes 3 bytes_written 36
row matrix thread 2 peer 1 reads 1 bytes_read 8 writes 0
row matrix thread 1 peer 1 reads 1 bytes_read 8 writes 0
row matrix thread 0 peer 0 reads 2 bytes_read 16 writes 2 bytes_written 12
row matrix thread 0 peer 1 reads 1 bytes_read 8 writes 1 bytes_written 24
