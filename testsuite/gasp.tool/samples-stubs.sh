# What calls take on their way to the recorder, in code that it makes, is recording, and
# not code that the program made.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
cat > prog.c <<'END'
static volatile int x;
__attribute__ ((noipa)) static void often (void) { x++; }
int main (void) { for (int i = 0; i < 50000000; i++) often (); return 0; }
END
run 0 "$CC" -O1 -g --profile prog.c -o prog
run 0 "$GASP" run -q --exact -o profile ./prog
"$GASP" report --format=csv --view=flat --limit=0 profile > csv
hasnt csv 'made at run time'
[ "$(figure calls 'void often(void)')" = 50000000 ] || { cat csv; fail "often"; }

# Nor is the C library's keeping the thread's state for the recorder.
cat > events.c <<'END'
#include <pupc.h>
int
main (void)
{
  unsigned int event = pupc_create_event ("step", "");
  for (int i = 0; i < 1000000; i++)
    pupc_event_atomic (event);
  return 0;
}
END
run 0 "$CC" -O1 -g --profile events.c -o events
run 0 "$GASP" run -q --exact -o events-profile ./events
"$GASP" report --format=csv --view=lines --limit=0 events-profile > csv
hasnt csv 'setcancel|errno_location'
