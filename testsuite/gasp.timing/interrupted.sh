# A short call that was interrupted while it was timed does not stand for all the
# others: of many functions that do the same, none is said to take far longer,
# though a timer keeps the thread for thousands of times as long as a call.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
FUNCTIONS=100
{
  cat <<'END'
#include <signal.h>
#include <sys/time.h>
static volatile int turns;
__attribute__ ((no_instrument_function)) static void
on_alarm (int s)
{
  for (turns = 0; turns < 4000; turns++)
    ;
}
END
  for i in $(seq $FUNCTIONS); do
    echo "__attribute__ ((noipa)) int short_$i (int i) { return i + $i; }"
  done
  cat <<'END'
int
main (void)
{
  struct itimerval often = { { 0, 100 }, { 0, 100 } };
  int sum = 0;
  signal (SIGALRM, on_alarm);
  setitimer (ITIMER_REAL, &often, 0);
  for (int n = 0; n < 1000000; n++)
    {
END
  for i in $(seq $FUNCTIONS); do
    echo "      sum += short_$i (n);"
  done
  echo '    }'
  echo '  return sum == 1;'
  echo '}'
} > interrupted.c

run 0 "$CC" -O2 -finstrument-gasp-functions=emitted interrupted.c -o prog
run 0 "$GASP" run -q --exact -o profile ./prog
run 0 "$GASP" report --format=csv --view=flat --limit=0 --with-costs \
  --output=csv profile
# By what it says its error is: there are few looks on a busy machine.  That may keep a
# thread from running in any of them for as long as it likes.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i - NF }
	 /"int short_/ { ran = $(NF + at["\"running\""])
			 print ran, ran - $(NF + at["\"self_error\""]) }' csv > times
[ "$(wc -l < times)" = $FUNCTIONS ] || fail "not all functions are there"
awk '{ sum += $1; if ($2 > most) most = $2 }
     END { if (sum > 0 && most < sum / 5) exit 0
	   print "one takes at least " most " ns, where all take " sum; exit 1 }' times \
  || fail "one call stands for others"
