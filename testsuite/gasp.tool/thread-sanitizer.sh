# The program's thread sanitizer sees the program's races, and none of ours: in
# what threads write into the record together, and where they end.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
. "$HERE/../lib/profile.sh"
cat > threads.c <<'END_OF_PROGRAM'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define OUT __attribute__ ((noipa))
#define THREADS 6
static int shared_count;
OUT static void race (void) { shared_count++; }
OUT static void *block (int n) { return memset (malloc (n), 1, n); }
OUT static int leaf_0 (int n) { return n; }
OUT static int leaf_1 (int n) { return n + leaf_0 (n); }
OUT static int leaf_2 (int n) { return n + leaf_1 (n) + leaf_0 (n); }
OUT static int leaf_3 (int n) { return n + leaf_2 (n) + leaf_1 (n); }
OUT static int deep (int n) { return n ? 1 + deep (n - 1) : leaf_3 (1); }
OUT static void *
work (void *argument)
{
  for (int i = 0; i < 300; i++)
    {
      void *b = block (10 + i);
      deep (i % 20);
      free (b);
    }
  if (argument)
    race ();
  return NULL;
}
int
main (int argc, char **argv)
{
  pthread_t threads[THREADS];
  for (int round = 0; round < 2; round++)
    {
      for (int i = 0; i < THREADS; i++)
	pthread_create (&threads[i], NULL, work, argc > 1 ? argv : NULL);
      for (int i = 0; i < THREADS; i++)
	pthread_join (threads[i], NULL);
    }
  return 0;
}
END_OF_PROGRAM

echo 'int main (void) { return 0; }' > none.c
"$CC" -fsanitize=thread none.c -o none 2> /dev/null && ./none 2> /dev/null \
  || unsupported "no thread sanitizer"

# quiet OPTION...: a run says nothing and ends well.
quiet () {
  rm -rf profile
  run 0 "$GASP" run -q -o profile "$@" ./prog
  [ ! -s err ] || fail "$(cat err)"
}

for mode in source emitted; do
  run 0 "$CC" -O1 -g -fsanitize=thread --profile \
    -finstrument-gasp-functions=$mode threads.c -o prog
  quiet --timing=auto
  quiet --timing=all
  quiet --trace
  quiet --budget=5%
  run 66 "$GASP" run -q -o profile ./prog races
  has err 'WARNING: ThreadSanitizer: data race'
  has err '#0 race '
done
