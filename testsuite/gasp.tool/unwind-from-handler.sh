# From a signal handler the whole chain of calls is found, wherever it interrupts:
# as sampling profilers, cancellation and debuggers do.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END_OF_PROGRAM'
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#define OUT __attribute__ ((noipa))
#define DEEPEST 60
static volatile sig_atomic_t samples, short_ones;
static char *main_begins, *main_ends;
static void
handler (int signal)
{
  void *chain[DEEPEST];
  int n = backtrace (chain, DEEPEST), i = 0;
  (void) signal;
  while (i < n && !((char *) chain[i] > main_begins
		    && (char *) chain[i] < main_ends))
    i++;
  samples++;
  if (i == n && short_ones++ < 3)
    backtrace_symbols_fd (chain, n, 2);
}
OUT int leaf (int n) { return n + 1; }
OUT int mid (int n)
{
  char *p = malloc (n % 100 + 1);
  p[0] = n;
  n = p[0];
  free (p);
  return leaf (n) + leaf (n + 1);
}
OUT int tail (int n) { return mid (n); }
OUT __attribute__ ((no_reorder)) int
main (void)
{
  struct itimerval often = { { 0, 1000 }, { 0, 1000 } };
  void *chain[1];
  int sum = 0;
  main_begins = (char *) main;
  main_ends = main_begins + 1000;
  backtrace (chain, 1);
  signal (SIGPROF, handler);
  setitimer (ITIMER_PROF, &often, NULL);
  while (samples < SAMPLES)
    sum += tail (sum);
  return short_ones != 0;
}
END_OF_PROGRAM

for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O2 -DSAMPLES="$(often 80 300)" --profile -finstrument-gasp-functions=$mode prog.c -o prog
  for timing in all auto; do
    profile 0 --timing=$timing ./prog
  done
done
