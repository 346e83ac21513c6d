# Allocations ask the kernel for nothing, but for room now and then: also where blocks
# are not known, or where they are many.
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
