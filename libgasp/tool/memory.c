/* memory.c - blocks of memory: what is live, and what is freed wrongly.

   SPDX-License-Identifier: Apache-2.0

   A block is forgotten at the START of its free and learnt at the END of its
   allocation, so that an address that another thread is given in between
   confuses nobody.  The blocks themselves are in the record, so that leaks
   are known also if the program is killed; the table that finds them by
   address is not, so that a forked process keeps its own.  After event.c.  */

#include "tool.h"
#include <string.h>

/* A block that is known, but is not in this record: it was there before the
   fork, or the record is full.  */
#define ELSEWHERE (~(gasp_record_ref) 0)

struct entry {
  uint64_t address;		/* 0: empty */
  gasp_record_ref block;
};

/* Addresses are spread over several tables, so that threads seldom meet.  */
struct shard {
  gasp_tool_lock lock;
  struct entry *entries;
  uint32_t mask, count;
  gasp_record_ref unused;	/* blocks, linked by SIZE */
} __attribute__ ((aligned (64)));
#define SHARDS 64
static struct shard shards[SHARDS];

/* Recently freed addresses, and where: as many as there is room for.  */
struct freed {
  uint64_t address;
  gasp_record_ref place;
};
#define FREED 65536
static struct freed *freed_blocks;

static uint32_t
hash_address (uint64_t address)
{
  return map_hash (address >> 4);
}

static struct shard *
shard_of (uint32_t hash)
{
  return &shards[hash % SHARDS];
}

/* ---- One shard.  It is locked.  */

/* The slot where an address of HASH should be.  */
static uint32_t
slot_of (const struct shard *shard, uint32_t hash)
{
  return hash / SHARDS & shard->mask;
}

/* ADDRESS's entry, or the empty one where it would go.  */
static struct entry *
find_entry (struct shard *shard, uint32_t hash, uint64_t address)
{
  uint32_t i = slot_of (shard, hash);
  while (shard->entries[i].address && shard->entries[i].address != address)
    i = (i + 1) & shard->mask;
  return &shard->entries[i];
}

/* Make room for one more.  */
static bool
reserve_entry (struct shard *shard)
{
  struct shard old = *shard;
  if (old.entries && old.count < old.mask / 4 * 3)
    return true;
  uint32_t size = old.entries ? 2 * (old.mask + 1) : 256;
  struct entry *entries = gasp_tool_pages (size * sizeof *entries);
  if (!entries)
    return false;
  shard->entries = entries;
  shard->mask = size - 1;
  if (!old.entries)
    return true;
  for (uint32_t i = 0; i <= old.mask; i++)
    {
      uint64_t address = old.entries[i].address;
      if (address)
	*find_entry (shard, hash_address (address), address) = old.entries[i];
    }
  gasp_tool_pages_free (old.entries, (old.mask + 1) * sizeof *old.entries);
  return true;
}

/* Empty ENTRY, and move up what stands behind it because of it.  */
static void
remove_entry (struct shard *shard, struct entry *entry)
{
  uint32_t hole = entry - shard->entries, i = hole;
  for (;;)
    {
      i = (i + 1) & shard->mask;
      uint64_t address = shard->entries[i].address;
      if (!address)
	break;
      uint32_t home = slot_of (shard, hash_address (address));
      if (((i - home) & shard->mask) >= ((i - hole) & shard->mask))
	{
	  shard->entries[hole] = shard->entries[i];
	  hole = i;
	}
    }
  shard->entries[hole].address = 0;
  shard->count--;
}

/* A block of the record, or ELSEWHERE if that is full.  */
static gasp_record_ref
new_block (struct shard *shard)
{
  static const struct gasp_record_block none[32];
  if (!shard->unused)
    {
      struct gasp_record_block *blocks
	= gasp_tool_add (GASP_RECORD_BLOCKS, none, sizeof none);
      if (!blocks)
	return ELSEWHERE;
      for (unsigned int i = 0; i < sizeof none / sizeof *none; i++)
	{
	  blocks[i].size = shard->unused;
	  shard->unused = ref_of (&blocks[i]);
	}
    }
  gasp_record_ref ref = shard->unused;
  shard->unused = AT (struct gasp_record_block, ref)->size;
  return ref;
}

static void
free_block (struct shard *shard, gasp_record_ref ref)
{
  struct gasp_record_block *block = AT (struct gasp_record_block, ref);
  __atomic_store_n (&block->address, 0, __ATOMIC_RELEASE);
  block->size = shard->unused;
  shard->unused = ref;
}

/* ---- What is live altogether.  */

static void
count_live (uint64_t bytes, uint64_t ticks)
{
  struct gasp_record_header *header = HEADER;
  uint64_t live = __atomic_add_fetch (&header->live_bytes, bytes,
				      __ATOMIC_RELAXED);
  uint64_t blocks = __atomic_add_fetch (&header->live_blocks, 1,
					__ATOMIC_RELAXED);
  uint64_t peak = __atomic_load_n (&header->peak_bytes, __ATOMIC_RELAXED);
  if (blocks > header->peak_blocks)
    header->peak_blocks = blocks;
  while (live > peak)
    if (__atomic_compare_exchange_n (&header->peak_bytes, &peak, live, 1,
				     __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      {
	header->peak_ticks = ticks;
	return;
      }
}

static void
count_dead (uint64_t bytes)
{
  __atomic_sub_fetch (&HEADER->live_bytes, bytes, __ATOMIC_RELAXED);
  __atomic_sub_fetch (&HEADER->live_blocks, 1, __ATOMIC_RELAXED);
}

/* Write NEW into the record for ENTRY.  */
static void
set_block (struct shard *shard, struct entry *entry,
	   const struct gasp_record_block *new)
{
  entry->block = new_block (shard);
  if (entry->block == ELSEWHERE)
    {
      __atomic_add_fetch (&HEADER->untracked_blocks, 1, __ATOMIC_RELAXED);
      return;
    }
  struct gasp_record_block *block
    = AT (struct gasp_record_block, entry->block);
  block->size = new->size;
  block->node = new->node;
  block->thread = new->thread;
  block->ticks = new->ticks;
  __atomic_store_n (&block->address, new->address, __ATOMIC_RELEASE);
  count_live (new->size, new->ticks);
}

/* Take the block of ENTRY out of the record.  */
static void
clear_block (struct shard *shard, struct entry *entry,
	     struct gasp_record_block *was)
{
  memset (was, 0, sizeof *was);
  if (entry->block == ELSEWHERE)
    return;
  *was = *AT (struct gasp_record_block, entry->block);
  free_block (shard, entry->block);
  count_dead (was->size);
}

/* ---- By address.  */

/* There is a new block.  Returns false if it was learnt since SINCE: an
   allocator that is itself instrumented was called by another.  */
static bool
learn (const struct gasp_record_block *new, uint64_t since)
{
  uint32_t hash = hash_address (new->address);
  struct shard *shard = shard_of (hash);
  bool is_new = true;
  lock (&shard->lock);
  if (reserve_entry (shard))
    {
      struct gasp_record_block was = { 0 };
      struct entry *entry = find_entry (shard, hash, new->address);
      if (!entry->address)
	{
	  entry->address = new->address;
	  shard->count++;
	}
      else if (entry->block != ELSEWHERE
	       && AT (struct gasp_record_block, entry->block)->ticks >= since)
	is_new = false;
      else
	clear_block (shard, entry, &was);
      if (is_new)
	set_block (shard, entry, new);
    }
  unlock (&shard->lock);
  return is_new;
}

/* The block at ADDRESS goes away.  False if it is not known.  */
static bool
forget (uint64_t address, struct gasp_record_block *was)
{
  uint32_t hash = hash_address (address);
  struct shard *shard = shard_of (hash);
  bool known = false;
  memset (was, 0, sizeof *was);
  lock (&shard->lock);
  if (shard->entries)
    {
      struct entry *entry = find_entry (shard, hash, address);
      known = entry->address != 0;
      if (known)
	{
	  clear_block (shard, entry, was);
	  remove_entry (shard, entry);
	}
    }
  unlock (&shard->lock);
  return known;
}

/* Where an address that is freed may be found among those freed, or null.  */
static struct freed *
freed_slot (uint64_t address)
{
  struct freed *blocks = __atomic_load_n (&freed_blocks, __ATOMIC_ACQUIRE);
  if (!blocks)
    {
      struct freed *other = NULL;
      blocks = gasp_tool_pages (FREED * sizeof *blocks);
      if (!blocks)
	return NULL;
      if (!__atomic_compare_exchange_n (&freed_blocks, &other, blocks, 0,
					__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
	{
	  gasp_tool_pages_free (blocks, FREED * sizeof *blocks);
	  blocks = other;
	}
    }
  return &blocks[hash_address (address) % FREED];
}

/* ---- Events.  */

/* Whether EVENT is part of another that frees ADDRESS: an operator delete
   that calls free.  */
static bool
is_being_freed (gasp_context_t context, const struct open_event *event,
		const void *address)
{
  for (unsigned int i = 0; i < context->event_count; i++)
    if (&context->events[i] != event
	&& context->events[i].argument == address)
      return true;
  return false;
}

/* A block of which nothing is known is freed.  */
static void
free_unknown (struct open_event *event, uint64_t address)
{
  struct freed *freed = freed_slot (address);
  if (freed && freed->address == address)
    {
      /* Until the call returns.  */
      event->suspect = true;
      event->earlier = freed->place;
      gasp_tool_count_note (GASP_RECORD_DOUBLE_FREE, ref_of (event->node),
			    freed->place, address);
      return;
    }
  __atomic_add_fetch (&HEADER->unknown_frees, 1, __ATOMIC_RELAXED);
  gasp_tool_count_note (GASP_RECORD_UNKNOWN_FREE, ref_of (event->node), 0,
			address);
}

void
gasp_tool_freeing (gasp_context_t context, struct open_event *event,
		   const union argument *arguments)
{
  const void *pointer = arguments[0].p;
  uint64_t address = (uint64_t) (uintptr_t) pointer;
  struct gasp_record_block was;

  if (!pointer)
    return;
  if (!event)
    {
      forget (address, &was);
      return;
    }
  if (is_being_freed (context, event, pointer))
    return;
  event->argument = pointer;
  if (!forget (address, &was))
    {
      free_unknown (event, address);
      return;
    }
  event->size = was.size;
  event->block_node = was.node;
  struct freed *freed = freed_slot (address);
  if (freed)
    *freed = (struct freed) { address, event->node->place };
}

uint64_t
gasp_tool_freed (gasp_context_t context, const struct open_event *event,
		 const union argument *arguments)
{
  (void) context;
  if (!event)
    return 0;
  if (event->suspect)
    {
      gasp_record_ref node = ref_of (event->node);
      uint64_t address = (uint64_t) (uintptr_t) arguments[0].p;
      struct gasp_record_note *note
	= gasp_tool_count_note (GASP_RECORD_DOUBLE_FREE, node, event->earlier,
				address);
      /* Take back this one and the one at the START.  */
      if (note)
	__atomic_sub_fetch (&note->count, 2, __ATOMIC_RELAXED);
      gasp_tool_count_note (GASP_RECORD_FREED_AGAIN, node, event->earlier,
			    address);
    }
  return event->size;
}

/* SIZE bytes at POINTER have been allocated by EVENT, or by what could not be
   recorded.  Returns the bytes to count.  */
static uint64_t
allocated (gasp_context_t context, const struct open_event *event,
	   const void *pointer, uint64_t size)
{
  if (!pointer || context->attention & ATTENTION_OFF)
    return 0;
  struct gasp_record_block block = {
    .address = (uint64_t) (uintptr_t) pointer,
    .size = size,
    .node = ref_of (event ? event->node : context->node),
    .thread = context->thread->number,
    .ticks = context->thread->last
  };
  if (event && !learn (&block, -event->ticks))
    return 0;
  if (!event)
    learn (&block, UINT64_MAX);
  return size;
}

uint64_t
gasp_tool_allocated (gasp_context_t context, const struct open_event *event,
		     const union argument *arguments)
{
  return allocated (context, event, arguments[1].p, arguments[0].z);
}

void
gasp_tool_reallocating (gasp_context_t context, struct open_event *event,
			const union argument *arguments)
{
  gasp_tool_freeing (context, event, arguments);
}

uint64_t
gasp_tool_reallocated (gasp_context_t context, const struct open_event *event,
		       const union argument *arguments)
{
  const void *pointer = arguments[2].p;
  uint64_t size = arguments[1].z;

  gasp_tool_freed (context, event, arguments);
  if (pointer || size == 0)
    return allocated (context, event, pointer, size);
  /* It failed: the old block is still there.  */
  if (event && event->argument && event->block_node)
    {
      struct gasp_record_block block = {
	.address = (uint64_t) (uintptr_t) event->argument,
	.size = event->size,
	.node = event->block_node,
	.thread = context->thread->number,
	.ticks = context->thread->last
      };
      learn (&block, UINT64_MAX);
    }
  return 0;
}

/* ---- Fork.  */

void
gasp_tool_memory_fork (void)
{
  for (struct shard *shard = shards; shard < shards + SHARDS; shard++)
    {
      shard->lock = 0;
      shard->unused = 0;
      for (uint32_t i = 0; shard->entries && i <= shard->mask; i++)
	shard->entries[i].block = ELSEWHERE;
    }
  if (freed_blocks)
    memset (freed_blocks, 0, FREED * sizeof *freed_blocks);
}
