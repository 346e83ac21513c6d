# A signal handler may jump out of calls wherever it interrupts them, also at
# their ends: no call is open afterwards, and none has taken longer than the
# program.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END_OF_PROGRAM'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#define OUT __attribute__ ((noipa))
static sigjmp_buf place;
static volatile sig_atomic_t may_jump, handled;
static int jumped;
OUT int leaf (int n) { return n * 3 + 1; }
OUT int mid (int n) { int s = 0; for (int i = 0; i < n % 5; i++) s += leaf (n + i); return s; }
OUT int top (int n) { int s = 0; for (int i = 0; i < 4; i++) s += mid (n + i); return s; }
OUT void in_handler (void) { handled++; }
static void
handler (int signal)
{
  (void) signal;
  in_handler ();
  if (may_jump && handled % 3 == 0)
    {
      may_jump = 0;
      jumped++;
      siglongjmp (place, 1);
    }
}
int
main (void)
{
  struct itimerval often = { { 0, 50 }, { 0, 50 } }, never = { 0 };
  struct timespec start, end;
  clock_gettime (CLOCK_MONOTONIC, &start);
  signal (SIGALRM, handler);
  setitimer (ITIMER_REAL, &often, NULL);
  for (volatile int i = 0; jumped < JUMPS; i++)
    if (sigsetjmp (place, 1) == 0)
      {
	may_jump = 1;
	top (i);
	may_jump = 0;
      }
  setitimer (ITIMER_REAL, &never, NULL);
  top (1);			/* here the last jump is found */
  clock_gettime (CLOCK_MONOTONIC, &end);
  long milliseconds = ((end.tv_sec - start.tv_sec) * 1000
		       + (end.tv_nsec - start.tv_nsec) / 1000000 + 1);
  printf ("%ld\n", 2 * milliseconds);
  fflush (stdout);
  usleep (4000 * milliseconds);
  return 0;
}
END_OF_PROGRAM

for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O2 -DJUMPS="$(often 1500 5000)" -finstrument-gasp-functions=$mode prog.c -o prog
  profile 0 --timing=all ./prog
  # A call that still seemed to be open would have taken all of the rest.
  awk -F'"' -v most="$(cat out)e6" '
    $2 == "flat" && $4 ~ /(leaf|mid|top) ?\(/ {
      split ($3, f, ",")
      if (f[2] > most || f[4] > most) exit 1 }' csv \
    || { cat csv; fail "$mode: longer than the jumps took"; }
done
