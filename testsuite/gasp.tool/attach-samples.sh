# A thread that is attached to again is sampled, though a signal of the counter that
# it had before waited until the tool was loaded.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
. "$HERE/../lib/profile.sh"
not_emulated "gasp attaches to programs of this machine"
"$GASP" list counters > list || :
grep -q perf::TASK-CLOCK list || unsupported "no perf::TASK-CLOCK"
cat > prog.c <<'END2'
#include <pthread.h>
#include <unistd.h>

#define THREADS 16

__attribute__ ((noipa)) static void
spin (void)
{
  for (volatile int i = 0; i < 20000; i++)
    ;
}

static void *
until_stop (void *name)
{
  while (access (name, F_OK) != 0)
    spin ();
  return NULL;
}

int
main (void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, until_stop, "stop");
  write (1, "ready\n", 6);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  return 3;
}
END2
run 0 "$CC" -O1 --profile prog.c -pthread -o prog
start ./prog
attach 0 --sample=perf::TASK-CLOCK:100000 -o profile
for times in 1 2 3 4; do
  sleep 0.2
  run 0 "$GASP" detach $process
  attach 0 -w 0
done
sleep 0.5
finish 3
# The first of each 16 has loaded the tool.
for thread in 16 32 48 64; do
  "$GASP" report --format=csv --view=flat --thread=$thread profile > csv
  calls=$(figure calls 'void spin(void)')
  sampled=$(figure samples 'void spin(void)')
  [ "${calls:-0}" -lt 500 ] || [ "${sampled:-0}" -gt 0 ] \
    || fail "thread $thread: $calls calls, no samples"
done
