# Under a budget, no block that has been freed seems not to be, whether that was known
# before allocations were sampled or after; and what leaks is there.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <stdlib.h>
static void *volatile keep[1000];
static void *volatile lost;
int main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 1000; i++)
    keep[i] = malloc (1000);
  for (int i = 0; i < 2000000; i++)
    free (malloc (i & 127));
  for (int i = 0; i < 1000; i++)
    free (keep[i]);
  for (int i = 1; i < argc * 10; i++)
    lost = argc > 1 ? malloc (10000000) : NULL;
  return 0;
}
END
run 0 "$CC" -O1 -fno-builtin -g --profile prog.c -o prog
profile 0 --budget=1% ./prog
run 0 "$GASP" report --format=text profile
hasnt out '(≥|>=)[0-9.]+( [kM])? +malloc'
has out 'peak .* after .*; ~0 in ~0 blocks not freed'
has out '  estimated from samples after the first [0-9.]+ [mµu]?s; exact until then'
hasnt out 'Memory not freed'
run 0 "$GASP" report --format=csv --view=memory profile
calls=$(awk -F, '$1 == "\"allocations\"" && $5 == "\"malloc\"" { n += $3 }
		 END { print n }' out)
[ "$calls" -gt 1400000 ] && [ "$calls" -lt 2600000 ] || fail "$calls allocations"

profile 0 --budget=1% ./prog leak
run 0 "$GASP" report --format=text profile
has out '; ~181 MiB( (±|\+-) .*)? in ~19 blocks not freed'
