/* thinning.c - what is known as allocations begin to be sampled.

   SPDX-License-Identifier: Apache-2.0

   It goes into the filter: all, or, if that is much, some, as samples.  After
   sampling.c; before filter.c.  */

#include "chance.h"
#include "measure/memory/blocks.h"
#include "measure/memory/filter.h"
#include "measure/memory/sampling.h"
#include "measure/memory/shadow.h"
#include "record/file.h"
#include "record/place.h"
#include "block.h"
#include "ground/state.h"
#include <linux/membarrier.h>
#include <sys/syscall.h>

/* ---- Meeting the other threads.  */

void
gasp_tool_sampling_expected (void)
{
  if (!gasp_tool_may_be_sandboxed)
    ASK_KERNEL (SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0,
		0);
}

/* Makes what all threads have written visible to this one, and the reverse.
   Returns whether the kernel could do so.  */
static bool
meet_threads (void)
{
  return (!gasp_tool_may_be_sandboxed
	  && ASK_KERNEL (SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0,
			 0) == 0);
}

/* ---- Blocks that are left alone.  */

/* The blocks that threads were giving up when this one met them (alloc.c).  */
#define MOST_GIVEN_UP 64
static const void *given_up[MOST_GIVEN_UP];
static unsigned int given_up_count;

/* Fills in GIVEN_UP.  Returns false if there are too many.  */
static bool
find_given_up (void)
{
  gasp_context_t c = __atomic_load_n (&gasp_tool_contexts, __ATOMIC_ACQUIRE);
  for (; c; c = c->older)
    {
      const void *block = __atomic_load_n (&c->giving_up, __ATOMIC_ACQUIRE);
      if (block && given_up_count == MOST_GIVEN_UP)
	return false;
      if (block)
	given_up[given_up_count++] = block;
    }
  return true;
}

static bool
is_given_up (uint64_t address)
{
  for (unsigned int i = 0; i < given_up_count; i++)
    if ((uintptr_t) given_up[i] == address)
      return true;
  return false;
}

/* ---- Thinning out.  */

/* If MANY blocks or more are known, all become samples, with this SHIFT; 0 if
   not.  */
#define MANY (4 / (SAMPLES_ENOUGH * SAMPLES_ENOUGH))
static unsigned int thinned;
/* A block of the record that is in no word.  */
static gasp_record_ref unused;

/* Thins out what is known, if that is so much that the filter would let all
   pass: few enough samples have an error of SAMPLES_ENOUGH.  */
static void
choose_thinned (void)
{
  double bytes = (double) HEADER->live_bytes * SAMPLES_ENOUGH * SAMPLES_ENOUGH;
  if ((int64_t) HEADER->live_bytes <= 0 || (double) HEADER->live_blocks < MANY)
    return;
  static const struct gasp_record_block none;
  struct gasp_record_block *block
    = gasp_tool_add (GASP_RECORD_BLOCKS, &none, sizeof none);
  if (!block)
    return;
  unused = ref_of (block);
  while (thinned < CHANCE_MOST && (double) (1ull << thinned) < bytes)
    thinned++;
}

/* Returns whether a block of SIZE bytes has a point.  */
static bool
is_drawn (uint64_t size)
{
  static uint64_t random = 1;
  double any = (double) (chance_random (&random) >> 11) / 9007199254740992.;
  return any < chance_of (size, thinned);
}

/* Changes WORD, which is KNOWN, to OTHER.  Returns false if a thread has just
   freed that block: whoever takes it out of its word has it.  */
static bool
change_word (gasp_record_ref *word, gasp_record_ref known,
	     gasp_record_ref other)
{
  return __atomic_compare_exchange_n (word, &known, other, false,
				      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static void
add_to_live (uint64_t bytes, uint64_t blocks, uint64_t variance)
{
  __atomic_add_fetch (&HEADER->live_bytes, bytes, __ATOMIC_RELAXED);
  __atomic_add_fetch (&HEADER->live_blocks, blocks, __ATOMIC_RELAXED);
  __atomic_add_fetch (&HEADER->live_variance, variance, __ATOMIC_RELAXED);
}

/* Makes the block at ADDRESS, which is KNOWN to WORD, a sample: the unused one
   takes its place.  */
static void
keep (gasp_record_ref *word, gasp_record_ref known, uint64_t address)
{
  struct gasp_record_block *block = AT (struct gasp_record_block, known);
  struct gasp_record_block *sample = AT (struct gasp_record_block, unused);
  uint64_t size = block->size;
  *sample = *block;
  sample->ticks |= (uint64_t) thinned << GASP_RECORD_BLOCK_SHIFT;
  if (!change_word (word, known, unused))
    {
      __atomic_store_n (&sample->address, 0, __ATOMIC_RELEASE);
      return;
    }
  __atomic_store_n (&block->address, 0, __ATOMIC_RELEASE);
  unused = known;
  add_to_live (chance_bytes (size, thinned) - size,
	       chance_blocks (size, thinned, address) - 1,
	       (uint64_t) chance_variance (size, thinned));
}

/* Forgets the block that is KNOWN to WORD: others stand for it.  */
static void
leave_out (gasp_record_ref *word, gasp_record_ref known)
{
  struct gasp_record_block *block = AT (struct gasp_record_block, known);
  uint64_t size = block->size;
  if (!change_word (word, known, 0))
    return;
  __atomic_store_n (&block->address, 0, __ATOMIC_RELEASE);
  add_to_live (-size, -1, 0);
}

/* Makes the block at ADDRESS, KNOWN to WORD, a sample, or leaves it out.
   Returns whether it is known from now on.  */
static bool
thin_out (gasp_record_ref *word, gasp_record_ref known, uint64_t address)
{
  const struct gasp_record_block *block = AT (struct gasp_record_block, known);
  if (block->ticks >> GASP_RECORD_BLOCK_SHIFT || is_given_up (address))
    return true;
  bool is_kept = is_drawn (block->size);
  if (is_kept)
    keep (word, known, address);
  else
    leave_out (word, known);
  return is_kept;
}

static void
count_known (gasp_record_ref *word, uint64_t address)
{
  gasp_record_ref known = __atomic_load_n (word, __ATOMIC_RELAXED);
  if (is_block (known)
      && (!thinned || known == ELSEWHERE || thin_out (word, known, address)))
    gasp_tool_filter_add ((const void *) (uintptr_t) address);
}

/* Counts the blocks that are known so far: all, or some.  A thread that is
   learning of a block at that time either sees that it is to count it, or has
   written its word before; the kernel can make sure of that.  Where it cannot,
   any block may be a known one from now on.  */
void
gasp_tool_sampling_begins (void)
{
  gasp_tool_filter_begin ();
  choose_thinned ();
  __atomic_store_n (&gasp_tool_filters, true, __ATOMIC_SEQ_CST);
  bool has_met = meet_threads ();
  if (!find_given_up ())
    thinned = 0;
  if (has_met)
    gasp_tool_shadow_each (count_known);
  gasp_tool_filter_complete (has_met);
}
