/* listing.h - lists in the record whose length is bounded.

   SPDX-License-Identifier: Apache-2.0

   When a list is full, half of its elements go, and from then on only one in 2,
   4, ...  is taken.  Which ones is for the caller to say, so that processes
   that list the same things take the same ones (listed.h).  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "record.h"

struct listing {
  uint32_t kind;		/* enum gasp_record_kind */
  size_t size;			/* of an element, which begins with a number, a
				   uint64_t; 0: it is not in use */
  /* Whether ELEMENT is one of those that are taken if one of STEP, a power of
     2, is.  */
  bool (*is_taken) (const void *element, uint64_t step);
  unsigned int most;		/* elements in use at a time */
  gasp_record_ref *listed;	/* null before the first */
  unsigned int used, there;	/* elements in use, and those that were added */
};

/* How often names have come, in a hash table of MOST rows, a power of 2, which
   the first makes, and when they came LAST, if that is said.  */
struct numbering {
  unsigned int most, used;
  void *rows;			/* of struct numbered */
};

#pragma GCC visibility push (hidden)

/* Adds ELEMENT to LISTING, of which one of *STEP is taken.  Returns it, or
   null if it is not to be listed.  */
extern void *gasp_tool_list (struct listing *listing, uint64_t *step,
			     const void *element);

/* Returns the number of the next one with NAME, from 1; 0 if there are too
   many names.  Any number of threads may ask at the same time.  */
extern uint64_t gasp_tool_next_number (struct numbering *numbering,
				       uint64_t name);
/* Forgets all names.  No other thread asks.  */
extern void gasp_tool_forget_numbers (struct numbering *numbering);
/* Returns the number of the last one with NAME; 0 if there is none.  */
extern uint64_t gasp_tool_last_number (struct numbering *numbering,
				       uint64_t name);
/* Returns the number of the next one, which comes NOW.  Sets *BEFORE to when
   the one before came, or 0.  */
extern uint64_t gasp_tool_next_after (struct numbering *numbering,
				      uint64_t name, uint64_t now,
				      uint64_t *before);
/* Notes that one with NAME, which has its number, comes NOW.  Returns when the
   one before came, or 0.  */
extern uint64_t gasp_tool_came (struct numbering *numbering, uint64_t name,
				uint64_t now);
/* Returns the logarithm of the time from BEFORE until AT, or 0.  */
static inline unsigned int
gasp_tool_log (uint64_t before, uint64_t at)
{
  return before && at > before ? 63 - __builtin_clzll (at - before) : 0;
}

#pragma GCC visibility pop
