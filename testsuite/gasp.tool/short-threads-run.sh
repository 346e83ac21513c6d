# Threads of a few milliseconds, which wait for processors, run as long as they say.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <time.h>
static double
ran (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
__attribute__ ((noipa)) void
work (double *took)
{
  double start = ran (), x = 1;
  do
    for (int i = 0; i < 20000; i++) x = x * 1.0000001 + 1e-9;
  while ((*took = ran () - start) < 2e6 && x > 0);
}
static void *
start (void *took)
{
  work (took);
  return NULL;
}
int
main (void)
{
  double took[20], all = 0;
  pthread_t threads[20];
  for (int round = 0; round < 10; round++)
    {
      for (int i = 0; i < 20; i++)
	pthread_create (&threads[i], NULL, start, &took[i]);
      for (int i = 0; i < 20; i++)
	{
	  pthread_join (threads[i], NULL);
	  all += took[i];
	}
    }
  printf ("%.0f\n", all);
  return 0;
}
END
run 0 "$CC" --profile -O1 -g prog.c -o prog -pthread
run 0 "$GASP" run -q -o profile ./prog
read -r truth < out
run 0 "$GASP" report --format=csv --view=flat profile
awk -F, -v truth="$truth" '
NR == 1 { for (i = 1; i <= NF; i++) { gsub ("\"", "", $i); column[$i] = i }; column_count = NF }
NR > 1 { found += $(NF - column_count + column["running"]) }
END {
  print "ran " found / 1e6 " ms by the profile, " truth / 1e6 " by the clock"
  exit !(found > 0.8 * truth && found < 1.5 * truth)
}' out || fail "another time than the threads ran"
