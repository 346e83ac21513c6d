/* unused.c - blocks of the record that stand for no memory.

   SPDX-License-Identifier: Apache-2.0

   Each thread has some of its own (blocks.h); others are spare, for all
   threads.  After memory.c.  */

#include "measure/memory/blocks.h"
#include "ground/lock.h"
#include "record/place.h"

/* Blocks of which threads have too many.  */
static GASP_TOOL_LOCK (spare_lock);
static gasp_record_ref spare_blocks;

/* Gives CONTEXT new blocks of the record.  */
static void
add_blocks (gasp_context_t context)
{
  static const struct gasp_record_block none[MOST_BLOCKS];
  unsigned int count = 2 * context->block_batch;
  if (count < FIRST_BLOCKS)
    count = FIRST_BLOCKS;
  if (count > MOST_BLOCKS)
    count = MOST_BLOCKS;
  struct gasp_record_block *blocks
    = gasp_tool_add (GASP_RECORD_BLOCKS, none, count * sizeof *none);
  for (unsigned int i = 0; blocks && i < count; i++)
    push_block (&context->unused_blocks, ref_of (&blocks[i]));
  context->unused_count = blocks ? count : 0;
  context->block_batch = blocks ? count : 0;
}

/* Gives CONTEXT some blocks: as many as it had when it gave some away, or new
   ones.  */
static void
get_blocks (gasp_context_t context)
{
  struct gasp_tool_holder holder;
  lock_quietly (&spare_lock, &holder);
  while (spare_blocks && context->unused_count < MOST_UNUSED / 2)
    {
      push_block (&context->unused_blocks, pop_block (&spare_blocks));
      context->unused_count++;
    }
  unlock_quietly (&spare_lock, &holder);
  if (context->unused_count == 0)
    add_blocks (context);
}

gasp_record_ref
gasp_tool_unused_block (gasp_context_t context)
{
  if (context->unused_count == 0)
    get_blocks (context);
  if (context->unused_count == 0)
    return ELSEWHERE;
  context->unused_count--;
  return pop_block (&context->unused_blocks);
}

void
gasp_tool_give_blocks (gasp_context_t context, unsigned int most)
{
  struct gasp_tool_holder holder;
  lock_quietly (&spare_lock, &holder);
  while (context->unused_count > most)
    {
      push_block (&spare_blocks, pop_block (&context->unused_blocks));
      context->unused_count--;
    }
  unlock_quietly (&spare_lock, &holder);
}

void
gasp_tool_free_record (gasp_context_t context, gasp_record_ref ref)
{
  struct gasp_record_block *block = AT (struct gasp_record_block, ref);
  __atomic_store_n (&block->address, 0, __ATOMIC_RELEASE);
  push_block (&context->unused_blocks, ref);
  if (++context->unused_count > MOST_UNUSED)
    gasp_tool_give_blocks (context, MOST_UNUSED / 2);
}

void
gasp_tool_unused_fork (void)
{
  spare_blocks = 0;
}
