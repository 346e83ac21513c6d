/* sparse.c - a word for each block that is sampled.  See sparse.h.

   SPDX-License-Identifier: Apache-2.0

   A table has sets, each of which is a line of the cache.  What finds no room
   in its set goes to shadow.c.  A word is its block's thread's; only taking one
   is a race.  */

#include "hash.h"
#include "ground/pages.h"
#include "measure/shadow.h"
#include "measure/sparse.h"

#define SETS 8192
#define WAYS 4

struct sparse_word
{
  uint64_t address;		/* 0: free */
  gasp_record_ref known;
};
static struct sparse_word *words; /* null: all go to shadow.c */

void
gasp_tool_sparse_begin (void)
{
  words = gasp_tool_pages (SETS * WAYS * sizeof *words);
}

static struct sparse_word *
set_of (uint64_t address)
{
  return words + (gasp_spread (address) >> 48) % SETS * WAYS;
}

gasp_record_ref *
gasp_tool_find_word (uint64_t address)
{
  struct sparse_word *set = set_of (address);
  for (int i = 0; i < WAYS && words; i++)
    if (__atomic_load_n (&set[i].address, __ATOMIC_ACQUIRE) == address)
      return &set[i].known;
  return word_of (address);
}

gasp_record_ref *
gasp_tool_new_word (gasp_context_t context, uint64_t address)
{
  struct sparse_word *set = set_of (address);
  for (int i = 0; i < WAYS && words; i++)
    {
      uint64_t nobody = 0;
      if (__atomic_compare_exchange_n (&set[i].address, &nobody, address, false,
				       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
	return &set[i].known;
    }
  gasp_record_ref *word = word_of (address);
  return word ? word : gasp_tool_add_word (context, address);
}

void
gasp_tool_free_word (gasp_record_ref *word)
{
  *word = 0;
  uintptr_t offset = (uintptr_t) word - (uintptr_t) words;
  if (words && offset < SETS * WAYS * sizeof *words)
    __atomic_store_n (&words[offset / sizeof *words].address, 0,
		      __ATOMIC_RELEASE);
}

void
gasp_tool_sparse_each (void (*function) (gasp_record_ref *word,
					 uint64_t address))
{
  for (size_t i = 0; words && i < SETS * (size_t) WAYS; i++)
    if (words[i].address && words[i].known)
      function (&words[i].known, words[i].address);
}
