/* gups.upc - random access: updates of words anywhere in a shared table.

   SPDX-License-Identifier: Apache-2.0

   usage: gups [LOGARITHM OF THE TABLE'S SIZE]

   As in the HPC Challenge benchmark, a word is exclusive-ored with a random
   number that chooses it; but atomically.  Done twice, all words have to be
   what they were.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_tick.h>

shared long wrong[THREADS], all_wrong;

static uint64_t
next (uint64_t x)
{
  x ^= x << 13;
  x ^= x >> 7;
  return x ^ x << 17;
}

static void
update (upc_atomicdomain_t *domain, shared uint64_t *table, uint64_t size,
	uint64_t updates)
{
  uint64_t x = MYTHREAD * UINT64_C (0x9e3779b97f4a7c15) + 1, i;

  for (i = 0; i < updates; i++)
    {
      x = next (x);
      upc_atomic_relaxed (domain, NULL, UPC_XOR, &table[x & (size - 1)], &x,
			  NULL);
    }
  upc_barrier;
}

int
main (int argc, char **argv)
{
  uint64_t size = UINT64_C (1) << (argc > 1 ? atoi (argv[1]) : 10), i;
  shared uint64_t *table = upc_all_alloc (size, sizeof (uint64_t));
  upc_atomicdomain_t *domain
    = upc_all_atomicdomain_alloc (UPC_UINT64, UPC_XOR, 0);
  uint64_t updates = 4 * size / THREADS;
  upc_tick_t start;
  double seconds;

  upc_forall (i = 0; i < size; i++; &table[i])
    table[i] = i;
  upc_barrier;
  start = upc_ticks_now ();
  update (domain, table, size, updates);
  seconds = upc_ticks_to_ns (upc_ticks_now () - start) * 1e-9;
  update (domain, table, size, updates);
  upc_forall (i = 0; i < size; i++; &table[i])
    wrong[MYTHREAD] += table[i] != i;
  upc_all_reduceL (&all_wrong, wrong, UPC_ADD, THREADS, 1, NULL, 0);
  upc_all_atomicdomain_free (domain);
  if (MYTHREAD == 0)
    printf ("gups: %llu words on %d threads: %.4f GUPS: %s\n",
	    (unsigned long long) size, THREADS,
	    updates * THREADS / seconds * 1e-9, all_wrong ? "FAILED" : "PASSED");
  return all_wrong != 0;
}
