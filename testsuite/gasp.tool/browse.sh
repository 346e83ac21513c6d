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
  for (int i = 0; i < 1000; i++)
    sum += above (100000) + beside (100000);
  free (malloc (sum % 10 + 10));
  return 0;
}
END
run 0 "$CC" --profile -O1 -g a.c -o prog
# By this clock the columns are the same where threads wait for a processor.
run 0 "$GASP" run -q --exact --clock=thread-cputime -o record ./prog

# keys COMMAND TEXT KEY...: COMMAND on a terminal, which gets one KEY after the
# other, a string for printf, each when what came of the last has been drawn, and q when
# TEXT, which is new to those that come later, has.  All of these go on at the same time:
# "shown" waits.
sessions=0
keys ()
{
  sessions=$((sessions + 1))
  mkdir $sessions
  press_keys $sessions "$@" &
}

press_keys ()
{
  at=$1 command=$2
  echo "$3" > $at/text
  shift 3
  : > $at/shown
  {
    had=0
    for key in "$@"; do
      soon 20 is_longer $at/shown $had
      had=$(wc -c < $at/shown)
      # shellcheck disable=SC2059
      printf "$key"
    done
    soon 600 is_there
    printf q
  } | TERM=xterm script -qfec "stty rows 24 cols 100; $command; echo status \$?" \
    $at/typescript > $at/shown 2>&1
  clean
}

# soon TENTHS COMMAND...: wait until COMMAND succeeds, but not for ever: not all keys draw.
soon ()
{
  tenths=$1
  shift
  until "$@" || [ $((tenths -= 1)) -lt 0 ]; do sleep 0.1; done
}

is_longer () { [ "$(wc -c < $1)" -gt $2 ]; }
clean ()
{
  tr -d '\r' < $at/shown | sed 's/\x1b[[(][0-9;?]*[A-Za-z]/ /g; s/\x1b[=>]//g' > $at/clean
}
is_there () { clean && grep -q -- "$(cat $at/text)" $at/clean; }

shown ()
{
  wait
  for at in $(seq $sessions); do
    grep -q -- "$(cat $at/text)" $at/clean || { cat $at/clean; fail "not shown: $(cat $at/text)"; }
    grep -q 'status 0' $at/clean || { cat $at/clean; fail "$(cat $at/text): did not end well"; }
  done
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
keys "$browse" 'Flat profile - .* in leaf'
keys "$browse" 'what stands out' w
keys "stty cols 30; $browse" ' in leaf' w	# what was cut is below
keys "$browse" 'Memory not freed\|Allocations' v
keys "$browse" 'Allocations' m
keys "$browse" 'Call tree of thread' t '\n'
keys "$browse" 'Not found below' '/nosuch\n'
keys "$browse" 'unfold what took most' '?' x
keys "$browse" 'This is the first page' '\177'
keys "$browse" 'This table has an order of its own' c '>'
keys "$browse" 'There are no samples' l
# The function's row leads to its source.
keys "$browse" 'int leaf\|static int beside' '\n' '\n'
# A tree unfolds to what is searched for, wherever it is.
keys "$browse" 'beside' c '/beside\n'
# Sorted by another column, back and forth through pages.
keys "$browse" '\*calls' '>' '>' '>' '>'
keys "$browse" 'Flat profile' '\n' '\177' c '*' '\033[D' '\033[C' '\033[B' h
# Where threads wait, the tree has that, too, of each path and with all below it.
cat > b.c <<'END'
#include <unistd.h>
static void rest_of_a_name_that_no_column_has_room_for_but_its_end (void) { usleep (60000); }
static void __attribute__ ((noipa)) idle (void)
{ rest_of_a_name_that_no_column_has_room_for_but_its_end (); }
static volatile long sink;
static void busy (void) { for (long i = 0; i < 300000000; i++) sink += i; }
int main (void) { idle (); busy (); return 0; }
END
run 0 "$CC" --profile -O1 -g b.c -o waits
run 0 "$GASP" run -q -o waiting ./waits
waiting="$GASP browse waiting"
keys "stty cols 110; $waiting" '\(~\|…\)[a-z_]*but_its_end'
keys "$waiting" 'running  *waiting  *\(ready  *\)*calls' c
keys "$waiting" 'total running  *%' c i
# A page that another one has covered is drawn as a whole.
keys "$waiting" 'otal waiting  *%' c i i v '\177'
# What waited most is unfolded.
keys "$waiting" 'ms .* usleep  *b.c:2' c - i i h v '\177'
keys "$browse" 'all time is running' c i
run 0 "$GASP" report --view=tree waiting
has out 'total +% +running +waiting( +ready)? +calls +function'

keys "$GASP top record" "prog by function: "
keys "$GASP top record" 'path, innermost first' p
keys "$GASP top record" 'bytes/s' m
keys "$GASP top record" 'sort by the column' '?' x
shown

run 2 "$GASP" browse record
has err 'needs a terminal'
