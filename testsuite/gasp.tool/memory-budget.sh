# Under a budget, what was not counted any more is said, and no block that has been
# freed seems not to be.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <stdlib.h>
static void *volatile keep[1000];
int main (void)
{
  for (int i = 0; i < 1000; i++)
    keep[i] = malloc (1000);
  for (int i = 0; i < 2000000; i++)
    free (malloc (i & 127));
  for (int i = 0; i < 1000; i++)
    free (keep[i]);
  return 0;
}
END
run 0 "$CC" -O1 -fno-builtin -g --profile prog.c -o prog
profile 0 --budget=1% ./prog
run 0 "$GASP" report --format=text profile
has out '^Switched off'
has out '(≥|>=)[0-9.]+( [kM])? +malloc'
has out 'peak (≥|>=)[0-9.]+ .* after .*; 0 in 0 blocks not freed'
has out 'known only of what was allocated in the first [0-9.]+ [mµu]?s: '
run 0 "$GASP" report --format=json --view=flat profile
has out '"calls_at_least": *1'
hasnt out '"calls": *[0-9]{8}'
