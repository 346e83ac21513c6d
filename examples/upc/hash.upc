/* hash.upc - a hash table in shared space, a lock for each group of chains.

   SPDX-License-Identifier: Apache-2.0

   usage: hash [KEYS]

   All threads count words out of the same set; then each count is known.  */

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>

/* So many for each thread.  */
enum { CHAINS = 64, LOCKS = 4 };

struct entry {
  long key, count;
  shared [] struct entry *next;
};
typedef shared [] struct entry *entry;

shared entry chain[CHAINS * THREADS];
upc_lock_t *shared locks[LOCKS * THREADS];
shared long wrong[THREADS], all_wrong;

static int
hash (long key)
{
  return key * 2654435761ul % (CHAINS * THREADS);
}

static entry
find (long key)
{
  entry e = chain[hash (key)];

  while (e && e->key != key)
    e = e->next;
  return e;
}

static void
count (long key)
{
  int h = hash (key);
  upc_lock_t *lock = locks[h % (LOCKS * THREADS)];
  entry e;

  upc_lock (lock);
  e = find (key);
  if (!e)
    {
      e = upc_alloc (sizeof (struct entry));
      e->key = key;
      e->count = 0;
      e->next = chain[h];
      chain[h] = e;
    }
  e->count++;
  upc_unlock (lock);
}

int
main (int argc, char **argv)
{
  long keys = argc > 1 ? atol (argv[1]) : 300, i;
  int k;

  upc_forall (k = 0; k < LOCKS * THREADS; k++; k)
    locks[k] = upc_global_lock_alloc ();
  upc_barrier;
  /* Thread T counts the key that is 7 T behind key I T + I % 3 times.  */
  for (i = 0; i < keys; i++)
    for (k = 0; k < MYTHREAD + i % 3; k++)
      count ((i + MYTHREAD * 7) % keys * 1001);
  upc_barrier;
  upc_forall (i = 0; i < keys; i++; i)
    {
      long expected = 0, found = 0;
      entry e = find (i * 1001);
      for (k = 0; k < THREADS; k++)
	expected += k + ((i - k * 7) % keys + keys) % keys % 3;
      if (e)
	found = e->count;
      wrong[MYTHREAD] += found != expected;
    }
  upc_all_reduceL (&all_wrong, wrong, UPC_ADD, THREADS, 1, NULL, 0);
  if (MYTHREAD == 0)
    printf ("hash: %ld keys on %d threads: %s\n", keys, THREADS,
	    all_wrong ? "FAILED" : "PASSED");
  return all_wrong != 0;
}
