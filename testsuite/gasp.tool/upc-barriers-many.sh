# Of very many barriers some stand for all; the others are still counted.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > many.upc <<'END'
#include <upc.h>
int
main (void)
{
  for (int i = 0; i < 40000; i++)
    upc_barrier;
  return 0;
}
END
run 0 "$UPCC" -g --profile many.upc -o prog
run 0 env UPC_THREADS=2 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=upc --output=tables.csv profile
row barriers thread 0 calls 40000 waiting_known 1 waiting_estimated 1
row barriers thread 1 calls 40000 waiting_known 1 waiting_estimated 1
