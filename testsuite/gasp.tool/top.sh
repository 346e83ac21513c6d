# gasp top shows what a program does now: what is new since the last time, until it
# ends; found by its number, too.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static volatile long sink;
static void *kept;
static double now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}
__attribute__ ((noinline)) static void early (void) { for (int i = 0; i < 100000; i++) sink++; }
__attribute__ ((noinline)) static void late (void) { for (int i = 0; i < 100000; i++) sink++; }
int main (void)
{
  double begin = now ();
  while (now () < begin + 1)
    early ();
  while (access ("stop", F_OK) && now () < begin + 30)
    { late (); free (kept); kept = malloc (1000); }
  return 0;
}
END
run 0 "$CC" --profile -O1 -g a.c -o prog
"$GASP" run -q -o record ./prog &
sleep 2

# row FILE NAME: the last row in FILE about NAME.
row () { grep "  $2 " "$1" | tail -n 1; }

run 0 "$GASP" top --batch --count=3 --delay=0.5 record
count 3 out '^now %.*running.*total.*calls/s.*calls.*function.*where'
count 3 out '/prog by function: running, for '
# What it did a second ago, it does no more.  Where other programs have the processors,
# what ran then is estimated anew.
row out early | awk '{ exit !($1 < 30 && $2 > 0 && /  0  *[0-9]/) }' \
  || fail "early: $(row out early)"
# Other programs may have most of the processors.
for other in main now free malloc; do
  [ "$(row out late | awk '{ print int($1) }')" \
    -gt "$(row out $other | awk '{ print int($1) }')" ] \
    || fail "late: $(row out late); $(row out $other)"
done
grep -n '  late ' out | head -n 1
run 0 "$GASP" top -b -c 2 -d 0.5 --view=memory record
row out 'malloc in main' | grep -q 'a.c:20' || fail "no allocations"
run 0 "$GASP" top -b -c 1 -v paths record
has out '  late < main  '
run 0 "$GASP" top -b -c 1 -x early record
hasnt out early
run 0 "$GASP" top -b -c 1 -v lines record
has out 'a.c:13  .*late'
pid=$(ls record | sed -n 's/^prog\.\([0-9]*\)\..*/\1/p')
run 0 "$GASP" top -b -c 1 -v threads "$pid"
has out "  prog  *$pid"

# It ends when the program does.
"$GASP" top -b -d 0.1 record > until &
top=$!
sleep 0.5
touch stop
wait
wait $top || fail "status $?"
grep 'exit status 0, for' until > ends
count 1 ends exit
run 0 "$GASP" top -b record
count 1 out '^now %'

# Of several processes, those that have ended may be in one file.  Each of the two that
# have is one process of the three; by its number, the one that runs is alone.
cat > three.sh <<'END'
./prog & ./prog & wait
echo > ended
rm stop
exec ./prog
END
rm -f ended
"$GASP" run -q -o three sh three.sh &
for try in $(seq 300); do
  if [ -f ended ]; then break; fi
  sleep 0.1
done
for try in $(seq 300); do
  if ls three/prog.* 2> list > names && [ "$(wc -l < names)" = 3 ]; then break; fi
  sleep 0.1
done
run 0 "$GASP" join three
ls three > names
has names '\.gasps$'
run 0 "$GASP" top -b -c 1 -d 0.1 three
has out ' by function: 1 of [345] processes running, for '
pid=$(sed -n 's/^prog\.\([0-9]*\)\..*\.gasp$/\1/p' names | tail -n 1)
run 0 "$GASP" top -b -c 1 -d 0.1 "$pid"
has out ' by function: running, for '
touch stop
wait

run 1 "$GASP" top -b $$
has err "process $$ is not being recorded: .*gasp attach $$"
run 2 "$GASP" top --delay=0 record
has err "'0' is not from 0.1"
run 2 "$GASP" top record
has err 'needs a terminal|without ncurses'
run 1 "$GASP" top -b nowhere
has err 'nowhere cannot be read'
