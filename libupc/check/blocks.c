/* blocks.c - what has been allocated in the heaps, for -fupc-check.

   SPDX-License-Identifier: Apache-2.0

   A table for the shared heap, and one for each thread's own, in the order in
   which the heap grows: in one that grows downwards, places are counted from
   the part's end.  So new blocks are the last, mostly.  What was freed stays
   there until something else is in its place.  */

#include <sys/mman.h>
#include "check/check.h"
#include "core/control.h"
#include "search.h"

#define MOST (1 << 18)

struct table
{
  struct upc_mutex lock;
  uint32_t version;		/* odd while it changes */
  bool is_full;			/* more have been made than are in it */
  size_t count;
  struct upc_block blocks[MOST];
};
static struct table *tables;	/* THREADS, then that of the shared heap */
static uint32_t *frees;		/* see upc_blocks_freed */

bool upc_has_blocks;

void
upc_blocks_prepare (void)
{
  tables = upc_map_shared ((THREADS + UINT64_C (1)) * sizeof *tables);
  frees = upc_map_shared (sizeof *frees);
  if (tables)
    madvise (tables, (THREADS + UINT64_C (1)) * sizeof *tables, MADV_DONTDUMP);
  upc_has_blocks = tables != NULL && frees != NULL;
}

uint32_t
upc_blocks_freed (void)
{
  return frees ? __atomic_load_n (frees, __ATOMIC_ACQUIRE) : 0;
}

static bool
is_shared (const struct table *table)
{
  return table == &tables[THREADS];
}

/* Returns the place in TABLE's order of what is at ADDRESS and has SIZE.  */
static uint64_t
order (const struct table *table, uint64_t address, uint64_t size)
{
  return is_shared (table) ? address : UPC_MAX_PART - address - size;
}

/* Returns how many blocks of TABLE begin at AT or before.  */
static size_t
count_to (const struct table *table, uint64_t at)
{
  return FIRST_FROM (table->count < MOST ? table->count : MOST, i,
		     table->blocks[i].at <= at);
}

/* Finds the block of AT, as it is at one moment.  Returns 1; 0 if it is in
   none; -1 if the table does not know.  */
static int
find_in (const struct table *table, uint64_t at, struct upc_block *block)
{
  uint32_t before, behind;
  int found;
  do
    {
      before = __atomic_load_n (&table->version, __ATOMIC_ACQUIRE);
      size_t i = count_to (table, at);
      found = i ? 1 : 0;
      if (i)
	*block = table->blocks[i - 1];
      __atomic_thread_fence (__ATOMIC_ACQUIRE);
      behind = __atomic_load_n (&table->version, __ATOMIC_RELAXED);
    }
  while (before != behind || before & 1);
  if (found && at - block->at < block->size)
    return 1;
  return table->is_full ? -1 : 0;
}

/* Recent answers of find_in, by a part of the address.  */
struct memory
{
  const struct table *table;
  uint32_t version;
  struct upc_block block;
};

static int
find_again (const struct table *table, uint64_t at, struct upc_block *block)
{
  static struct memory memories[16];
  struct memory *m = &memories[(at >> 12 ^ (uint64_t) (table - tables)) % 16];
  uint32_t version = __atomic_load_n (&table->version, __ATOMIC_ACQUIRE);
  if (m->table == table && m->version == version
      && at - m->block.at < m->block.size)
    {
      *block = m->block;
      return 1;
    }
  int found = find_in (table, at, block);
  if (found > 0)
    *m = (struct memory) { table, version, *block };
  return found;
}

/* Returns where BLOCK of TABLE begins in its part.  */
static uint64_t
start_of (const struct table *table, const struct upc_block *block)
{
  return is_shared (table) ? block->at : UPC_MAX_PART - block->at - block->size;
}

int
upc_find_block (upc_pts_t p, struct upc_block *block, uint64_t *start)
{
  struct upc_block own;
  const struct table *table = &tables[THREADS];
  uint64_t address = upc_pts_address (p);
  int in_shared = find_again (table, address, block);
  if (in_shared > 0)
    *start = start_of (table, block);
  if (in_shared > 0 && block->kind != UPC_BLOCK_FREED)
    return 1;
  table = &tables[upc_pts_thread (p)];
  int in_own = find_again (table, order (table, address, 1), &own);
  if (in_own > 0 && (in_shared <= 0 || own.kind != UPC_BLOCK_FREED))
    {
      *block = own;
      *start = start_of (table, block);
    }
  return in_shared > 0 || in_own > 0 ? 1 : in_shared < 0 || in_own < 0 ? -1 : 0;
}

/* Looks at block I of TABLE, by how much ADDRESS is beside it: keeps it in
   BLOCK and *START if that is less than *LEAST.  */
static void
look_beside (const struct table *table, size_t i, uint64_t address,
	     uint64_t *least, struct upc_block *block, uint64_t *start)
{
  if (i >= table->count || table->blocks[i].kind != UPC_BLOCK_USED)
    return;
  uint64_t its = start_of (table, &table->blocks[i]);
  uint64_t end = its + table->blocks[i].size;
  uint64_t by = address < its ? its - address : address - end;
  if (by >= *least)
    return;
  *least = by;
  *block = table->blocks[i];
  *start = its;
}

bool
upc_find_block_near (upc_pts_t p, struct upc_block *block, uint64_t *start)
{
  enum { NEAR = 4096 };
  uint64_t address = upc_pts_address (p), least = NEAR;
  for (int shared = 1; shared >= 0; shared--)
    {
      const struct table *table
	= &tables[shared ? THREADS : (int) upc_pts_thread (p)];
      size_t i = count_to (table, order (table, address, 1));
      look_beside (table, i - 1, address, &least, block, start);
      look_beside (table, i, address, &least, block, start);
    }
  return least < NEAR;
}

static struct table *
table_of (upc_pts_t p)
{
  uint64_t top = __atomic_load_n (&upc_control->heap_top, __ATOMIC_ACQUIRE);
  bool shared = upc_pts_thread (p) == 0 && upc_pts_address (p) <= top;
  return &tables[shared ? THREADS : (int) upc_pts_thread (p)];
}

static void
begin_change (struct table *table)
{
  upc_mutex_lock (&table->lock);
  __atomic_fetch_add (&table->version, 1, __ATOMIC_SEQ_CST);
}

static void
end_change (struct table *table)
{
  __atomic_fetch_add (&table->version, 1, __ATOMIC_SEQ_CST);
  upc_mutex_unlock (&table->lock);
}

/* Puts BLOCK where others were that overlap it.  */
static void
put (struct table *table, const struct upc_block *block)
{
  size_t first = count_to (table, block->at);
  size_t end = count_to (table, block->at + block->size - 1);
  const struct upc_block *before = &table->blocks[first - 1];
  if (first && before->at + before->size > block->at)
    first--;
  if (table->count - (end - first) + 1 > MOST)
    {
      table->is_full = true;
      return;
    }
  memmove (&table->blocks[first + 1], &table->blocks[end],
	   (table->count - end) * sizeof *block);
  table->blocks[first] = *block;
  table->count = table->count - (end - first) + 1;
}

void
upc_block_made (upc_pts_t p, const struct upc_block *block)
{
  struct table *table = table_of (p);
  struct upc_block its = *block;
  its.at = order (table, upc_pts_address (p), block->size);
  begin_change (table);
  put (table, &its);
  end_change (table);
}

void
upc_block_changed (upc_pts_t p, enum upc_block_kind kind,
		   struct upc_where where)
{
  int thread = upc_pts_thread (p);
  for (int shared = 0; shared < 2; shared++)
    {
      struct table *table = &tables[shared ? THREADS : thread];
      begin_change (table);
      size_t i = count_to (table, order (table, upc_pts_address (p), 1));
      struct upc_block *block = i ? &table->blocks[i - 1] : NULL;
      if (block && block->kind != UPC_BLOCK_FREED
	  && order (table, upc_pts_address (p), 1) - block->at < block->size)
	{
	  block->kind = kind;
	  block->freed = where;
	  block->thread = MYTHREAD;
	}
      end_change (table);
    }
  __atomic_fetch_add (frees, 1, __ATOMIC_ACQ_REL);
}
