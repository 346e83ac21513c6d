# Two processes: a file each, joined by the report.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog fork
[ "$(ls profile/*.gasp | wc -l)" = 2 ] || fail "$(ls profile)"
calls 3050 'int leaf(int)'
calls 4 'int node(int)'
run 0 "$GASP" report profile
has out 'exit status 3'
has out 'exit status 4'

# Without instrumentation, and past the handlers of exit; a child of vfork is no
# process of its own.
cat > plain.c <<'END'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int
main (void)
{
  if (!vfork ())
    _exit (9);
  if (!fork ())
    _exit (4);
  if (!fork ())
    _Exit (5);
  while (wait (NULL) > 0)
    continue;
  return 3;
}
END
run 0 "$CC" -O1 plain.c -o plain
not_emulated "gasp runs programs of this machine"
run 3 "$GASP" run -q -o profile2 ./plain
run 0 "$GASP" report --view=processes profile2
for status in 3 4 5; do has out "exit status $status"; done
hasnt out 'exit status 9|killed'
