/* Threads free what others have allocated, while those allocate more; and what own
   heaps have given back is there for the shared one.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 3 4 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-environment UPC_SHARED_HEAP_SIZE=4M } */

#include <stdlib.h>
#include "../check.h"

#define ROUNDS 3000
#define SLOTS 64

/* A slot is taken and given by the thread that has its lock.  */
static shared [] int *shared slots[SLOTS * THREADS];
static upc_lock_t *shared locks[SLOTS * THREADS];

/* Blocks are of all kinds; each begins with its size and has a pattern.  */
static void
put_new (int i, int kind, int size)
{
  shared [] int *p = (shared [] int *) (kind == 0
		     ? upc_global_alloc (1, size * sizeof (int))
		     : upc_alloc (size * sizeof (int)));
  CHECK (p != NULL);
  for (int k = 0; k < size; k++)
    p[k] = k ? i + k : size;
  slots[i] = p;
}

static void
take_old (int i)
{
  shared [] int *p = slots[i];
  int size = p[0];
  for (int k = 1; k < size; k++)
    CHECK_IS (p[k], i + k);
  slots[i] = NULL;
  upc_free (p);
}

int
main (void)
{
  srand (MYTHREAD + 7);
  for (int i = 0; i < SLOTS; i++)
    {
      upc_lock_t *lock = upc_all_lock_alloc ();
      if (MYTHREAD == 0)
	locks[i] = lock;
    }
  upc_barrier;
  for (int round = 0; round < ROUNDS; round++)
    {
      int i = rand () % SLOTS;
      upc_lock (locks[i]);
      if (slots[i])
	take_old (i);
      else
	put_new (i, rand () % 3, 1 + rand () % 200);
      upc_unlock (locks[i]);
    }
  upc_barrier;
  if (MYTHREAD == 0)
    for (int i = 0; i < SLOTS; i++)
      if (slots[i])
	take_old (i);
  upc_barrier;
  for (int i = 0; i < 20; i++)
    {
      shared void *own = upc_alloc (3000000);
      CHECK (own != NULL);
      upc_free (own);
      upc_barrier;
      shared void *all = upc_all_alloc (THREADS, 3000000);
      CHECK (all != NULL);
      upc_all_free (all);
      upc_barrier;
    }
  return 0;
}
