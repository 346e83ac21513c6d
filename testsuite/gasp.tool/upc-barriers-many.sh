# Of very many barriers some stand for all, also for those at regular intervals; the
# others are still counted.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > many.upc <<'END'
#include <upc.h>
#include <time.h>
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
int
main (void)
{
  for (int i = 0; i < 40000; i++)
    {
      /* Another waits for that 625 times, for 125 ms in all.  */
      double end = now () + 2e-4;
      while (MYTHREAD == 0 && i % 64 == 0 && now () < end)
	continue;
      upc_barrier;
    }
  return 0;
}
END
run 0 "$UPCC" -g --profile many.upc -o prog
run 0 env UPC_THREADS=2 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=upc --output=tables.csv profile
row barriers thread 0 calls 40000 waiting_known 1
row barriers thread 1 calls 40000 waiting_known 1
tr -d '"' < tables.csv | awk -F, '
  $1 == "table" { for (i = 1; i <= NF; i++) column[$i] = i }
  /^barriers,1,/ { ms = $column["waiting"] / 1e6; error = $column["waiting_error"] / 1e6
		   print "waited " ms " ms, +- " error
		   exit !(error > 0 && ms + 2 * error > 100) }' \
  || fail "waiting at regular intervals was not seen"
