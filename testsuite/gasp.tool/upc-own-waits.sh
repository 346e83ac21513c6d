# What UPC's runtime sleeps in is the wait of the program's own call: no futex,
# sleep or lock of its own stands below it.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > late.upc <<'END'
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>
shared int a[THREADS], b[THREADS];
static void
late (void)
{
  upc_tick_t begin = upc_ticks_now ();
  while (MYTHREAD == 1 && upc_ticks_to_ns (upc_ticks_now () - begin) < 20000000)
    ;
}
int
main (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();
  late ();
  upc_all_alloc (THREADS, 4);
  upc_lock (lock);
  late ();
  upc_unlock (lock);
  late ();
  upc_all_broadcast (a, b, 4, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  late ();
  upc_barrier;
  late ();
  return 0;
}
END
for conduit in smp loopback; do
  run 0 "$UPCC" --profile --conduit=$conduit late.upc -o prog
  rm -rf profile
  run 0 env UPC_THREADS=3 "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report --format=csv --view=tree --output=tables.csv profile
  run 0 "$GASP" report profile
  hasnt out '^  hottest .*libupc'
  tr -d '"' < tables.csv | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "tree" && $at["kind"] == "event" { print $at["name"] }' | sort -u > names
  grep -q '^upc_barrier$' names || { cat tables.csv; fail "no barrier"; }
  ! grep -v -e '^upc_' -e '^static shared' -e '^exit$' -e '^malloc$' -e '^free$' \
    names || fail "$conduit: events of the runtime itself"
done
