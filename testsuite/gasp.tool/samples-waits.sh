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

# Until it is so: on a busy machine, a run may have few samples, or take longer.
for turn in 1 2 3 4 5 6; do
  run 0 env GASP_OFF=1 ./prog
  cat out >> plain
  profile 0 --budget=10% ./prog
  hasnt out interrupted
  cat out >> sampled
  echo "$(figure self 'void large(int)') $(figure self 'void small(int)')" >> parts
  least=$(sort -n sampled | head -1) most=$(($(sort -n plain | head -1) * 17 / 10))
  # Three quarters and one quarter, by some hundred samples in all.
  part=$(awk '{ a += $1; b += $2 } END { printf "%d", a + b ? 100 * a / (a + b) : 0 }' parts)
  [ "$least" -gt $most ] || [ "$part" -lt 62 ] || [ "$part" -gt 88 ] || break
done
[ "$least" -le $most ] || fail "$least ms of processor time"
[ "$part" -ge 62 ] && [ "$part" -le 88 ] || { cat parts; fail "large has $part %"; }
run 0 "$GASP" report profile
has out '^  samples .*(and in threads that often wait|of processor time, by timers)'

# What all functions ran is what the program takes without recording, if that was not more
# by accident, and no more than all the processor time: also where each wait is short.
had=$(tail -1 sampled)
took=$({ cat plain; echo "$had"; } | sort -n | head -1)
run 0 "$GASP" report --format=csv --view=flat --limit=0 profile
ran=$(tr -d '"' < out | awk -F, '$1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "flat" { ran += $at["running"] } END { printf "%.0f", ran / 1e6 }')
[ "$ran" -ge $((took * 7 / 10)) ] && [ "$ran" -le $((had * 11 / 10)) ] \
  || fail "functions ran $ran ms, the program $took without recording, and $had with it"
