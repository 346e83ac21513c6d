# -finstrument-gasp: calls and user events, no functions.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'END'
#include <pupc.h>
#include <stdlib.h>
int main (void)
{
  pupc_event_atomic (pupc_create_event ("e", 0));
  free (malloc (1));
  return 0;
}
END
run 0 "$CC" -O2 -finstrument-gasp prog.c -o prog
checked ./prog
run 0 under dump ./prog
events > seen
cat > wanted <<'END'
= gasp_init 0 1 null
= gasp_create_event "e" "(null)"
. e
+ GASP_C_MALLOC 1
END
head -4 seen | cmp - wanted || { cat seen; fail "sequence"; }
hasnt result GASP_C_FUNC
has result '^0.0 \+ GASP_UPC_COLLECTIVE_EXIT \[prog.c:7:10\] 0'
