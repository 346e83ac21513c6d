# Events that are left out from some moment on keep the times that they had before, though
# samples of those have chance errors: they were not over.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/refuse.sh"
not_emulated "it takes long"
# Timers, whose samples say less.
make_refused
GASP=$PWD/gasp-refused
cat > prog.c <<'END'
#include <pupc.h>
#include <time.h>
static void spin (clock_t ms)
{
  clock_t until = clock () + ms * (CLOCKS_PER_SEC / 1000);
  while (clock () < until)
    for (volatile int i = 0; i < 3000; i++)
      continue;
}
int
main (void)
{
  unsigned int phases[8], often = pupc_create_event ("often", 0);
  const char *names[8] = { "phase 1", "phase 2", "phase 3", "phase 4", "phase 5", "phase 6",
			   "phase 7", "phase 8" };
  for (int i = 0; i < 8; i++)
    phases[i] = pupc_create_event (names[i], 0);
  for (int i = 0; i < 8; i++)
    {
      pupc_event_start (phases[i]);
      spin (60);
      pupc_event_end (phases[i]);
    }
  for (int i = 0; i < 1500000; i++)
    {
      pupc_event_start (often);
      pupc_event_end (often);
    }
  return 0;
}
END
run 0 "$CC" -g -O1 --profile prog.c -o prog
run 0 "$GASP" run -q --budget=5% -o profile ./prog
run 0 "$GASP" report profile
has out 'left out from .*user events'
run 0 "$GASP" report --format=csv --view=tree --limit=0 profile
rows '$1 == "tree" && $at["name"] ~ /^phase/ {
    phases++
    if ($at["total"] < 50e6) { print $at["name"], $at["total"]; bad = 1 }
  }
  END { exit bad || phases != 8 }' out || fail "their time is elsewhere"
