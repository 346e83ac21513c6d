# Where allocations are sampled, and so have no times, the sentence about them is about
# those that are most often made.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <stdlib.h>
static void *volatile kept[64];
int main (void)
{
  for (int i = 0; i < 64; i++)
    kept[i] = malloc (1 << 20);
  for (int i = 0; i < 4000000; i++)
    {
      kept[i % 64] = malloc (40);
      free (kept[i % 64]);
    }
  return 0;
}
END
run 0 "$CC" -O1 --profile prog.c -o prog
profile 0 --budget=0 ./prog
findings
stands_out allocating prog.c:9 'most often malloc .prog.c:9.*times with'
