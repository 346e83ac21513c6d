# User events: counts, times, and arguments as their description formats them.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog
run 0 "$GASP" report --view=events profile
has out 'phase +3 +3'
for i in 1 2 3; do has out "step $i of three"; done
cat > bad.c <<'END'
#include <pupc.h>
#include <stdio.h>
int main (void)
{
  unsigned int a = pupc_create_event ("all", "%d %5.2f|%s|%c|%lx|%p|%%|%-4u|%zu|%lld");
  unsigned int n = pupc_create_event ("none", NULL);
  unsigned int f = pupc_create_event ("float", "%Lg %hhd %*d");
  unsigned int m = pupc_create_event ("evil", "%n %q %");
  pupc_event_atomic (a, -1, 3.14159, "text", 'x', 255ul, (void *) 16, 7u, (size_t) 9, 1234567890123ll);
  pupc_event_atomic (n, 1, 2, 3);
  pupc_event_atomic (f, 2.5L, 7, 5, 42);
  pupc_event_atomic (m, NULL, 1, 2);
  return 0;
}
END
run 0 "$CC" -w --profile bad.c -o bad
profile 0 ./bad
run 0 "$GASP" report --view=events profile
has out '\-1  3\.14\|text\|x\|ff\|0x10\|%\|7   \|9\|1234567890123'
has out '2\.5 7    42'
