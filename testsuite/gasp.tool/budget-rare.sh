# A function that is called often, and takes the budget, is switched off, and nothing
# beside it: what is called a few thousand times is counted.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
cat > rare.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static volatile double sum[3];
#define KEEP __attribute__ ((noipa)) static
KEEP void often (int who) { sum[who] += 1; }
KEEP void first (int who) { for (int i = 0; i < 4000; i++) often (who); }
KEEP void second (int who) { for (int i = 0; i < 50000; i++) sum[who] += i; }
KEEP void third (int who) { first (who); second (who); }
KEEP void in_turn (void)
{
  pthread_mutex_lock (&lock);
  sum[2]++;
  pthread_mutex_unlock (&lock);
}
static void *
body (void *who)
{
  for (int i = 0; i < 1500; i++)
    {
      third (*(int *) who);
      in_turn ();
      if (i % 50 == 0)
	pthread_barrier_wait (&both);
    }
  return NULL;
}
int
main (void)
{
  pthread_t threads[2];
  int who[2] = { 0, 1 };
  pthread_barrier_init (&both, NULL, 2);
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, body, &who[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
END
run 0 "$CC" --profile -g -O1 rare.c -o rare -pthread
profile 0 ./rare
"$GASP" report --view=budget profile > budget
has budget ' often '
hasnt budget '(first|second|third|in_turn|body) '
for function in 'first(int)' 'second(int)' 'third(int)' 'in_turn(void)'; do
  calls=$(figure calls "void $function")
  [ "$calls" = 3000 ] || { cat csv; fail "$function: $calls calls"; }
done
