/* filter.c - the blocks that are known, once allocations are sampled.  See
   filter.h.

   SPDX-License-Identifier: Apache-2.0

   A block's word of the filter (gasp_gcc.h) mostly shows that nothing is known
   of it.  That word has room for the tags of some blocks, WAYS.  Each of these
   has a place in the table, too, which stays empty if the block has its word in
   shadow.c.  So do blocks that found no room; from then on all blocks of that
   word of the filter may be known.

   What is known of a block is its thread's; only taking a way is a race.  */

#include "measure/memory/blocks.h"
#include "measure/memory/filter.h"
#include "measure/memory/shadow.h"
#include "ground/pages.h"
#include "ground/state.h"
#include <string.h>

#define WAYS 7
#define ALL_PASS (UINT64_C (1) << 63)

gasp_gcc_word gasp_tool_known_blocks[GASP_GCC_FILTER_SIZE]
  __attribute__ ((aligned (64)));
bool gasp_tool_filters;
static bool is_complete;

#define IN_SHADOW 1		/* no address: the word is in shadow.c */

struct known
{
  uint64_t address;		/* 0: none */
  gasp_record_ref word;
};
static struct known (*table)[WAYS]; /* null without memory */

/* The ways that a block may have.  */
struct set
{
  gasp_gcc_word *filter;
  unsigned char *tags;
  struct known *known;		/* null without memory */
  unsigned char tag;
};

static inline struct set
set_of (uint64_t address)
{
  size_t place = GASP_GCC_FILTER_PLACE (address);
  gasp_gcc_word *filter = &gasp_tool_known_blocks[place];
  return (struct set) {
    .filter = filter, .tags = (unsigned char *) filter,
    .known = table ? table[place] : NULL, .tag = GASP_GCC_FILTER_TAG (address)
  };
}

/* Changes the tag of way I of SET from OLD to NEW.  Returns false if it was
   another.  */
static bool
change_tag (const struct set *set, int i, unsigned char old, unsigned char new)
{
  return __atomic_compare_exchange_n (&set->tags[i], &old, new, false,
				      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* Takes a free way of SET for ADDRESS.  Returns the way's word; null if there
   is no way left.  */
static gasp_record_ref *
take_way (const struct set *set, uint64_t address)
{
  for (int i = 0; i < WAYS && set->known; i++)
    if (change_tag (set, i, 0, set->tag))
      {
	__atomic_store_n (&set->known[i].address, address, __ATOMIC_RELEASE);
	return &set->known[i].word;
      }
  __atomic_or_fetch (set->filter, ALL_PASS, __ATOMIC_RELAXED);
  return NULL;
}

gasp_record_ref *
gasp_tool_filter_word (uint64_t address)
{
  struct set set = set_of (address);
  for (int i = 0; i < WAYS && set.known; i++)
    if (set.tags[i] == set.tag
	&& __atomic_load_n (&set.known[i].address, __ATOMIC_ACQUIRE) == address)
      return &set.known[i].word;
  return word_of (address);
}

int
gasp_tool_filter_knows (const void *block)
{
  const gasp_record_ref *word = gasp_tool_filter_word ((uintptr_t) block);
  return word && is_block (*word);
}

void
gasp_tool_filter_add (const void *block)
{
  struct set set = set_of ((uintptr_t) block);
  take_way (&set, IN_SHADOW);
}

gasp_record_ref *
gasp_tool_filter_new_word (gasp_context_t context, uint64_t address)
{
  struct set set = set_of (address);
  gasp_record_ref *word = take_way (&set, address);
  if (!word)
    word = word_of (address);
  return word ? word : gasp_tool_add_word (context, address);
}

/* Empties way I of SET.  Returns false if it is not that of ADDRESS.  */
static bool
give_up_way (const struct set *set, int i, uint64_t address)
{
  if (!__atomic_compare_exchange_n (&set->known[i].address, &address, 0, false,
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return false;
  __atomic_store_n (&set->tags[i], 0, __ATOMIC_RELEASE);
  return true;
}

/* Leaves the tag of a block whose word is in shadow.c, while not all that was
   known has been added: this one may not have been.  */
void
gasp_tool_filter_forget (const void *block, const gasp_record_ref *word)
{
  uint64_t address = (uintptr_t) block;
  struct set set = set_of (address);
  for (int i = 0; i < WAYS && set.known; i++)
    if (word == &set.known[i].word)
      {
	give_up_way (&set, i, address);
	return;
      }
  if (!__atomic_load_n (&is_complete, __ATOMIC_ACQUIRE))
    return;
  for (int i = 0; i < WAYS && set.known; i++)
    if (set.tags[i] == set.tag && give_up_way (&set, i, IN_SHADOW))
      return;
}

void
gasp_tool_filter_each (void (*function) (gasp_record_ref *word,
					 uint64_t address))
{
  for (size_t i = 0; table && i < GASP_GCC_FILTER_SIZE; i++)
    for (struct known *k = table[i]; k < table[i] + WAYS; k++)
      if (k->address && k->word)
	function (&k->word, k->address);
}

void
gasp_tool_filter_begin (void)
{
  table = gasp_tool_pages (GASP_GCC_FILTER_SIZE * sizeof *table);
}

void
gasp_tool_filter_complete (bool all)
{
  if (!all)
    memset (gasp_tool_known_blocks, -1, sizeof gasp_tool_known_blocks);
  __atomic_store_n (&is_complete, true, __ATOMIC_RELEASE);
}
