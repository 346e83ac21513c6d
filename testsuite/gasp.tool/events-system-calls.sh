# Events ask the kernel for nothing, but for room now and then: allocations, also
# where blocks are not known, or where they are many; and user events with texts, also
# with more different ones than are listed.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <stdlib.h>
#define BLOCKS 100000
extern void *elsewhere (size_t);
static void *blocks[BLOCKS];
int main (void)
{
  for (int i = 0; i < BLOCKS; i++)
    free (elsewhere (20));
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = malloc (50);
  for (int i = 0; i < BLOCKS; i++)
    free (blocks[i]);
  return 0;
}
END
cat > elsewhere.c <<'END'
#include <stdlib.h>
void *elsewhere (size_t size) { return malloc (size); }
END
run 0 "$STOCK" -O1 -c elsewhere.c -o elsewhere.o
run 0 "$CC" -O1 -g --profile prog.c elsewhere.o -o prog
run 0 "$CC" -O1 -g --profile -static --tool=papi prog.c elsewhere.o -o static
strace -c -o counts true 2> /dev/null || unsupported "strace is missing, or must not be used"

# few COMMAND...: it makes few calls that threads and signals wait for.
few ()
{
  rm -rf profile
  run 0 env GASP_OUTPUT=profile strace -f -c -o counts "$@"
  count=$(awk '$NF ~ /^(rt_sigprocmask|futex)$/ { n += $4 } END { print n + 0 }' counts)
  [ "$count" -lt 5000 ] || { cat counts; fail "$count calls"; }
}
few "$GASP" run -q ./prog
few ./static

cat > prog.c <<'END'
#include <pupc.h>
int main (void)
{
  unsigned int few = pupc_create_event ("few", "step %d of %d");
  unsigned int many = pupc_create_event ("many", "step %d");
  for (int i = 0; i < 20000; i++)
    {
      pupc_event_start (few, i % 7, 7);
      pupc_event_end (few, i % 7, 7);
      pupc_event_atomic (many, i);
    }
  return 0;
}
END
run 0 "$CC" -O1 -g --profile prog.c -o prog
few "$GASP" run -q --exact ./prog
run 0 "$GASP" report --view=events profile
has out '2857 +few +end +step 3 of 7'
has out 'many .*20000'
hasnt out 'many .*step 199 *$'
