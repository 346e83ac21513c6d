/* memory.c - blocks of memory: what is live, and what is freed wrongly.

   SPDX-License-Identifier: Apache-2.0

   A block is forgotten at the START of its free and learnt at the END of its
   allocation, so that an address that another thread is given in between
   confuses nobody.  The blocks themselves are in the record, so that leaks
   are known also if the program is killed; what finds them by address is in
   shadow.c, so that a forked process keeps its own.  After event.c.  */

#include "measure/memory/blocks.h"
#include "events/context.h"
#include "events/event.h"
#include "record/file.h"
#include "floating.h"
#include "measure/memory/memory.h"
#include "measure/memory/filter.h"
#include "measure/memory/sampling.h"
#include "record/place.h"
#include "measure/memory/shadow.h"

void
gasp_tool_memory_thread_end (gasp_context_t context)
{
  gasp_tool_join_share (context);
  gasp_tool_give_blocks (context, 0);
}

/* ---- By address.  */

/* Writes a block into the record.  */
static gasp_record_ref
set_block (gasp_context_t context, uint64_t address, uint64_t size,
	   gasp_record_ref node)
{
  gasp_record_ref ref = gasp_tool_unused_block (context);
  if (ref == ELSEWHERE)
    {
      __atomic_add_fetch (&HEADER->untracked_blocks, 1, __ATOMIC_RELAXED);
      return ref;
    }
  fill_block (context, ref, address, size, node);
  return ref;
}

/* Returns what BLOCK, which was at ADDRESS, stands for.  */
struct amount { uint64_t bytes, blocks; };
static struct amount
amount_of (const struct gasp_record_block *block, uint64_t address)
{
  unsigned int shift = block->ticks >> GASP_RECORD_BLOCK_SHIFT;
  return (struct amount) { chance_bytes (block->size, shift),
			   chance_blocks (block->size, shift, address) };
}

/* Returns the square of the error of these bytes.  */
static uint64_t
variance_of (const struct gasp_record_block *block)
{
  unsigned int shift = block->ticks >> GASP_RECORD_BLOCK_SHIFT;
  return shift ? (uint64_t) chance_variance (block->size, shift) : 0;
}

/* Counts BLOCK, which was at ADDRESS, as no longer live.  */
static void
count_gone (gasp_context_t context, const struct gasp_record_block *block,
	    uint64_t address)
{
  struct amount amount = amount_of (block, address);
  uint64_t variance = variance_of (block);
  if (variance)
    __atomic_sub_fetch (&HEADER->live_variance, variance, __ATOMIC_RELAXED);
  count_dead (context, amount.bytes, amount.blocks);
}

/* Adds to NODE blocks of AMOUNT, for which one of SIZE stands.  */
static void
count_sampled (struct gasp_record_node *node, const struct amount *amount,
	       uint64_t size, unsigned int shift)
{
  node->calls += amount->blocks;
  node->bytes += amount->bytes;
  chance_add_variance (&node->skip, chance_blocks_variance (size, shift));
}

/* Takes the block KNOWN, which EVENT frees if there is one, out of the
   record.  */
static void
clear_block (gasp_context_t context, gasp_record_ref known,
	     struct open_event *event)
{
  if (!is_recorded_block (known))
    return;
  const struct gasp_record_block *block
    = AT (struct gasp_record_block, known);
  if (event)
    {
      event->size = block->size;
      event->block_node = block->node;
    }
  count_gone (context, block, block->address);
  gasp_tool_free_record (context, known);
}

/* Returns whether BLOCK was learnt within EVENT.  */
static bool
is_of_event (gasp_context_t context, const struct open_event *event,
	     gasp_record_ref known)
{
  const struct gasp_record_block *block
    = AT (struct gasp_record_block, known);
  return (event && context->learnt > event->learnt && known != ELSEWHERE
	  && block->thread == context->thread->number
	  && block->ticks >> GASP_RECORD_BLOCK_SHIFT == 0
	  && block->ticks > event->learnt);
}

/* Learns of a new block, allocated at NODE by EVENT, if not null.  Returns
   false if it has been learnt within that: an allocator that is itself
   instrumented was called by another.  */
static bool
learn (gasp_context_t context, const struct open_event *event,
       uint64_t address, uint64_t size, gasp_record_ref node)
{
  gasp_record_ref *entry = word_of (address);
  if (unlikely (!entry))
    entry = gasp_tool_add_word (context, address);
  if (!entry)
    return true;
  if (is_block (*entry))
    {
      if (is_of_event (context, event, *entry))
	return false;
      clear_block (context, take_word (entry), NULL);
    }
  context->learnt++;
  *entry = set_block (context, address, size, node);
  gasp_tool_filter_late ((const void *) (uintptr_t) address);
  return true;
}

/* Forgets what is recorded at POINTER.  */
static void
gasp_tool_forget_address (const void *pointer)
{
  gasp_record_ref *entry = word_of ((uintptr_t) pointer);
  if (entry && *entry)
    *entry = 0;
}

/* Returns the word for ADDRESS, also of a sampled block; null if there is
   none.  */
static inline gasp_record_ref *
any_word_of (uint64_t address)
{
  return gasp_tool_filters ? gasp_tool_filter_word (address)
	 : word_of (address);
}

/* An address up to this far after the beginning of a block is found to be
   in it.  */
#define NEAR 4096

gasp_record_ref
gasp_tool_block_around (uint64_t address, uint64_t *offset)
{
  uint64_t at = address >> GRAIN_BITS << GRAIN_BITS;
  for (; address - at < NEAR; at -= 1 << GRAIN_BITS)
    {
      const gasp_record_ref *entry = any_word_of (at);
      gasp_record_ref known
	= entry ? __atomic_load_n (entry, __ATOMIC_RELAXED) : 0;
      if (!is_recorded_block (known))
	continue;
      const struct gasp_record_block *block
	= AT (struct gasp_record_block, known);
      *offset = address - at;
      return __atomic_load_n (&block->address, __ATOMIC_ACQUIRE) == at
	     && *offset < block->size ? block->node : 0;
    }
  return 0;
}

void
gasp_tool_learn (gasp_context_t context, const void *pointer, uint64_t size,
		 gasp_record_ref node)
{
  learn (context, NULL, (uintptr_t) pointer, size, node);
}

/* Forgets the block at ADDRESS, which is freed by EVENT, or by a call that
   could not be recorded.  Returns what was recorded of it.  */
static gasp_record_ref
forget (gasp_context_t context, uint64_t address, struct open_event *event)
{
  gasp_record_ref *entry = word_of (address);
  if (!entry || !is_block (*entry))
    return entry ? *entry : 0;
  gasp_record_ref known = take_word (entry);
  if (is_block (known))
    {
      clear_block (context, known, event);
      if (event)
	*entry = FREED | event->node->place;
    }
  return known;
}

/* ---- Events.  */

/* Returns whether EVENT is part of another that frees ADDRESS: an operator
   delete that calls free.  */
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

/* Counts the freeing of a block that is not known.  The header has what does
   not fit.  */
static void
count_unknown (gasp_context_t context)
{
  if (likely (++context->thread->unknown_frees != 0))
    return;
  __atomic_add_fetch (&HEADER->unknown_frees, (uint64_t) 1 << 32,
		      __ATOMIC_RELAXED);
}

/* Suspects EVENT, which frees the block at ADDRESS, which has been freed at
   EARLIER.  Should the call not return, that was a double free.  */
static void
suspect (gasp_context_t context, struct open_event *event, uint64_t address,
	 gasp_record_ref earlier)
{
  struct gasp_record_note note = {
    .kind = GASP_RECORD_DOUBLE_FREE, .node = ref_of (event->node),
    .earlier = earlier, .count = 1, .address = address
  };
  event->suspect = true;
  event->earlier = earlier;
  if (context->suspect)
    *context->suspect = note;
  else
    context->suspect = gasp_tool_add (GASP_RECORD_NOTES, &note, sizeof note);
}

void
gasp_tool_free_block (gasp_context_t context, struct open_event *event,
		      const void *pointer)
{
  uint64_t address = (uint64_t) (uintptr_t) pointer;

  if (!event)
    {
      forget (context, address, NULL);
      return;
    }
  if (is_being_freed (context, event, pointer))
    return;
  event->argument = pointer;
  gasp_record_ref known = forget (context, address, event);
  if (likely (is_block (known)))
    return;
  if (known)
    suspect (context, event, address, known & ~FREED);
  else
    count_unknown (context);
}

void
gasp_tool_freeing (gasp_context_t context, struct open_event *event,
		   const union argument *arguments)
{
  if (arguments[0].p)
    gasp_tool_free_block (context, event, arguments[0].p);
}

void
gasp_tool_freed_again (gasp_context_t context, const struct open_event *event,
		       const void *pointer)
{
  if (context->suspect)
    context->suspect->count = 0;
  if (gasp_tool_sees_all)
    gasp_tool_count_note (GASP_RECORD_FREED_AGAIN, ref_of (event->node),
			  event->earlier, (uint64_t) (uintptr_t) pointer);
  else
    count_unknown (context);
}

uint64_t
gasp_tool_freed (gasp_context_t context, const struct open_event *event,
		 const union argument *arguments)
{
  if (!event)
    return 0;
  if (event->suspect)
    gasp_tool_freed_again (context, event, arguments[0].p);
  return event->size;
}

uint64_t
gasp_tool_new_block (gasp_context_t context, const struct open_event *event,
		     const void *pointer, uint64_t size)
{
  if (!pointer || context->attention & ATTENTION_OFF)
    return 0;
  gasp_record_ref node = ref_of (event ? event->node
				 : current_node (context));
  return learn (context, event, (uintptr_t) pointer, size, node) ? size : 0;
}

uint64_t
gasp_tool_allocated (gasp_context_t context, const struct open_event *event,
		     const union argument *arguments)
{
  return gasp_tool_new_block (context, event, arguments[1].p, arguments[0].z);
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
    return gasp_tool_new_block (context, event, pointer, size);
  /* It failed: the old block is still there.  */
  if (event && event->argument && event->block_node)
    learn (context, NULL, (uintptr_t) event->argument, event->size,
	   event->block_node);
  return 0;
}

/* ---- By calls that have no event, on any thread.  */

bool gasp_tool_sees_all;
bool gasp_tool_misses_some;

void
gasp_tool_freed_unseen (const void *pointer)
{
  gasp_record_ref *entry = any_word_of ((uintptr_t) pointer);
  if (!entry || !is_block (*entry))
    return;
  gasp_record_ref known = take_word (entry);
  if (is_block (known) && gasp_tool_filters)
    gasp_tool_filter_forget (pointer, entry);
  if (!is_recorded_block (known))
    return;
  struct gasp_record_block *block = AT (struct gasp_record_block, known);
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  struct amount amount = amount_of (block, block->address);
  uint64_t variance = variance_of (block);
  gasp_floating_end (&floating);
  __atomic_store_n (&block->address, 0, __ATOMIC_RELEASE);
  __atomic_sub_fetch (&HEADER->live_bytes, amount.bytes, __ATOMIC_RELAXED);
  __atomic_sub_fetch (&HEADER->live_blocks, amount.blocks, __ATOMIC_RELAXED);
  __atomic_sub_fetch (&HEADER->live_variance, variance, __ATOMIC_RELAXED);
}

void
gasp_tool_allocated_unseen (const void *pointer)
{
  gasp_tool_freed_unseen (pointer);
  gasp_tool_forget_address (pointer);
}

/* ---- By samples (sampling.c).  */

gasp_record_ref
gasp_tool_take_sampled (const void *pointer)
{
  gasp_record_ref *entry = gasp_tool_filter_word ((uintptr_t) pointer);
  if (!entry || !is_block (*entry))
    return 0;
  gasp_record_ref known = take_word (entry);
  if (!is_block (known))
    return 0;
  gasp_tool_filter_forget (pointer, entry);
  if (known != ELSEWHERE)
    __atomic_store_n (&AT (struct gasp_record_block, known)->address, 0,
		      __ATOMIC_RELEASE);
  return known;
}

void
gasp_tool_drop_sampled (gasp_context_t context, const void *pointer,
			gasp_record_ref known, struct gasp_record_node *node)
{
  if (known == ELSEWHERE)
    return;
  const struct gasp_record_block *block
    = AT (struct gasp_record_block, known);
  struct amount amount = amount_of (block, (uintptr_t) pointer);
  if (node)
    count_sampled (node, &amount, block->size,
		   block->ticks >> GASP_RECORD_BLOCK_SHIFT);
  count_gone (context, block, (uintptr_t) pointer);
  gasp_tool_free_record (context, known);
}

void
gasp_tool_restore_sampled (gasp_context_t context, const void *pointer,
			   gasp_record_ref known)
{
  gasp_record_ref *word
    = gasp_tool_filter_new_word (context, (uintptr_t) pointer);
  if (!word)
    return;
  *word = known;
  if (known != ELSEWHERE)
    __atomic_store_n (&AT (struct gasp_record_block, known)->address,
		      (uintptr_t) pointer, __ATOMIC_RELEASE);
}

void
gasp_tool_learn_sampled (gasp_context_t context, const void *pointer,
			 uint64_t size, unsigned int shift,
			 struct gasp_record_node *node)
{
  uint64_t address = (uintptr_t) pointer;
  const struct amount amount = { chance_bytes (size, shift),
				 chance_blocks (size, shift, address) };
  count_sampled (node, &amount, size, shift);
  gasp_tool_freed_unseen (pointer);
  gasp_record_ref *entry = gasp_tool_filter_new_word (context, address);
  if (!entry)
    return;
  gasp_record_ref ref = gasp_tool_unused_block (context);
  *entry = ref;
  if (ref == ELSEWHERE)
    {
      __atomic_add_fetch (&HEADER->untracked_blocks, amount.blocks,
			  __ATOMIC_RELAXED);
      return;
    }
  struct gasp_record_block *block = AT (struct gasp_record_block, ref);
  *block = (struct gasp_record_block) {
    .size = size, .node = ref_of (node), .thread = context->thread->number,
    .ticks = (uint64_t) shift << GASP_RECORD_BLOCK_SHIFT | context->learnt++
  };
  __atomic_store_n (&block->address, address, __ATOMIC_RELEASE);
  __atomic_add_fetch (&HEADER->live_variance, variance_of (block),
		      __ATOMIC_RELAXED);
  count_live (context, amount.bytes, amount.blocks);
  gasp_tool_count_turnover (context, amount.bytes);
}

/* ---- Fork.  */

static void
move_elsewhere (gasp_record_ref *entry, uint64_t address)
{
  (void) address;
  *entry = is_block (*entry) ? ELSEWHERE : 0;
}

void
gasp_tool_memory_fork (void)
{
  gasp_tool_unused_fork ();
  gasp_tool_sampling_fork ();
  gasp_tool_shadow_each (move_elsewhere);
  gasp_tool_filter_each (move_elsewhere);
}
