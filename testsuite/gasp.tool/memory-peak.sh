# The peak is when it was, also between events that are not timed.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <stdlib.h>
static void *volatile keep;
static volatile unsigned x;
static void work (void) { for (int i = 0; i < 200; i++) x = x * 1103515245 + 12345; }
static void take (void) { keep = malloc (10); }
int main (void)
{
  for (int i = 0; i < 50000; i++)
    {
      work ();
      take ();
    }
  return 0;
}
END
run 0 "$CC" -O2 -g --profile prog.c -o prog
profile 0 ./prog
run 0 "$GASP" report --format=json --view=processes profile
peak=$(sed -n 's/.*"peak_time": *\([0-9]*\).*/\1/p' out)
whole=$(sed -n 's/.*"duration": *\([0-9]*\).*/\1/p' out | tail -n 1)
[ "$peak" -gt $((whole / 2)) ] || fail "the peak is at $peak of $whole"

# The blocks are those of that moment.
cat > other.c <<'END'
#include <stdlib.h>
int main (void)
{
  void *small[1000];
  for (int i = 0; i < 1000; i++)
    small[i] = malloc (10);
  for (int i = 0; i < 1000; i++)
    free (small[i]);
  free (malloc (1 << 20));
  return 0;
}
END
run 0 "$CC" -O0 -g --profile other.c -o other
profile 0 --exact ./other
run 0 "$GASP" report --view=memory profile
has out 'peak 1\.00 MiB in 1 block '
