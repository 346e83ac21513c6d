# A tool for the report of 2015, written from its appendix: each event is raised
# that is promised, all pairs, and all inquiries answer, also in a signal handler.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
build_tool ()
{
  run 0 $STOCK -O1 -Wall -Wextra "-DLOOKS_PER_SECOND=$1" -shared -fPIC \
    -I"$BUILD/include/omp" "$HERE/tr-tool.c" -o "tr$1.so"
}
build_tool 0
build_tool 10000
cat > more.c <<'END'
#include <ompt.h>
extern int base (void);
int x;
long double y;
int
main (void)
{
  ompt_control (64, 7);
#pragma omp parallel num_threads (2)
  {
#pragma omp master
    x = 1;
#pragma omp barrier
#pragma omp flush
#pragma omp for
    for (int i = 0; i < 10; i++)
#pragma omp atomic
      y += i;
  }
#pragma omp target data map (tofrom : x)
  {
#pragma omp target update to (x)
  }
  return base ();
}
END
sed 's/^main (void)$/base (void)/' "$HERE/program.c" > base.c
run 0 "$CC" -O1 -w -finstrument-gasp -fopenmp -I"$BUILD/include/omp" more.c base.c -o program

check ()
{
  hasnt out 'wrong:'
  has out '19999900001'
  has out 'state 0x42: ompt_state_wait_barrier_explicit'
  has out 'lock 1: libgomp_futex'
}
OMP_TOOL_LIBRARIES=$PWD/tr0.so run 0 ./program
check
# Each event that is promised for what the program does, and no other.
sed -n 's/^event \([0-9]*\): answer \([0-9]\), \([0-9]*\) times/\1 \2 \3/p' out > events
[ "$(wc -l < events)" = 69 ] || fail "not all events: $(cat events)"
while read -r event answer times; do
  case $event in
    35|36|67|68) [ "$answer $times" = '1 0' ];;
    *) [ "$answer" -ge 3 ] && [ "$times" -gt 0 ];;
  esac || fail "event $event: answer $answer, $times times"
done < events
for pair in '1 2' '3 4' '5 6' '9 10' '11 12' '13 14' '15 16' '22 23' '24 25' \
  '27 28' '29 30' '31 32' '33 34' '37 38' '39 40' '41 42' '43 44' '46 51' \
  '51 17' '52 18' '53 45' '54 19' '55 20' '56 21' '57 59' '58 60' '62 63' \
  '65 66'; do
  set -- $pair
  a=$(sed -n "s/^$1 [0-9] //p" events) b=$(sed -n "s/^$2 [0-9] //p" events)
  [ "$a" = "$b" ] || fail "events $1: $a, $2: $b"
done
# Asked 10,000 times a second of processor time.
OMP_TOOL_LIBRARIES=$PWD/tr10000.so run 0 ./program
check
# In the program, and preloaded.
run 0 "$CC" -O1 -w -finstrument-gasp -fopenmp -DLOOKS_PER_SECOND=0 -I"$BUILD/include/omp" more.c \
  base.c "$HERE/tr-tool.c" -o within
run 0 ./within
check
LD_PRELOAD=$PWD/tr0.so run 0 ./program
check
OMP_TOOL=' Disabled ' LD_PRELOAD=$PWD/tr0.so run 0 ./program
hasnt out 'event'
