# Arrays that lie one after another in the same memory are told apart, and so are
# those that only their owner knows of from those that lie beside them.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > turns.upc <<'END'
#include <upc.h>
#include <stdint.h>
int
main (void)
{
  uintptr_t first = 0;
  int same = 0;
  if (MYTHREAD == 0)
    for (int i = 0; i < 10; i++)
      {
	shared int *a = upc_global_alloc (THREADS, 64);	/* line 11 */
	a[1] = i;
	a[1] = i;
	upc_free (a);
	shared int *b = upc_global_alloc (THREADS, 64);	/* line 15 */
	same += upc_addrfield (b) == upc_addrfield (a);
	b[1] = i;
	shared int *c = upc_global_alloc (THREADS, 64);	/* line 18 */
	for (int j = 0; j < 3; j++)
	  c[1] = b[1];
	upc_free (b);
	upc_free (c);
      }
  return MYTHREAD == 0 && same == 0;
}
END
run 0 "$UPCC" -g --profile turns.upc -o prog
run 0 env UPC_THREADS=2 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=upc --output=tables.csv profile
row shared-arrays array upc_global_alloc line 11 writes 20 reads 0
row shared-arrays array upc_global_alloc line 15 writes 10 reads 30
row shared-arrays array upc_global_alloc line 18 writes 30 reads 0
