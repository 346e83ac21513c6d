# A wait is compared with that wait, not with what the same call gives back for it.
#
# SPDX-License-Identifier: Apache-2.0

not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int state;
/* Waits for the lock, which it then gives back by waiting for a change.  */
static void *
body (void *unused)
{
  for (int i = 0; i < 5; i++)
    {
      pthread_mutex_lock (&lock);
      while (state <= i)
	pthread_cond_wait (&changed, &lock);
      pthread_mutex_unlock (&lock);
      usleep (10000);
    }
  return unused;
}
int
main (int argc, char **argv)
{
  int rest = argc > 1 ? atoi (argv[1]) : 20000;
  pthread_t thread;
  pthread_mutex_lock (&lock);
  pthread_create (&thread, NULL, body, NULL);
  for (int i = 0; i < 5; i++)
    {
      usleep (20000);
      pthread_mutex_unlock (&lock);
      usleep (rest);
      pthread_mutex_lock (&lock);
      state++;
      pthread_cond_broadcast (&changed);
      pthread_mutex_unlock (&lock);
      usleep (1000);
      pthread_mutex_lock (&lock);
    }
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
END
run 0 "$CC" --profile -g -O1 prog.c -o prog -pthread
for turn in 1 2 3; do
  run 0 "$GASP" run -q --exact -o old.$turn ./prog 20000
  run 0 "$GASP" run -q --exact -o new.$turn ./prog 100000
done
run 0 "$GASP" diff --format=json --all old.* vs new.*
grep '"figure": "waiting"' out > waiting
grep '"figure": "calls"' out > calls
has waiting '"name": "pthread_cond_wait",.*"new": [0-9]{9}'
has calls '"name": "pthread_cond_wait .after a wait.",'
hasnt waiting 'after a wait.*"new": [0-9]{8}'
