/* own-times.h - what has changed in a thread's tree since the last look.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "events/context.h"

/* The time of a node at the last look.  */
struct seen { gasp_record_ref node; int64_t ticks; };
#define SEEN 16384		/* a power of 2 */
#define DEEPEST 128

/* On the way to a node: one that it is below, what of its time is its own as
   far as is known, and the child that is to come.  OWNER is the step that has
   its time: an earlier one, if its calls are only counted.  */
struct step { gasp_record_ref node, next; int64_t own; unsigned int owner; };

/* The times of a thread.  */
struct own_times
{
  struct seen seen[SEEN];
  unsigned int seen_count;
  bool skips_teams;		/* nodes of that role count with all below */
  struct step way[DEEPEST];
};

#pragma GCC visibility push (hidden)

typedef void own_time (void *closure, const struct gasp_record_node *node,
		       int64_t own);
/* Calls OWN_TIME, unless it is null, with CLOSURE for ROOT and each node below
   it that has had time of its OWN since the last look, which it may still have
   at NOW.  */
extern void gasp_tool_own_times (struct own_times *times, gasp_record_ref root,
				 uint64_t now, own_time *own_time,
				 void *closure);

#pragma GCC visibility pop
