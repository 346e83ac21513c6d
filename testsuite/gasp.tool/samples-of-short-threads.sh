# Many threads that do the same, for less than two milliseconds, are not all seen at
# the same point of it; and what those do that are not seen is known by those that are.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/refuse.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <time.h>
#define PLAIN __attribute__ ((noipa, no_instrument_function))
static double
ran (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
PLAIN static double
loop_first (double x, int n)
{
  for (int i = 0; i < n; i++) x = x * 1.0000001 + 1e-9;
  return x;
}
PLAIN static double
loop_second (double x, int n)
{
  for (int i = 0; i < n; i++) x = x * 1.0000001 + 2e-9;
  return x;
}
static void *
start (void *result)
{
  double x = 1, end = ran () + .85e6;
  while (ran () < end) x = loop_first (x, 20000);
  end = ran () + .85e6;
  while (ran () < end) x = loop_second (x, 20000);
  *(double *) result = x;
  return NULL;
}
static void *
start_short (void *result)
{
  double x = 1, end = ran () + .2e6;
  while (ran () < end) x = loop_first (x, 10000);
  *(double *) result = x;
  return NULL;
}
int
main (int argc, char **argv)
{
  double x;
  for (int i = 0; i < 1200 && argc > 1; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, start_short, &x);
      pthread_join (thread, NULL);
    }
  for (int i = 0; i < 250 && argc == 1; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, start, &x);
      pthread_join (thread, NULL);
    }
  return x < 0;
}
END
run 0 "$CC" --profile -O1 -g prog.c -o prog -pthread
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report profile
grep -q '^  samples .*by perf events' out || unsupported "no samples by perf events"
run 0 "$GASP" report -n0 --format=csv --view=samples profile
awk -F, '
/"loop_first"/ { first += $2 }
/"loop_second"/ { second += $2 }
END {
  print first + 0 " samples in the first, " second + 0 " in the second"
  part = first / (first + second)
  exit !(first + second > 100 && part > .3 && part < .7)
}' out || fail "samples keep time with threads"

make_refused
run 0 "$STOCK" -O1 -g prog.c -o plain -pthread
for GASP in "$BUILD/bin/gasp" "$PWD/gasp-refused"; do
  profile 0 ./plain short
  loop=$(figure running loop_first)
  nowhere=$(figure running '(outside of instrumented functions)')
  echo "in the loop for $loop ns, and nowhere for $nowhere"
  [ "${loop:-0}" -gt $((${nowhere:-0} * 2)) ] || fail "threads that were not seen"
done
