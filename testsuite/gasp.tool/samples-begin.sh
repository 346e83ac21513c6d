# All of a thread's time is in its functions: beginning to take samples is before it.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END_OF_C'
static volatile double x;
int main (void) { for (int i = 0; i < 1000000; i++) x += i; return 0; }
END_OF_C
run 0 "$CC" -O1 --profile prog.c -o prog

# The thread may lose its processor just then: the least of some runs.  What was spent
# in recording is left in: it is not in the functions' times otherwise.
for turn in 1 2 3 4 5; do
  profile 0 --sample=time ./prog
  "$GASP" report --with-costs --format=csv --view=flat profile > csv
  "$GASP" report --format=csv --view=threads profile > threads
  whole=$(awk -F, '{ gsub (/"/, "") }
    $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "threads" { print $at["duration"] }' threads)
  echo $((whole - $(figure total "(outside of instrumented functions)"))) >> lost
done
least=$(sort -n lost | head -1)
[ "$least" -le 20000 ] || { cat lost; fail "$least ns are in no function"; }

# Nor is what the recorder looks for as it begins a program's.
run 0 "$GASP" run -q -o short \
  sh -c 'i=0; while [ $i -lt 40 ]; do /bin/true; i=$((i + 1)); done'
run 0 "$GASP" report --view=flat --limit=0 short
hasnt out ' _dl_addr'

# What is before that, as a library's beginning is, is said.
cat > before.c <<'END_OF_C'
#include <time.h>
static volatile int x;
__attribute__ ((constructor)) static void
begin (void)
{
  while (clock () < CLOCKS_PER_SEC / 10)
    x++;
}
END_OF_C
echo 'int main (void) { for (volatile int i = 0; i < 100000000; i++); return 0; }' > main.c
run 0 gcc -shared -fPIC before.c -o libbefore.so
run 0 gcc -O1 main.c -o main -Wl,--no-as-needed,-rpath,"$PWD" libbefore.so
run 0 "$GASP" run -q -o late ./main
run 0 "$GASP" report late
has out '^ +left out +1[0-9][0-9] ms on a processor before recording began,'
# Others begin soon, as far as the machine lets them.
run 0 "$GASP" report profile
before=$(sed -n 's/^ *left out  *\([0-9.]*\) ms .*/\1/p' out)
awk "BEGIN { exit !(${before:-0} < 50) }" || fail "$before ms before recording began"
