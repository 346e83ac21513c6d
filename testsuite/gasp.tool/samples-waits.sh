# Samples of threads that often wait come by timers, as perf events make each switch
# between threads take longer than what is sampled.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
case $(uname -m) in
  x86_64) ;;
  *) unsupported "timers may interrupt system calls here" ;;
esac

cat > prog.c <<'END_OF_C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static int ends[2][2];
static volatile double x[2][64];

__attribute__ ((noipa)) static void large (int me) { for (int i = 0; i < 1500; i++) x[me][0] += i; }
__attribute__ ((noipa)) static void small (int me) { for (int i = 0; i < 500; i++) x[me][0] += i; }

/* Takes turns with the other thread.  */
static void *
body (void *which)
{
  int me = which != NULL;
  char c = 0;
  for (int i = 0; i < 40000; i++)
    {
      if (read (ends[me][0], &c, 1) != 1)
	puts ("interrupted");
      large (me);
      small (me);
      write (ends[!me][1], &c, 1);
    }
  return NULL;
}

/* Prints the milliseconds of processor time that it took.  */
int
main (void)
{
  pthread_t other;
  struct rusage all;
  pipe (ends[0]);
  pipe (ends[1]);
  write (ends[0][1], "", 1);
  pthread_create (&other, NULL, body, ends);
  body (NULL);
  pthread_join (other, NULL);
  getrusage (RUSAGE_SELF, &all);
  printf ("%ld\n", (all.ru_utime.tv_sec + all.ru_stime.tv_sec) * 1000
		   + (all.ru_utime.tv_usec + all.ru_stime.tv_usec) / 1000);
  return 0;
}
END_OF_C
run 0 "$CC" -w -O1 --profile prog.c -o prog -pthread

for turn in 1 2 3; do
  run 0 env GASP_OFF=1 ./prog
  cat out >> plain
  profile 0 --budget=10% ./prog
  hasnt out interrupted
  cat out >> sampled
done
least=$(sort -n sampled | head -1)
[ "$least" -le $(($(sort -n plain | head -1) * 17 / 10)) ] \
  || fail "$least ms of processor time"
run 0 "$GASP" report profile
has out '^  samples .*(and in threads that often wait|of processor time, by timers)'

# Three quarters and one quarter.
part=$(awk -v a="$(figure self 'void large(int)')" -v b="$(figure self 'void small(int)')" \
  'BEGIN { printf "%d", 100 * a / (a + b) }')
[ "$part" -ge 65 ] && [ "$part" -le 85 ] || { cat csv; fail "large has $part %"; }
