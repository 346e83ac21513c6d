# Where threads wait for a lock and in calls of the system in turn, for short, each has its own
# waiting: together they ran as long as the kernel says.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *unused)
{
  struct timespec t = { 0, 30000 };
  for (int i = 0; i < 1500; i++)
    {
      pthread_mutex_lock (&lock);
      nanosleep (&t, 0);
      pthread_mutex_unlock (&lock);
    }
  return unused;
}
int main (void)
{
  pthread_t threads[4];
  struct timespec t;
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], 0);
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  printf ("%ld\n", t.tv_sec * 1000000000 + t.tv_nsec);
}
END
run 0 "$CC" -O1 -g prog.c -o prog -pthread
for budget in --exact --budget=10; do
  rm -rf profile
  run 0 "$GASP" run -q "$budget" -o profile ./prog
  had=$(cat out)
  run 0 "$GASP" report --format=csv --view=flat --limit=0 profile
  rows '$1 == "flat" { ran += $at["running"] }
    END { print ran; exit !(ran > had * .2 && ran < had * 1.3) }
    BEGIN { had = '"$had"' }' out \
    || fail "$budget: not what the process had of processors, $had"
done
