# The call in which a function is switched off ends: what its caller does behind it is not
# the function's.  In threads, too.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
__attribute__ ((noipa, no_instrument_function)) static long ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}
__attribute__ ((noipa, no_instrument_function)) static int behind (int n)
{
  volatile char below[4096];
  for (long until = ns () + 1000000; ns () < until;)
    for (int i = 0; i < 4096; i++)
      below[i] = i;
  return below[n];
}
/* Some calls are enough, and nearly all time is behind them.  */
#define PHASE(n)							\
  __attribute__ ((noipa)) static int often_##n (int i)			\
  {									\
    return i + 1;							\
  }									\
  __attribute__ ((noipa)) static int phase_##n (int sum)		\
  {									\
    for (int i = 0; i < 60; i++)					\
      {									\
	for (int j = 0; j < 10000 && i < 20; j++)			\
	  sum += often_##n (j);						\
	sum += behind (i);						\
      }									\
    return sum;								\
  }
PHASE (1) PHASE (2) PHASE (3) PHASE (4) PHASE (5) PHASE (6)
__attribute__ ((noipa)) static void *all (void *unused)
{
  int sum = phase_1 (0) + phase_2 (0) + phase_3 (0) + phase_4 (0) + phase_5 (0)
	    + phase_6 (0);
  return sum ? NULL : unused;
}
int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, all, NULL);
  all (NULL);
  pthread_join (thread, NULL);
  return 0;
}
END
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -g -O2 --profile -finstrument-gasp-functions=$mode prog.c -pthread -o prog
  rm -rf profile
  run 0 "$GASP" run -q --budget=1% -o profile ./prog
  run 0 "$GASP" report --format=csv --view=tree --limit=0 profile
  rows '$1 == "tree" && $at["name"] ~ /^often/ { often += $at["total"] }
    $1 == "tree" && $at["name"] ~ /^phase/ { phase += $at["total"] }
    END { print often, phase; exit !(phase && often < .2 * phase) }' out \
    || fail "$mode: what its caller did behind it is its own"
done
