# Blocks that threads free at the moment from which allocations are sampled are counted
# once: of a program that frees everything nothing is left.  The peak, of a program that
# often has about as much, is not the largest of many estimates, but that less by which
# that is too large.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"

cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#define MANY 30000
static void *blocks[MANY];
static void *work (void *seed)
{
  unsigned int random = (unsigned int) (long) seed;
  for (int i = 0; i < 600000; i++)
    {
      random = random * 1664525 + 1013904223;
      void *block = malloc (16 + random % 200);
      free (__atomic_exchange_n (&blocks[(random >> 8) % MANY], block,
				 __ATOMIC_ACQ_REL));
    }
  return NULL;
}
int main (void)
{
  pthread_t threads[3];
  for (int i = 0; i < MANY; i++)
    blocks[i] = malloc (16);
  for (long i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, work, (void *) i);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < MANY; i++)
    free (blocks[i]);
  return 0;
}
END
run 0 "$CC" -O1 --profile prog.c -pthread -o prog
profile 0 --memory=exact ./prog
"$GASP" report --format=json --view=processes profile > exact
for turn in 1 2 3 4 5 6; do
  profile 0 --budget=3% ./prog
  run 0 "$GASP" report --view=memory profile
  has out '; ~0 in ~0 blocks not freed at the end'
  "$GASP" report --format=json --view=processes profile > sampled.$turn
done

# The mean of six is within the error, two standard ones, of each.
member peak_bytes sampled.? > peaks
member peak_bytes_error sampled.? > errors
paste peaks errors | awk -v truth="$(member peak_bytes exact)" '{
    sum += $1 - truth; error += $2 }
  END { exit !(NR == 6 && error > 0 && sum < error && sum > -error) }' \
  || fail "peaks: $(paste peaks errors | tr '\n\t' '; ') and not $(member peak_bytes exact)"
