# A process forked in calls whose paths are merged, and in an event there, goes on by itself.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <pupc.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define KEEP __attribute__ ((noipa))
typedef int function (unsigned);
static function *const all[];
static unsigned event;
KEEP int after (void) { free (malloc (5)); return 3; }
KEEP int leaf (unsigned n) { return n & 1; }
KEEP int split (unsigned n)
{
  pupc_event_start (event, n);
  pid_t child = fork ();
  int status, sum = leaf (n) + after ();
  pupc_event_end (event, n);
  if (child > 0 && (waitpid (child, &status, 0) != child || status != 0))
    abort ();
  return sum;
}
KEEP int step (unsigned depth)
{
  int sum = 0;
  for (int i = 0; depth && i < 8; i++)
    sum += all[i] (depth - 1);
  return depth ? sum : leaf (1);
}
#define F(n) KEEP int f##n (unsigned depth) { return step (depth) + leaf (0); }
F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
static function *const all[] = { f0, f1, f2, f3, f4, f5, f6, f7 };
/* From here on all is merged, and split is entered at several depths.  */
KEEP int again (unsigned n)
{
  int sum = leaf (n) + (n ? again (n - 1) : 0);
  if (n == 5 || n == 2)
    sum += split (n);
  return sum + leaf (0);
}
int main (void)
{
  event = pupc_create_event ("around", "%u");
  int sum = step (5) + again (7);
  return sum != 8 * 8 * 8 * 8 * 8 + 4 + 1 + 3 + 3;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted prog.c -o prog
for timing in auto all; do
  for limit in 1G 5M 3M; do
    rm -rf profile
    run 0 "$GASP" run -q --exact --timing=$timing --record-limit=$limit -o profile ./prog
    run 0 "$GASP" report profile
    [ $limit = 1G ] && hasnt out 'call paths are merged' || has out 'call paths are merged'
    run 0 "$GASP" report --format=csv --view=flat profile
    mv out csv
    # The second fork makes two of the parent and of its first child.
    calls 6 'int after(void)'
    calls 6 malloc
    calls 6 free
    calls 3 around
    calls 70250 'int leaf(unsigned int)'
    calls 8 'int again(unsigned int)'
  done
done
