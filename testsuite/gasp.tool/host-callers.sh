# In a program without instrumentation, samples tell who called what: functions of the
# program each other, and the C library's.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
need python3
not_emulated "samples"
[ "$(uname -m)" = x86_64 ] || unsupported "callers on this processor"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static volatile double x;
static char text[20000];
__attribute__ ((noinline, noclone)) static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}
__attribute__ ((noinline, noclone)) static void
spend (int n)
{
  for (int i = 0; i < n; i++)
    x = x / 3 + i;
}
__attribute__ ((noinline, noclone)) static void
little (void)
{
  for (int i = 0; i < 300; i++)
    spend (10000);
}
__attribute__ ((noinline, noclone)) static void
much (void)
{
  for (int i = 0; i < 300; i++)
    spend (30000);
}
__attribute__ ((noinline, noclone)) static void
sorts (void)
{
  for (int i = 0; i < 200; i++)
    {
      for (unsigned int n = 0; n < sizeof text; n++)
	text[n] = (char) (n * 7919);
      qsort (text, sizeof text / sizeof (int), sizeof (int), compare);
    }
}
static void *
body (void *unused)
{
  much ();
  return unused;
}
int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, body, NULL);
  little ();
  sorts ();
  return pthread_join (thread, NULL);
}
END
run 0 gcc -O2 -fcf-protection=none prog.c -o prog -pthread
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=json --limit=0 --view=callers --output=profile.json profile
run 0 python3 - <<'END'
import json
rows = json.load (open ("profile.json"))["callers"]
def called (function, caller):
    return sum (row["running"] for row in rows
                if row["name"] == function and row["caller"] == caller)
little, much = called ("spend", "little"), called ("spend", "much")
assert little > 0 and 2 * little < much < 4.5 * little, rows
spent = sum (row["running"] for row in rows if row["name"] == "spend")
assert little + much > 0.8 * spent, rows
sort = sum (row["running"] for row in rows if row["caller"] == "sorts")
assert sort > 0.1 * spent, rows
assert called ("compare", "sorts") == 0, rows
assert not [row for row in rows if row["caller"] == "_start"], rows
END
