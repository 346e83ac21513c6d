# More threads than processors: what runs is what the program's own clocks of processor
# time say, the rest is shown as waiting for a processor, and the parts are the whole.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
command -v taskset > /dev/null || unsupported "no taskset"
command -v python3 > /dev/null || unsupported "no python3"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <time.h>
static double __attribute__ ((no_instrument_function)) took (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
static void __attribute__ ((noinline)) work (int ms)
{
  for (double start = took (); took () - start < ms;)
    for (volatile int i = 0; i < 20000; i++)
      ;
}
static void *body (void *arg)
{
  work (arg ? 100 : 50);
  return NULL;
}
int main (void)
{
  pthread_t threads[4];
  for (long i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, body, (void *) i);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
END
run 0 "$CC" -O1 -g --profile prog.c -pthread -o prog
for mode in --timing=all --budget=10%; do
  profile 0 $mode taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')" ./prog
  run 0 "$GASP" report profile
  cat out
  has out 'ms running, .* waiting, .* ready for a processor$'
  has out '^ *running +%  +waiting +ready +total'
  run 0 "$GASP" report --format=json --view=flat profile
  python3 - out <<'END' || exit 1
import json, sys
rows = {row["name"]: row for row in json.load (open (sys.argv[1]))["flat"]}
work, join = rows["work"], rows["pthread_join"]
ran = work["running"] / 1e6
print ("work ran", ran, "ms; ready", work["ready"] / 1e6)
sys.exit (not (350 * .9 < ran < 350 * 1.1
               and work["ready"] > work["running"]
               and abs (work["running"] + work["ready"] + work["waiting"] - work["self"])
                   < work["self"] / 1000
               and join["waiting"] > join["self"] / 2))
END
done

# What ran, and what was spent in recording, is the processor time of the threads.
cat > calls.c <<'END'
#include <pthread.h>
static unsigned __attribute__ ((noipa)) step (unsigned x) { return x * 1103515245 + 12345; }
static void *body (void *arg)
{
  unsigned x = 1;
  for (int i = 0; i < 10000000; i++)
    x = step (x);
  *(volatile unsigned *) arg = x;
  return arg;
}
int main (void)
{
  pthread_t threads[4];
  unsigned results[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, body, &results[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
END
run 0 "$CC" -O1 --profile calls.c -pthread -o calls
profile 0 --exact taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')" ./calls
run 0 "$GASP" report profile
cp out text
run 0 "$GASP" report --format=json --limit=0 profile
python3 - text out <<'END' || exit 1
import json, re, sys
amount, unit = re.search (r"([0-9.]+) (m?s) more was spent in recording$",
			  open (sys.argv[1]).read (), re.M).groups ()
recording = float (amount) * (1e3 if unit == "s" else 1)
tables = json.load (open (sys.argv[2]))
running = sum (row["running"] for row in tables["flat"]) / 1e6
processor = sum (row["processor"] for row in tables["threads"]) / 1e6
print ("running", running, "recording", recording, "of", processor, "ms")
sys.exit (abs (running + recording - processor) > processor / 10)
END

# Where that is too short to be shown, tables are sorted by what they show.
cat > short.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
static double __attribute__ ((no_instrument_function)) took (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
static void __attribute__ ((noinline)) modest (void)
{
  for (double start = took (); took () - start < 12;)
    ;
}
static void __attribute__ ((noinline)) eager (void)
{
  for (double start = took (); took () - start < 20;)
    ;
}
static void *body (void *arg)
{
  setpriority (PRIO_PROCESS, gettid (), 19);
  modest ();
  return arg;
}
int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, body, NULL);
  eager ();
  pthread_exit (NULL);
}
END
run 0 "$CC" -O1 -g --profile short.c -pthread -o short
profile 0 --timing=all taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')" ./short
run 0 "$GASP" report --view=flat profile
cp out text
run 0 "$GASP" report --format=json --view=flat profile
python3 - text out <<'END' || exit 1
import json, re, sys
heading = re.search (r"^ *(self|running) +%", open (sys.argv[1]).read (), re.M).group (1)
shown = [row[heading] for row in json.load (open (sys.argv[2]))["flat"]]
print (heading, shown)
sys.exit (shown != sorted (shown, reverse = True))
END
