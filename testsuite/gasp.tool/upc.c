/* upc.c - what the tests of UPC in the sample tool measure.  It is compiled as
   UPC, for any number of threads.

   SPDX-License-Identifier: Apache-2.0  */

#include <upc.h>
#include <stdio.h>
#include <unistd.h>

#define BLOCK 16
shared [BLOCK] int named[BLOCK * THREADS];
shared int total;

/* Thread t puts t + 1 ints to its right neighbour, gets 2 from thread 0, and
   puts 4, in one piece, into its left neighbour's part of an array.  */
static void
move (shared int *all)
{
  int right = (MYTHREAD + 1) % THREADS, buffer[4] = { 1, 2, 3, 4 };
  for (int i = 0; i <= MYTHREAD; i++)
    named[right * BLOCK + i] = i;			/* PUT */
  upc_barrier;						/* FIRST */
  int sum = named[0];
  sum += named[1];
  int left = (MYTHREAD + THREADS - 1) % THREADS;
  upc_memput (&all[left], buffer, sizeof buffer);	/* MEMPUT */
  upc_barrier;
  if (sum < 0)
    puts ("no");
}

/* A block that only its owner knows the allocation of.  */
static void
move_own (void)
{
  static shared [] char *shared owned[THREADS];
  owned[MYTHREAD] = upc_alloc (100);			/* OWN */
  upc_barrier;
  shared [] char *others = owned[(MYTHREAD + 1) % THREADS];
  upc_memset (others, 7, 50);				/* MEMSET */
  upc_barrier;
}

/* Thread 0 has the lock, for long, before the others try.  */
static void
contend (upc_lock_t *lock)
{
  if (MYTHREAD == 0)
    upc_lock (lock);					/* FREE */
  upc_barrier;
  if (MYTHREAD != 0 && upc_lock_attempt (lock))		/* ATTEMPT */
    puts ("got it");
  upc_barrier;
  usleep (MYTHREAD == 0 ? 30000 : 0);
  if (MYTHREAD == 0)
    upc_unlock (lock);
  else
    {
      upc_lock (lock);					/* CONTENDED */
      upc_unlock (lock);
    }
}

int
main (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();		/* LOCK */
  shared int *all = upc_all_alloc (THREADS, 4 * BLOCK);	/* ALL */
  move (all);
  move_own ();
  contend (lock);
  usleep (MYTHREAD == THREADS - 1 ? 50000 : 0);
  upc_barrier;						/* SLOW */
  usleep (MYTHREAD == THREADS - 1 ? 50000 : 0);
  upc_notify;
  upc_wait;						/* SPLIT */
  return 0;
}
