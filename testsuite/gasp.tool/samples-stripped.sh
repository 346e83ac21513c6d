# Of a program that is stripped, functions without names are left out of the call tree:
# what they call is below those that have one.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
need strip
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are known on x86-64 only"
cat > prog.c <<'END'
#include <string.h>
static char text[100000];
static size_t all;
__attribute__ ((noipa)) static void hidden (void) { all += strlen (text); }
__attribute__ ((noipa)) void shown (void)
{
  for (int i = 0; i < 60000; i++)
    hidden ();
}
int main (void)
{
  for (int i = 0; i < 60000; i++)
    memset (text, 'x', sizeof text - 1);
  shown ();
  return !all;
}
END
run 0 gcc -O1 -fno-builtin -rdynamic prog.c -o prog
run 0 strip prog
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report -f folded profile
sed 's/ [0-9]*$//' out | grep -q '^main;shown;strlen$' || fail "strlen is not below shown"
sed 's/ [0-9]*$//' out | grep -q '^main;memset$' || fail "memset is not below main"
findings
stands_out top '' '% in strlen, called from shown'
stands_out top '' '% in memset, called from main'

# Where no package has the symbols, it is said how to keep them.
cat > busy.c <<'END_OF_TEST'
static volatile long sum;
__attribute__ ((noipa)) static void work (void)
{
  for (long i = 0; i < 300000000; i++)
    sum += i;
}
int main (void) { work (); }
END_OF_TEST
run 0 gcc -O1 -s busy.c -o busy
run 0 "$GASP" run -q -o own ./busy
run 0 "$GASP" report own
grep 'unnamed functions of busy\.  busy was stripped: link it without -s' out \
  || fail "no advice"
