# A queue for a lock: each of its holders is what the next one waits for, and all that
# they do with it is on the critical path: if that were a tenth faster, so much would be
# gained.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.upc <<'END'
#include <stdio.h>
#include <time.h>
#include <upc.h>
#include "now.h"
static void
rest (double ms)
{
  struct timespec t = { 0, (long) (ms * 1e6) };
  nanosleep (&t, NULL);
}
static void own (void) { rest (2 + 6 * MYTHREAD); }
static void section (void) { rest (20); }
int
main (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();
  double held = 0, since;
  upc_barrier;
  for (int i = 0; i < 5; i++)
    {
      own ();
      upc_lock (lock);
      since = now ();
      section ();
      held += now () - since;
      upc_unlock (lock);
      upc_barrier;
    }
  printf ("held %.0f\n", held * 1e9);
  return 0;
}
END
run 0 "$UPCC" -g -O1 --profile -I"$HERE/../lib" -T 4 prog.upc -o prog

run 0 "$GASP" run -q -o profile ./prog
held=$(awk '$1 == "held" { held += $2 } END { printf "%.0f", held }' out)
run 0 "$GASP" report --format=csv --view=critical-path,delays profile
tr -d '"' < out | awk -F, -v really=$((held / 10)) '
  $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "critical-path" && $at["path"] ~ /section/ { gain += $at["gain"] }
  $1 == "delays" { all += $at["waiting"] }
  $1 == "delays" && $at["name"] == "(not known)" { lost += $at["waiting"] }
  END {
    printf "%.1f ms would be gained, %.1f is right; of %.1f ms it is not known why, of %.1f\n",
	   gain / 1e6, really / 1e6, lost / 1e6, all / 1e6
    exit !(gain > really * 0.65 && gain < really * 1.25 && lost < all / 10)
  }' > sums || { cat sums out; fail "what would be gained"; }
