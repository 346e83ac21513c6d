/* Allocation of shared space (heap.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <heap.c>
#include <stdlib.h>
#include <sys/mman.h>
#include "unit.h"

#define PART (1 << 20)
#define FIRST 4096

/* A program of one thread, whose part is of SIZE.  */
static void
begin (uint64_t size)
{
  static char *memory;
  if (memory)
    munmap (memory, PART);
  free (upc_control);
  upc_control = aligned_alloc (UPC_LINE, sizeof *upc_control
					     + 2 * sizeof (struct upc_thread));
  memset (upc_control, 0,
	  sizeof *upc_control + 2 * sizeof (struct upc_thread));
  memory = mmap (NULL, PART, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  __upc_base = memory;
  __upc_threads = 1;
  __upc_mythread = 0;
  upc_conduit.addressable = true;
  upc_control->count = 1;
  upc_control->heap = upc_control->heap_top = FIRST;
  upc_control->part_end = size;
  upc_control->budget = size;
  upc_heap_prepare ();
}

static void
test_blocks_are_apart (void)
{
  begin (PART);
  struct upc_heap heaps[2] = { upc_shared_heap (), upc_own_heap (0) };
  uint64_t blocks[2][100];
  for (int h = 0; h < 2; h++)
    for (unsigned i = 0; i < 100; i++)
      {
	blocks[h][i] = upc_heap_take (&heaps[h], i);
	CHECK (blocks[h][i] >= FIRST && blocks[h][i] + i <= PART);
	memset (heaps[h].part + blocks[h][i], (int) i + 1, i);
      }
  for (int h = 0; h < 2; h++)
    for (unsigned i = 0; i < 100; i++)
      {
	bool same = true;
	for (unsigned j = 0; j < i; j++)
	  same &= heaps[h].part[blocks[h][i] + j] == (char) (i + 1);
	CHECK (same);
	CHECK (!h ? blocks[h][i] % UPC_LINE == 0 : blocks[h][i] % 16 == 0);
      }
}

/* Given back in any order, all of it is in the middle again.  */
static void
test_all_comes_back (void)
{
  begin (PART);
  for (int h = 0; h < 2; h++)
    {
      struct upc_heap heap = h ? upc_own_heap (0) : upc_shared_heap ();
      uint64_t before = upc_heap_room (&heap), edge = *heap.edge, blocks[64];
      for (int i = 0; i < 64; i++)
	blocks[i] = upc_heap_take (&heap, (uint64_t) (i * 37 % 64) * 50);
      CHECK (upc_heap_room (&heap) < before);
      for (int i = 0; i < 64; i++)
	CHECK (upc_heap_give (&heap, blocks[i * 29 % 64]));
      CHECK_NUMBER (upc_heap_room (&heap), before);
      CHECK_NUMBER (*heap.edge, edge);
      CHECK_NUMBER (upc_control->taken, 0);
    }
}

/* What is free between others is used again, and joined with its neighbours.
 */
static void
test_holes_are_filled (void)
{
  begin (PART);
  struct upc_heap heap = upc_own_heap (0);
  uint64_t a = upc_heap_take (&heap, 1000), b = upc_heap_take (&heap, 1000);
  uint64_t c = upc_heap_take (&heap, 1000), d = upc_heap_take (&heap, 1000);
  CHECK (upc_heap_give (&heap, b));
  CHECK_NUMBER (upc_heap_take (&heap, 900), b);
  CHECK (upc_heap_give (&heap, b) && upc_heap_give (&heap, c));
  uint64_t edge = *heap.edge, large = upc_heap_take (&heap, 2000);
  CHECK (large == b || large == c);
  CHECK_NUMBER (*heap.edge, edge);
  CHECK (a != d);
}

static void
test_what_was_not_taken (void)
{
  begin (PART);
  struct upc_heap heap = upc_own_heap (0);
  uint64_t a = upc_heap_take (&heap, 100), b = upc_heap_take (&heap, 100);
  CHECK (!upc_heap_give (&heap, a + 16));
  CHECK (!upc_heap_give (&heap, FIRST + 5000));
  CHECK (upc_heap_give (&heap, a));
  CHECK (!upc_heap_give (&heap, a));
  CHECK (upc_heap_give (&heap, b));
  CHECK (!upc_heap_give (&heap, b));
}

/* In any order, for long: no block is in another one.  */
static void
test_many_steps (void)
{
  enum
  {
    BLOCKS = 60,
    STEPS = 20000
  };
  struct
  {
    uint64_t at, size;
  } blocks[BLOCKS] = { { 0, 0 } };
  begin (PART);
  struct upc_heap heap = upc_own_heap (0);
  uint64_t before = upc_heap_room (&heap);
  uint32_t random = 1;
  bool fine = true;
  for (int step = 0; step < STEPS + BLOCKS; step++)
    {
      random = random * 1664525 + 1013904223;
      int i = step < STEPS ? (int) (random >> 16) % BLOCKS : step - STEPS;
      char *block = heap.part + blocks[i].at, mark = (char) (i + 1);
      for (uint64_t j = 0; blocks[i].at && j < blocks[i].size; j++)
	fine &= block[j] == mark;
      if (blocks[i].at)
	fine &= upc_heap_give (&heap, blocks[i].at);
      blocks[i].at = 0;
      if (step >= STEPS || random >> 31)
	continue;
      blocks[i].size = (random >> 8) % 700;
      blocks[i].at = upc_heap_take (&heap, blocks[i].size);
      fine &= blocks[i].at != 0;
      memset (heap.part + blocks[i].at, mark,
	      blocks[i].at ? blocks[i].size : 0);
    }
  CHECK (fine);
  CHECK_NUMBER (upc_heap_room (&heap), before);
}

/* The two heaps share what is in between, and neither goes beyond it or the
 * budget.  */
static void
test_the_end (void)
{
  begin (64 << 10);
  struct upc_heap shared = upc_shared_heap (), own = upc_own_heap (0);
  CHECK (!upc_heap_take (&own, UINT64_MAX));
  CHECK (!upc_heap_take (&own, UPC_MAX_PART));
  CHECK (!upc_heap_take (&shared, 64 << 10));
  uint64_t least = PART, greatest = 0, block;
  while ((block = upc_heap_take (&own, 1000)))
    least = block < least ? block : least;
  while ((block = upc_heap_take (&shared, 100)))
    greatest = block > greatest ? block : greatest;
  CHECK (greatest + 100 <= least - HEADER);
  CHECK (upc_heap_room (&own) < 1000 + HEADER + 16);
  begin (64 << 10);
  upc_control->budget = 8 << 10;
  own = upc_own_heap (0);
  CHECK (!upc_heap_take (&own, 9 << 10));
  CHECK (upc_heap_take (&own, 7 << 10));
  CHECK (!upc_heap_take (&own, 1 << 10));
}

UNIT (test_blocks_are_apart, test_all_comes_back, test_holes_are_filled,
      test_what_was_not_taken, test_many_steps, test_the_end);
