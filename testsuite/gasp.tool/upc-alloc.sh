# Arrays that are allocated and freed again and again are one, by place, also
# where only the owner knows of them; and the record does not grow for each.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > alloc.upc <<'END'
#include <upc.h>
shared [] int *shared mine[THREADS];
int
main (void)
{
  int right = (MYTHREAD + 1) % THREADS;
  for (int i = 0; i < 5000; i++)
    upc_free (upc_alloc (64));
  for (int i = 0; i < 20; i++)
    {
      mine[MYTHREAD] = upc_alloc (400);		/* line 11 */
      upc_barrier;
      mine[right][i] = i;
      upc_barrier;
      upc_free (mine[MYTHREAD]);
      shared int *all = upc_all_alloc (THREADS, 8);	/* line 16 */
      all[right] = i;
      upc_all_free (all);
    }
  return 0;
}
END
run 0 "$UPCC" -g --profile alloc.upc -o prog
run 0 env UPC_THREADS=2 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=upc --output=tables.csv profile
row shared-arrays array upc_all_alloc line 16 writes 40 bytes_written 160
row shared-arrays array upc_alloc line 11 writes 40 bytes_written 160
row shared-arrays array mine reads 40
[ "$(rows shared-arrays)" = 3 ] || { cat tables.csv; fail "not three arrays"; }
for record in profile/*.gasp; do
  [ "$(wc -c < "$record")" -lt 3000000 ] || fail "$record is large"
done
