# gasp browse and gasp top on a terminal, by keys.
#
# SPDX-License-Identifier: Apache-2.0

need script
script -qec true typescript > script.out 2>&1 < /dev/null || unsupported "no terminals"
"$GASP" browse . > out 2>&1 < /dev/null || true
if grep -q 'without ncurses' out; then unsupported "built without ncurses"; fi
cat > a.c <<'END'
#include <stdlib.h>
static volatile long sink;
static int leaf (int n) { for (int i = 0; i < n; i++) sink += i; return n; }
static int above (int n) { return leaf (n) + 1; }
static int beside (int n) { return leaf (n / 100) + 2; }
int main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += above (100000) + beside (100000);
  free (malloc (sum % 10 + 10));
  return 0;
}
END
run 0 "$CC" --profile -O1 -g a.c -o prog
run 0 "$GASP" run -q -o record ./prog

# keys COMMAND TEXT KEY...: COMMAND on a terminal, which gets one KEY after the
# other, a string for printf, and then q.  TEXT must have been shown by then, and
# be new to those that come later.
keys ()
{
  command=$1 text=$2
  shift 2
  for key in "$@" q; do
    sleep 0.2
    # shellcheck disable=SC2059
    printf "$key"
  done | TERM=xterm script -qec "stty rows 24 cols 100; $command; echo status \$?" \
    typescript > shown 2>&1
  tr -d '\r' < shown | sed 's/\x1b[[(][0-9;?]*[A-Za-z]/ /g; s/\x1b[=>]//g' > clean
  grep -q -- "$text" clean || { cat clean; fail "not shown: $text"; }
  grep -q 'status 0' clean || { cat clean; fail "did not end well"; }
}

browse="$GASP browse record"
keys "$browse" 'Flat profile'
keys "$browse" 'leaf  *a.c:3'
keys "$browse" 'Callers and callees of leaf' '\n'
keys "$browse" 'called by' '\n'
keys "$browse" 'Callers and callees of above' '/above\n' '\n'
keys "$browse" 'Call tree' c
keys "$browse" 'int leaf\|static int beside' s
keys "$browse" 'All that was recorded' v
keys "$browse" 'Memory not freed\|Allocations' v
keys "$browse" 'Allocations' m
keys "$browse" 'Call tree of thread' t '\n'
keys "$browse" 'Not found below' '/nosuch\n'
keys "$browse" 'unfold what took most' '?' x
keys "$browse" 'This is the first page' '\177'
keys "$browse" 'This table has an order of its own' c '>'
# A tree unfolds to what is searched for, wherever it is.
keys "$browse" 'beside' c '/beside\n'
# Sorted by another column, back and forth through pages.
keys "$browse" '\*calls' '>' '>' '>' '>'
keys "$browse" 'Flat profile' '\n' '\177' c '*' '\033[D' '\033[C' '\033[B' h
keys "$GASP top record" "prog by function: "
keys "$GASP top record" 'path, innermost first' p
keys "$GASP top record" 'bytes/s' m
keys "$GASP top record" 'sort by the column' '?' x

run 2 "$GASP" browse record
has err 'needs a terminal'
