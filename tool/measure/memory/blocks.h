/* blocks.h - blocks of memory: what happens to most of them.

   SPDX-License-Identifier: Apache-2.0

   Inline, for alloc.c and memory.c: each ends in a few stores to the record, or
   returns false, having done nothing, if something is out of the ordinary.
   Other functions are called last, if at all, so that who has nothing else to
   do saves no registers.  */

#pragma once

#include "chance.h"
#include "events/context.h"
#include "measure/memory/memory.h"
#include "measure/memory/filter.h"
#include "measure/memory/shadow.h"
#include "ground/state.h"

/* What is recorded for an address (shadow.h): 0, a block, or that its block has
   been freed, and where.  */
#define FREED 0x80000000u	/* and a place */
/* A block that is known, but is not in this record: it was there before the
   fork, or the record is full.  */
#define ELSEWHERE 0x7fffffffu

static inline bool
is_block (gasp_record_ref known)
{
  return (int32_t) known > 0;
}

static inline bool
is_recorded_block (gasp_record_ref known)
{
  return is_block (known) && known != ELSEWHERE;
}

/* Empties WORD.  Returns what it was: of two threads that take a block, the one
   that gets it from here has it (thinning.c).  */
static inline gasp_record_ref
take_word (gasp_record_ref *word)
{
  return __atomic_exchange_n (word, 0, __ATOMIC_ACQ_REL);
}

/* ---- Unused blocks: each thread has some, linked by SIZE.  */

/* Blocks that are taken from the record at a time: a small segment at first,
   and twice as many each time.  */
#define FIRST_BLOCKS 14
#define MOST_BLOCKS 448
#define MOST_UNUSED 1024

static inline void
push_block (gasp_record_ref *list, gasp_record_ref ref)
{
  AT (struct gasp_record_block, ref)->size = *list;
  *list = ref;
}

static inline gasp_record_ref
pop_block (gasp_record_ref *list)
{
  gasp_record_ref ref = *list;
  *list = AT (struct gasp_record_block, ref)->size;
  return ref;
}

/* ---- What is live altogether.  A thread keeps its share by itself, which is
   added to the header's when it has become large.  */

#define LARGE_SHARE 65536

static inline void
count_live (gasp_context_t context, uint64_t bytes, uint64_t blocks)
{
  struct gasp_record_thread *thread = context->thread;
  thread->live_bytes += bytes;
  thread->live_blocks += blocks;
  if (unlikely (thread->live_bytes > context->usual_bytes))
    gasp_tool_look_for_peak (context);
}

static inline void
count_dead (gasp_context_t context, uint64_t bytes, uint64_t blocks)
{
  struct gasp_record_thread *thread = context->thread;
  thread->live_bytes -= bytes;
  thread->live_blocks -= blocks;
  if (unlikely (thread->live_bytes < -LARGE_SHARE))
    gasp_tool_join_share (context);
}

/* ---- Blocks come and go.  */

/* Writes the block REF, which NODE has allocated, into the record.  */
static inline void
fill_block (gasp_context_t context, gasp_record_ref ref, uint64_t address,
	    uint64_t size, gasp_record_ref node)
{
  struct gasp_record_block *block = AT (struct gasp_record_block, ref);
  struct gasp_record_thread *thread = context->thread;
  block->size = size;
  block->node = node;
  block->thread = thread->number;
  block->ticks = context->learnt;
  __atomic_store_n (&block->address, address, __ATOMIC_RELEASE);
  count_live (context, size, 1);
}

/* Notes that NODE has allocated SIZE bytes at POINTER.  Returns false if it
   cannot at once.  */
static inline bool
learn_at_once (gasp_context_t context, const void *pointer, uint64_t size,
	       gasp_record_ref node)
{
  uint64_t address = (uintptr_t) pointer;
  gasp_record_ref *entry = word_of (address);
  if (unlikely (!entry || is_block (*entry) || context->unused_count == 0))
    return false;
  context->unused_count--;
  context->learnt++;
  *entry = pop_block (&context->unused_blocks);
  fill_block (context, *entry, address, size, node);
  gasp_tool_filter_late (pointer);
  return true;
}

/* Notes that the block at POINTER is freed at NODE.  Returns false if it
   cannot at once.  */
static inline bool
forget_at_once (gasp_context_t context, struct gasp_record_node *node,
		const void *pointer)
{
  gasp_record_ref *entry = word_of ((uintptr_t) pointer);
  if (unlikely (!entry || !is_recorded_block (*entry)
		|| context->unused_count >= MOST_UNUSED))
    return false;
  struct gasp_record_block *block = AT (struct gasp_record_block, *entry);
  uint64_t size = block->size;
  __atomic_store_n (&block->address, 0, __ATOMIC_RELEASE);
  push_block (&context->unused_blocks, *entry);
  context->unused_count++;
  node->bytes += size;
  *entry = FREED | node->place;
  count_dead (context, size, 1);
  return true;
}

/* Gives the block at POINTER to realloc, at NODE: it becomes *REF, which is
   neither live nor unused.  Returns false if it cannot at once.  */
static inline bool
take_at_once (const struct gasp_record_node *node, const void *pointer,
	      gasp_record_ref *ref)
{
  gasp_record_ref *entry = word_of ((uintptr_t) pointer);
  if (unlikely (!entry || !is_recorded_block (*entry)))
    return false;
  *ref = *entry;
  struct gasp_record_block *block = AT (struct gasp_record_block, *ref);
  __atomic_store_n (&block->address, 0, __ATOMIC_RELEASE);
  *entry = FREED | node->place;
  return true;
}

/* Puts block REF back where it was, at POINTER.  */
static inline void
put_back (const void *pointer, gasp_record_ref ref)
{
  struct gasp_record_block *block = AT (struct gasp_record_block, ref);
  __atomic_store_n (&block->address, (uintptr_t) pointer, __ATOMIC_RELEASE);
  *word_of ((uintptr_t) pointer) = ref;
  gasp_tool_filter_late (pointer);
}

/* Drops block REF, which has moved.  */
static inline void
drop_taken (gasp_context_t context, gasp_record_ref ref)
{
  uint64_t size = AT (struct gasp_record_block, ref)->size;
  push_block (&context->unused_blocks, ref);
  context->unused_count++;
  count_dead (context, size, 1);
}
