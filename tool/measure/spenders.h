/* spenders.h - which functions and events have spent the budget.

   SPDX-License-Identifier: Apache-2.0

   All of these with the lock.  A spender's KEY is a function's address; or an
   event's tag, doubled, plus 1.  */

#pragma once

#include <stdbool.h>
#include "ground/lock.h"
#include "record.h"
#pragma GCC visibility push (hidden)

/* By so much more than in a loop does recording cost in a program.  */
#define IN_SITU 2

extern gasp_tool_lock gasp_tool_spenders_lock;
/* That they may be of what was unloaded: nothing is charged any more.
   Atomic.  */
extern bool gasp_tool_spenders_given_up;
/* Adds TICKS to what KEY, a function of PLACE or an event, has spent, of ALL
   that the process has.  */
extern void gasp_tool_add_to_spender (uint64_t key, gasp_record_ref place,
				      uint64_t ticks, uint64_t all);
/* Switches off the largest spenders until the others spent no more than ROOM of
   ALL that THREADS have spent.  */
extern void gasp_tool_cut_down (double room, uint64_t all,
				unsigned int threads);
/* Begins the period that counts as lately, from NOW on.  */
extern void gasp_tool_begin_lately (uint64_t now);
/* Forgets the spenders in the child of a fork.  */
extern void gasp_tool_spenders_fork (void);

#pragma GCC visibility pop
