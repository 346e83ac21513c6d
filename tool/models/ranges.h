/* ranges.h - where shared objects are, sorted.

   SPDX-License-Identifier: Apache-2.0

   Threads look things up without a lock, which would take system calls.  Who
   changes anything has one.  */

#pragma once

#include <stdbool.h>
#include "record.h"
#pragma GCC visibility push (hidden)

struct known_range {
  uint64_t key;			/* the first place */
  uint64_t size;
  gasp_record_ref array, range;
};

/* The last range that begins at a place or before, of SIZE 0 if there is none,
   and where the next one begins, or UINT64_MAX.  */
struct near_ranges {
  struct known_range before;
  uint64_t next;
};

/* Returns a number that changes with the ranges, odd while they do.  */
extern unsigned int gasp_tool_ranges_version (void);
/* Sets *RESULT to what is near KEY: to anything if the version has changed
   meanwhile.  */
extern void gasp_tool_near_ranges (uint64_t key, struct near_ranges *result);
/* Adds RANGE, or has it replace the one that begins there.  Returns whether
   there was room.  */
extern bool gasp_tool_range_put (const struct known_range *range);
/* Removes the one that begins at KEY.  */
extern void gasp_tool_range_remove (uint64_t key);
extern void gasp_tool_ranges_clear (void);

#pragma GCC visibility pop
