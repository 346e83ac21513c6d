# -fupc-check: of many accesses at random, ordered by barriers, two are a race, or none.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.upc <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#define LENGTH (3000 * THREADS)
enum { PHASES = 4, STEPS = 4000 };
#ifdef HEAP
shared int *a;
#else
shared int a[LENGTH];
#endif
static unsigned long x;
static unsigned
next (void)
{
  x ^= x << 13; x ^= x >> 7; x ^= x << 17;
  return x >> 11;
}
/* Returns which thread has element I in PHASE; THREADS if all only read it.  */
static int
owner (unsigned i, unsigned phase, unsigned seed)
{
  unsigned long h = i * 2654435761ul ^ (phase * 40503ul + seed * 7919ul);
  h = (h ^ h >> 13) * 0x9e3779b97f4a7c15;
  return (h >> 40) % (THREADS + 1);
}
int
main (int argc, char **argv)
{
  unsigned seed = atoi (argv[1]);
  int plant = argc > 2, sum = 0, v;
#ifdef HEAP
  a = upc_all_alloc (LENGTH, sizeof *a);
#endif
  x = seed * 1000003ul + 17;
  for (int i = 0; i < 10; i++)
    next ();
  unsigned when = next () % PHASES, one = next () % THREADS, at;
  unsigned other = (one + 1 + next () % (THREADS - 1)) % THREADS;
  unsigned its = next () % STEPS, others = next () % STEPS, writes = next () % 2;
  do
    at = next () % LENGTH;
  while (owner (at, when, seed) != other);
  if (plant && !MYTHREAD)
    printf ("a[%u]\n", at);
  x = (seed * 31ul + MYTHREAD + 1) * 88172645463325252ul;
  upc_barrier;
  for (unsigned phase = 0; phase < PHASES; phase++)
    {
      for (unsigned step = 0; step < STEPS; step++)
	{
	  unsigned i = next () % LENGTH, how = next () % 4;
	  int whose = owner (i, phase, seed);
	  if (plant && phase == when && MYTHREAD == one && step == its)
	    {
	      if (writes) a[at] = 1; else sum += a[at];
	    }
	  else if (plant && phase == when && MYTHREAD == other && step == others)
	    a[at] = 2;
	  else if ((plant && i == at) || (whose != MYTHREAD && whose != THREADS))
	    continue;
	  else if (whose == THREADS || how == 3)
	    sum += a[i];
	  else if (how == 0)
	    a[i] = step;
	  else if (how == 1)
	    a[i] += 1;
	  else
	    { v = a[i]; a[i] = v + 1; }
	}
      upc_barrier;
    }
  return sum == 12345;
}
END
for options in -O0 '-O2 -DHEAP' -O2; do
  # shellcheck disable=SC2086
  run 0 "$UPCC" -g -fupc-check $options prog.upc -o prog
  for seed in 1 2 3 4 5 6; do
    run 0 ./prog -n 3 $seed
    hasnt err .
    run 66 ./prog -n 3 $seed plant
    count 1 err 'data race'
    place=$(sed 's/[][]/\\&/g' out)
    [ "$options" = '-O2 -DHEAP' ] || has err "data race on $place:"
  done
done
