# A queue for a lock: each of its holders is what the next one waits for, and all that
# they do with it is on the critical path; making that faster brings as much as is promised.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.upc <<'END'
#include <stdio.h>
#include <stdlib.h>
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
static void section (double part) { rest (20 * part); }
int
main (int argc, char **argv)
{
  double part = argc > 1 ? atof (argv[1]) : 1;
  upc_lock_t *lock = upc_all_lock_alloc ();
  upc_barrier;
  double since = now ();
  for (int i = 0; i < 5; i++)
    {
      own ();
      upc_lock (lock);
      section (part);
      upc_unlock (lock);
      upc_barrier;
    }
  if (MYTHREAD == 0)
    printf ("took %.0f\n", (now () - since) * 1e9);
  return 0;
}
END
run 0 "$UPCC" -g -O1 --profile -I"$HERE/../lib" -T 4 prog.upc -o prog
took () { awk '$1 == "took" { print $2 }' out; }

# What the program's clock says, with much more than 10 %, as the machine may be busy.
run 0 ./prog 0.5
half=$(took)
run 0 "$GASP" run -q -o profile ./prog
whole=$(took)
run 0 "$GASP" report --format=csv --view=critical-path,delays profile
tr -d '"' < out | awk -F, -v really=$(((whole - half) / 5)) '
  $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "critical-path" && $at["path"] ~ /section/ { gain += $at["gain"] }
  $1 == "delays" { all += $at["waiting"] }
  $1 == "delays" && $at["name"] == "(not known)" { lost += $at["waiting"] }
  END {
    printf "%.1f ms would be gained, %.1f are; of %.1f ms it is not known why, of %.1f\n",
	   gain / 1e6, really / 1e6, lost / 1e6, all / 1e6
    exit !(gain > really * 0.8 && gain < really * 1.25 && lost < all / 10)
  }' > sums || { cat sums out; fail "what would be gained"; }
