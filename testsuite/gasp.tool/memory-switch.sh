# Threads give blocks to each other while a budget goes over to sampling: at whatever
# moment that is, no block that is freed seems not to be.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#define SLOTS 5000
static char *slots[SLOTS];
static void *work (void *start)
{
  unsigned x = *(unsigned *) start;
  for (int i = 0; i < 200000; i++)
    {
      x = x * 1664525u + 1013904223u;
      char *block = malloc (1 + x % 1000);
      block = __atomic_exchange_n (&slots[(x >> 8) % SLOTS], block, __ATOMIC_ACQ_REL);
      if (x & 1 << 30 && block)
	block = realloc (block, 1 + x % 3000);
      free (block);
    }
  return NULL;
}
int main (void)
{
  pthread_t threads[4];
  unsigned starts[4] = { 1, 2, 3, 4 };
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, work, &starts[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < SLOTS; i++)
    free (slots[i]);
  return 0;
}
END
run 0 "$CC" -O1 -fno-builtin -g --profile prog.c -pthread -o prog
for budget in 0.1 0.5 1 2 3 4 5 7 10; do
  its_turn 2 || continue
  profile 0 --budget=$budget% ./prog
  run 0 "$GASP" report --view=memory profile
  has out 'exact until then'
  # What threads are made of remains: it is not theirs.
  hasnt out '< work'
  hasnt out 'Suspect|again'
done
