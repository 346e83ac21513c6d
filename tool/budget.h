/* budget.h - what budget.c has, and which events it takes together.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_TOOL_BUDGET_H
#define GASP_TOOL_BUDGET_H

#include "tool.h"

/* Tags below this can be left out by the runtime; users' are left out by us
   (event.c), under one number.  */
#define TAG_LIMIT 63
#define USERS_TAG 63

/* Those that mean nothing without each other.  */
#define ALLOCATIONS \
  (1ull << GASP_C_MALLOC | 1ull << GASP_C_REALLOC | 1ull << GASP_C_FREE)

/* The event that stands for TAG among those that spend; 0 if it is never
   switched off: what tells how the program ends, and what there is in shared
   space.  */
static inline uint32_t
gasp_tool_spender_tag (uint32_t tag)
{
  const uint64_t kept
    = (1ull << GASP_UPC_COLLECTIVE_EXIT | 1ull << GASP_UPC_NONCOLLECTIVE_EXIT
       | 1ull << GASP_UPC_GLOBAL_ALLOC | 1ull << GASP_UPC_ALL_ALLOC
       | 1ull << GASP_UPC_ALLOC | 1ull << GASP_UPC_FREE);
  if (tag >= TAG_LIMIT)
    return gasp_tool_user_name (tag) ? USERS_TAG : 0;
  if (ALLOCATIONS >> tag & 1)
    return GASP_C_MALLOC;
  return kept >> tag & 1 ? 0 : tag;
}

/* The tags that TAG stands for, as bits.  */
static inline uint64_t
gasp_tool_tags_together (uint32_t tag)
{
  return tag == GASP_C_MALLOC ? ALLOCATIONS : 1ull << tag;
}

#endif /* GASP_TOOL_BUDGET_H */
