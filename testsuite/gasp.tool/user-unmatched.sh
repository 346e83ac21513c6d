# ENDs of user events: one that comes when its function has returned still belongs
# to its START; one that has no START is counted as such.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END_OF_PROGRAM'
#include <pupc.h>
#define OUT __attribute__ ((noipa))
static unsigned int phase, other;
OUT void begins (void) { pupc_event_start (phase); }
OUT void ends (void) { pupc_event_end (phase); }
OUT void both (void) { pupc_event_start (other); pupc_event_end (other); }
int
main (void)
{
  phase = pupc_create_event ("phase", "");
  other = pupc_create_event ("other", "");
  begins ();
  ends ();
  both ();
  both ();
  pupc_event_end (other);
  pupc_event_end (other);
  pupc_event_end (other);
  pupc_event_end (phase);
  return 0;
}
END_OF_PROGRAM
run 0 "$CC" -w -O1 --profile prog.c -o prog
profile 0 ./prog
run 0 "$GASP" report --format=csv --view=threads profile
awk -F, '/"unmatched"/ { for (i = 1; i <= NF; i++) if ($i == "\"unmatched\"") at = i }
  $1 == "\"threads\"" { found = $at == 4 }
  END { exit !found }' out || { cat out; fail "not 4 ENDs without START"; }
run 0 "$GASP" report --view=events profile
has out 'phase +1 +2'
has out 'other +2 +5'
