/* uts.upc - unbalanced tree search: count the nodes of a tree whose shape
   nobody knows before, with work stealing.

   SPDX-License-Identifier: Apache-2.0

   usage: uts [SEED]

   A node is a random number; it has CHILDREN of them, or none.  Each thread has
   a stack of its own, and puts some of it where others can take it.  Checked
   by counting once more, alone.  */

#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>

enum { FIRST = 2000, CHILDREN = 8, CHUNK = 20, ROOM = 1 << 16 };

/* What can be stolen from a thread: by chunks.  How many there are changes with the
   thread's lock, but is looked at without, so these accesses are strict.  */
struct offer {
  uint64_t nodes[32][CHUNK];
};
shared struct offer offers[THREADS];
strict shared int chunks[THREADS];
upc_lock_t *shared locks[THREADS];

/* Nodes that are not yet counted; never too few.  */
shared long pending;
static upc_atomicdomain_t *domain;

shared long counts[THREADS], steals[THREADS], total, stolen;

static uint64_t stack[ROOM];
static int height;

static uint64_t
child (uint64_t node, int i)
{
  node += (i + 1) * UINT64_C (0x9e3779b97f4a7c15);
  node = (node ^ node >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  node = (node ^ node >> 27) * UINT64_C (0x94d049bb133111eb);
  return node ^ node >> 31;
}

/* 0.12 of the nodes have children.  */
static int
children (uint64_t node)
{
  return (node >> 11) * 0x1p-53 < 0.12 ? CHILDREN : 0;
}

static void
push (uint64_t node)
{
  if (height == ROOM)
    {
      fprintf (stderr, "uts: the tree is too wide\n");
      upc_global_exit (2);
    }
  stack[height++] = node;
}

static void
add_pending (long n)
{
  upc_atomic_relaxed (domain, NULL, UPC_ADD, &pending, &n, NULL);
}

/* Offer a chunk from the bottom of the stack.  */
static void
offer (void)
{
  struct offer *mine = (struct offer *) &offers[MYTHREAD];
  int i, n;

  upc_lock (locks[MYTHREAD]);
  n = chunks[MYTHREAD];
  if (n < 32)
    {
      for (i = 0; i < CHUNK; i++)
	mine->nodes[n][i] = stack[--height];
      chunks[MYTHREAD] = n + 1;
    }
  upc_unlock (locks[MYTHREAD]);
}

/* Take a chunk from THREAD; whether there was one.  */
static int
take (int thread)
{
  int n;

  if (chunks[thread] == 0)
    return 0;
  upc_lock (locks[thread]);
  n = chunks[thread];
  if (n > 0)
    {
      upc_memget (stack, (shared [] uint64_t *) offers[thread].nodes[n - 1],
		  CHUNK * sizeof (uint64_t));
      chunks[thread] = n - 1;
      height = CHUNK;
    }
  upc_unlock (locks[thread]);
  return n > 0;
}

/* Take from anybody, this thread first.  */
static int
find_work (void)
{
  int i;

  for (i = 0; i < THREADS; i++)
    if (take ((MYTHREAD + i) % THREADS))
      {
	steals[MYTHREAD] += i > 0;
	return 1;
      }
  return 0;
}

/* Count what is on the stack.  New nodes are made known at once, those that
   are done at the end.  */
static long
work (void)
{
  long done = 0;
  int i, n;

  while (height > 0)
    {
      uint64_t node = stack[--height];
      n = children (node);
      if (n > 0)
	add_pending (n);
      for (i = 0; i < n; i++)
	push (child (node, i));
      done++;
      if (height > 2 * CHUNK && THREADS > 1)
	offer ();
    }
  add_pending (-done);
  return done;
}

static void
search (void)
{
  long left;

  for (;;)
    {
      counts[MYTHREAD] += work ();
      while (!find_work ())
	{
	  upc_atomic_relaxed (domain, &left, UPC_GET, &pending, NULL, NULL);
	  if (left == 0)
	    return;
	  sched_yield ();
	}
    }
}

static long
count_alone (uint64_t root)
{
  long n = 0;
  int i, more;

  for (i = 0; i < FIRST; i++)
    push (child (root, i));
  for (; height > 0; n++)
    {
      uint64_t node = stack[--height];
      more = children (node);
      for (i = 0; i < more; i++)
	push (child (node, i));
    }
  return n;
}

int
main (int argc, char **argv)
{
  uint64_t root = argc > 1 ? strtoull (argv[1], NULL, 0) : 42;
  int i, ok = 1;

  domain = upc_all_atomicdomain_alloc (UPC_LONG, UPC_ADD | UPC_GET, 0);
  locks[MYTHREAD] = upc_global_lock_alloc ();
  if (MYTHREAD == 0)
    {
      pending = FIRST;
      for (i = 0; i < FIRST; i++)
	push (child (root, i));
    }
  upc_barrier;
  search ();
  upc_all_reduceL (&total, counts, UPC_ADD, THREADS, 1, NULL, 0);
  upc_all_reduceL (&stolen, steals, UPC_ADD, THREADS, 1, NULL, 0);
  if (MYTHREAD == 0)
    {
      ok = count_alone (root) == total;
      printf ("uts: %ld nodes on %d threads, %ld chunks stolen: %s\n", total,
	      THREADS, stolen, ok ? "PASSED" : "FAILED");
    }
  return !ok;
}
