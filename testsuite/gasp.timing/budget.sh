# With a budget, what is called most is switched off, counted until then, listed, and can be left out of the next build.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <pthread.h>
#include <stdio.h>
#define KEEP __attribute__ ((noipa))
KEEP int leaf (int *p) { return *p + 1; }
KEEP int rare (int n) { int x = 0; for (int i = 0; i < 2000000; i++) x = leaf (&x); return x + n; }
static void *work (void *sum) { for (int i = 0; i < 10; i++) *(long *) sum += rare (i); return sum; }
int main (void)
{
  long a = 0, b = 0;
  pthread_t thread;
  pthread_create (&thread, NULL, work, &a);
  work (&b);
  pthread_join (thread, NULL);
  printf ("%ld %ld\n", a, b);
  return 0;
}
END
for mode in source emitted; do
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode a.c -pthread -o prog
  for timing in auto all; do
    rm -rf records
    run 0 "$GASP" run -q --budget=2% --timing=$timing -o records ./prog
    has out '^20000045 20000045$'
    run 0 "$GASP" report --filter=rules records
    has out '^  calls +with (≥|>=) are lower bounds: .* gasp run --exact'
    run 0 "$GASP" report --view=budget,flat records
    has out '^Switched off to stay within the budget'
    has out '^(≥|>=)[0-9.]+( [kMG])? +.* leaf( |$)'
    has out ' 20 +~?[0-9.]+ [a-zµ]+ .*rare'
    has rules '^exclude function int leaf\(int \\\*\)$'
    hasnt rules 'rare'
  done
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode -finstrument-gasp-filter=rules a.c -pthread -o prog
  rm -rf records
  # Samples would find it.
  run 0 "$GASP" run -q --sample=none -o records ./prog
  run 0 "$GASP" report records
  hasnt out 'leaf'
  has out 'rare'
  hasnt out 'Switched off'
done
for bad in -1 -5% x 5%%; do
  rm -rf records
  run 0 env GASP_BUDGET=$bad "$GASP" run -q -o records ./prog
  has err 'GASP_BUDGET'
done
