# Threads that were detached from count anew when they are attached to again, and
# those that come after them, too.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
. "$HERE/../lib/profile.sh"
not_emulated "gasp attaches to programs of this machine"
"$GASP" list counters > list || :
grep -q perf::TASK-CLOCK list || unsupported "no perf::TASK-CLOCK"
cat > prog.c <<'END'
#include <pthread.h>
#include <time.h>
#include <unistd.h>

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

/* A thread for as long as there is no NAME.  */
static pthread_t
thread_until (char *name)
{
  pthread_t thread;
  pthread_create (&thread, NULL, until_stop, name);
  return thread;
}

int
main (void)
{
  pthread_t stays = thread_until ("stop"), goes = thread_until ("stop1");
  write (1, "ready\n", 6);
  pthread_join (goes, NULL);
  /* Has its place in memory, as a rule.  */
  goes = thread_until ("stop");
  write (1, "next\n", 5);
  pthread_join (goes, NULL);
  pthread_join (stays, NULL);
  return 3;
}
END
run 0 "$CC" -O1 --profile prog.c -pthread -o prog

# counts SETTING COLUMN: with SETTING, all threads have figures in COLUMN.
counts ()
{
  rm -rf profile stop1
  start ./prog
  attach 0 "$1" -o profile
  sleep 0.3
  run 0 "$GASP" detach $process
  touch stop1
  wait_until grep -q next process.out
  attach 0 -w 0
  sleep 0.3
  finish 3
  hasnt process.err 'cannot be started'
  run 0 "$GASP" report profile
  hasnt out 'cannot be started'
  for thread in 0 1 2 3; do
    "$GASP" report --format=csv --view=flat --thread=$thread profile > csv
    counted=$(figure "$2" 'void spin(void)')
    [ "${counted:-0}" -gt 0 ] || fail "thread $thread: $1: ${counted:-none}"
  done
}

counts --counters=perf::TASK-CLOCK perf::TASK-CLOCK
counts --sample=perf::TASK-CLOCK:100000 samples
