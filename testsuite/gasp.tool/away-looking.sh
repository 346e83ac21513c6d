# What the kernel takes a thread's processor for as it is asked how much the thread
# has had is not of the call that begins then.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
need python3
cat > prog.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread volatile long sum;
static void
step (void)
{
  for (int i = 0; i < 10000; i++)
    sum += i;
}
static void *
work (void *unused)
{
  for (int i = 0; i < 300; i++)
    {
      pthread_mutex_lock (&lock);
      for (int j = 0; j < 60000; j++)
	sum += j;
      pthread_mutex_unlock (&lock);
      for (int j = 0; j < 200000; j++)
	sum += j;
      step ();
    }
  return unused;
}
int
main (void)
{
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], 0);
}
END
run 0 "$CC" -O1 -g --profile -pthread prog.c -o prog
run 0 "$GASP" run -q --sample=none -o profile ./prog
run 0 "$GASP" report --format=json --view=flat profile
python3 - <<'END' || fail "it is where the kernel was asked"
import json
rows = {r['name']: r for r in json.load (open ('out'))['flat']}
print (rows)
# A thirtieth of what is run.
assert rows['step'].get ('ready', 0) <= .4 * (rows['work'].get ('ready', 0) + 20e6)
END
