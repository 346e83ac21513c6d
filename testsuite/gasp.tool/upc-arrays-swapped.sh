# Where a line accesses now the one, now the other of two blocks that only their owner
# knows of, as in stencils whose grids are swapped, one of them is named, and that it
# may be another.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > swap.upc <<'END'
#include <upc.h>
shared [] int *shared old[THREADS], *shared new[THREADS];
int
main (void)
{
  int right = (MYTHREAD + 1) % THREADS, sum = 0;
  old[MYTHREAD] = upc_alloc (400);	/* line 7 */
  new[MYTHREAD] = upc_alloc (400);
  upc_barrier;
  for (int i = 0; i < 20; i++)
    {
      sum += old[right][i];
      upc_barrier;
      shared [] int *was = old[MYTHREAD];
      old[MYTHREAD] = new[MYTHREAD];
      new[MYTHREAD] = was;
      upc_barrier;
    }
  return sum;
}
END
run 0 "$UPCC" -g --profile swap.upc -o prog
run 0 env UPC_THREADS=2 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=upc --output=tables.csv profile
row shared-arrays array 'upc_alloc, or another' line 7 reads 40
row shared-arrays array old reads 40
[ "$(rows shared-arrays)" = 2 ] || { cat tables.csv; fail "not two arrays"; }
