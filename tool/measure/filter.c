/* filter.c - which blocks are known, once allocations are sampled.

   SPDX-License-Identifier: Apache-2.0

   Mostly a look at a byte of the filter is enough to know that nothing is
   known of a block, or at two more in the same line of the cache.  Each has the
   number of blocks that it stands for, or rather more.  What is known as
   sampling begins goes into it: all, or, if that is much, some, as samples.

   After sampling.c.  */

#include "chance.h"
#include "measure/blocks.h"
#include "measure/sampling/sampling.h"
#include "measure/shadow.h"
#include "measure/sparse.h"
#include "record/file.h"
#include "block.h"
#include "ground/state.h"
#include "hash.h"
#include <linux/membarrier.h>
#include <string.h>
#include <sys/syscall.h>

/* ---- Meeting the other threads.  */

void
gasp_tool_filter_expect (void)
{
  if (!gasp_tool_may_be_sandboxed)
    ASK_KERNEL (SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0,
		0);
}

/* Has what all threads have written be seen by this one, and what it has
   written by them.  Returns whether that is so.  */
static bool
meet_threads (void)
{
  return (!gasp_tool_may_be_sandboxed
	  && ASK_KERNEL (SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0,
			 0) == 0);
}

/* ---- The filter.  */

#define FILTER_BYTES 3
#define FULL 255		/* so many or more, for good */
unsigned char gasp_tool_known_blocks[GASP_GCC_FILTER_SIZE]
  __attribute__ ((aligned (64)));
bool gasp_tool_filters;
static bool is_complete;

/* Returns the byte WHICH, from 0 to 2, that stands for BLOCK.  */
static inline unsigned char *
filter_byte (const void *block, unsigned int which)
{
  size_t place = GASP_GCC_FILTER_PLACE (block);
  uint64_t spread = gasp_spread ((uintptr_t) block);
  if (which)
    place = (place & ~(size_t) 63) | (spread >> (64 - 6 * which) & 63);
  return &gasp_tool_known_blocks[place];
}

int
gasp_tool_knows_block (const void *block)
{
  for (unsigned int i = 1; i < FILTER_BYTES; i++)
    if (likely (!__atomic_load_n (filter_byte (block, i), __ATOMIC_RELAXED)))
      return 0;
  const gasp_record_ref *word = gasp_tool_find_word ((uintptr_t) block);
  return word && is_block (*word);
}

static void
change_byte (unsigned char *place, int change)
{
  unsigned char value = __atomic_load_n (place, __ATOMIC_RELAXED);
  while (value != FULL
	 && !__atomic_compare_exchange_n (place, &value, value + change, true,
					  __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

void
gasp_tool_filter_add (const void *block)
{
  for (unsigned int i = FILTER_BYTES; i-- > 0;)
    change_byte (filter_byte (block, i), 1);
}

/* Empties WORD.  While fill_filter is at work, it may have counted this block
   or not; only once it is complete, it has.  */
void
gasp_tool_filter_forget (const void *block, gasp_record_ref *word)
{
  bool is_counted = __atomic_load_n (&is_complete, __ATOMIC_ACQUIRE);
  gasp_tool_free_word (word);
  for (unsigned int i = 0; is_counted && i < FILTER_BYTES; i++)
    change_byte (filter_byte (block, i), -1);
}

/* ---- Thinning out.  */

/* From MANY on, all the blocks that are known become samples, whose SHIFT this
   is, or 0.  */
#define MANY (4 / (SAMPLES_ENOUGH * SAMPLES_ENOUGH))
static unsigned int thinned;

/* Thins out what is known, if that is so much that the filter would let all
   pass: few enough samples have an error of SAMPLES_ENOUGH.  */
static void
choose_thinned (void)
{
  double bytes = (double) HEADER->live_bytes * SAMPLES_ENOUGH * SAMPLES_ENOUGH;
  if ((int64_t) HEADER->live_bytes <= 0 || (double) HEADER->live_blocks < MANY)
    return;
  while (thinned < CHANCE_MOST && (double) (1ull << thinned) < bytes)
    thinned++;
}

/* Adds to what is live that BLOCK at ADDRESS stands for others from now on,
   or, if it is not KEPT, that one of those stands for it.  */
static void
count_thinned (const struct gasp_record_block *block, uint64_t address,
	       bool kept)
{
  uint64_t size = block->size;
  uint64_t bytes = kept ? chance_bytes (size, thinned) : 0;
  uint64_t blocks = kept ? chance_blocks (size, thinned, address) : 0;
  uint64_t variance = kept ? (uint64_t) chance_variance (size, thinned) : 0;
  __atomic_add_fetch (&HEADER->live_bytes, bytes - size, __ATOMIC_RELAXED);
  __atomic_add_fetch (&HEADER->live_blocks, blocks - 1, __ATOMIC_RELAXED);
  __atomic_add_fetch (&HEADER->live_variance, variance, __ATOMIC_RELAXED);
}

/* Returns whether a block of SIZE bytes has a point.  */
static bool
is_drawn (uint64_t size)
{
  static uint64_t random = 1;
  double any = (double) (chance_random (&random) >> 11) / 9007199254740992.;
  return any < chance_of (size, thinned);
}

/* Makes BLOCK a sample.  Returns false if its thread has just made it
   another one.  */
static bool
keep (struct gasp_record_block *block)
{
  uint64_t ticks = block->ticks;
  uint64_t sampled = ticks | (uint64_t) thinned << GASP_RECORD_BLOCK_SHIFT;
  return __atomic_compare_exchange_n (&block->ticks, &ticks, sampled, false,
				      __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Forgets BLOCK, which is KNOWN to WORD.  Returns false if its thread has just
   freed it: whoever changes WORD first has the block.  */
static bool
leave_out (struct gasp_record_block *block, gasp_record_ref *word,
	   gasp_record_ref known, uint64_t address)
{
  if (!__atomic_compare_exchange_n (word, &known, 0, false, __ATOMIC_RELAXED,
				    __ATOMIC_RELAXED))
    return false;
  __atomic_compare_exchange_n (&block->address, &address, 0, false,
			       __ATOMIC_RELEASE, __ATOMIC_RELAXED);
  return true;
}

/* Keeps the block at ADDRESS, which is KNOWN to WORD, or leaves it out.  Returns
   whether it is known from now on.  */
static bool
thin_out (gasp_record_ref *word, gasp_record_ref known, uint64_t address)
{
  struct gasp_record_block *block = AT (struct gasp_record_block, known);
  if (block->ticks >> GASP_RECORD_BLOCK_SHIFT)
    return true;
  bool is_kept = is_drawn (block->size);
  if (is_kept ? keep (block) : leave_out (block, word, known, address))
    count_thinned (block, address, is_kept);
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

/* Counts all, or some.  Threads that are learning of a block as this begins
   either see by then that they are to count it, or have written its word: if
   the kernel can make sure of that.  If not, anything may be known.  */
void
gasp_tool_filter_begin (void)
{
  gasp_tool_sparse_begin ();
  choose_thinned ();
  __atomic_store_n (&gasp_tool_filters, true, __ATOMIC_SEQ_CST);
  if (meet_threads ())
    gasp_tool_shadow_each (count_known);
  else
    memset (gasp_tool_known_blocks, FULL, sizeof gasp_tool_known_blocks);
  __atomic_store_n (&is_complete, true, __ATOMIC_RELEASE);
}
