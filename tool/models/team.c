/* team.c - teams of threads: who is in which, tasks, shared work.

   SPDX-License-Identifier: Apache-2.0

   What these events mean beyond their times in the call tree, as tallies of the
   record (record.h): how long tasks lay ready, and who ran them; how much of
   shared work each thread did, and at which barrier the others waited.  Locks
   are in team-locks.c.  By roles, so for any model that has them.  Before this,
   event.c; after it, tally.c.  */

#include "record/file.h"
#include "ground/pages.h"
#include "models/named.h"
#include "models/peers.h"
#include "models/segments.h"
#include "models/tally.h"
#include "models/team.h"
#include "record/trace.h"
#include <string.h>

/* The records of a thread.  */
struct team_member {
  uint64_t region;		/* number of the one it is called to, or met,
				   last */
  uint32_t created;		/* tasks, so far */
  uint32_t creator, number;	/* of the task that was made, or has begun,
				   last */
#define MOST_WORKS 8
  gasp_record_ref works[MOST_WORKS]; /* since the latest barrier */
  unsigned int work_count;
};

static struct team_member *
member_of (gasp_context_t context)
{
  if (unlikely (!context->member))
    context->member = gasp_tool_pages (sizeof *context->member);
  return context->member;
}

void
gasp_tool_team_thread_end (gasp_context_t context)
{
  if (context->member)
    gasp_tool_pages_free (context->member, sizeof *context->member);
  context->member = NULL;
}

void
gasp_tool_team_go_on (gasp_context_t context)
{
  if (context && context->member)
    context->member->work_count = 0;
}

/* ---- Teams.  A thread that is called to a construct begins there with an
   event below its root, which names the construct's node, so that the report
   can show it in its place.  By the region's handle, of which there are a few
   at a time: a word has the node and a part of the handle.  */

#define TEAMS 1024
static struct { uint64_t word, number; struct segment_team segments; }
teams[TEAMS];
static uint64_t regions;	/* how many there have been */

static unsigned int
team_slot (const void *region)
{
  return map_hash ((uintptr_t) region) % TEAMS;
}

void
gasp_tool_team_begins (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  const void *region = arguments[0].p;
  struct team_member *member = member_of (context);
  unsigned int slot = team_slot (region);
  if (!event)
    return;
  uint64_t number = __atomic_add_fetch (&regions, 1, __ATOMIC_RELAXED);
  if (member)
    member->region = number;
  teams[slot].segments = (struct segment_team) {
    0, gasp_tool_segments_within (context, ref_of (event->node)) + 1
  };
  __atomic_store_n (&teams[slot].number, number, __ATOMIC_RELAXED);
  __atomic_store_n (&teams[slot].word, (uint64_t) ref_of (event->node) << 32
				       | (uint32_t) (uintptr_t) region,
		    __ATOMIC_RELEASE);
}

gasp_record_ref
gasp_tool_find_team (gasp_context_t context, const union argument *arguments)
{
  const void *region = arguments[0].p;
  unsigned int slot = team_slot (region);
  uint64_t word = __atomic_load_n (&teams[slot].word, __ATOMIC_ACQUIRE);
  struct team_member *member = member_of (context);
  bool is_meant = (uint32_t) word == (uint32_t) (uintptr_t) region;
  bool is_outermost = !(context->attention & ATTENTION_OTHER)
		      && !current_node (context)->parent;
  if (member)
    {
      member->work_count = 0;
      member->region = is_meant ? __atomic_load_n (&teams[slot].number,
						   __ATOMIC_RELAXED) : 0;
    }
  if (!is_outermost || !is_meant)
    return 0;
  context->thread->team_number = (uint32_t) arguments[1].i + 1;
  return word >> 32;
}

/* Begins what the thread does in a team that is known.  */
void
gasp_tool_member_comes (gasp_context_t context, struct open_event *event,
			const union argument *arguments)
{
  const struct team_member *member = context->member;
  struct segment_team *team = &teams[team_slot (arguments[0].p)].segments;
  if (event && member && member->region)
    gasp_tool_segments_begin (context, ref_of (event->node), team,
			      arguments[2].i);
}

/* ---- Tasks.  From when they are made until they begin they are in a table, by
   their handle.  A task that is never begun stays there until its handle is
   used again.  */

struct created {
  const void *task;		/* null: not in use */
  uint64_t since;
  uint32_t creator, number;
};

#define CREATED (1u << 15)
static void *created;		/* null before the first */

/* Finds a task that is created as find_named does.  */
static struct created *
find_created (const void *task, bool new)
{
  return find_named (&created, CREATED, sizeof (struct created), task, new);
}

void
gasp_tool_task_created (gasp_context_t context, gasp_record_ref place,
			const union argument *arguments)
{
  struct team_member *member = member_of (context);
  struct created *at = find_created (arguments[0].p, true);
  struct gasp_record_tally key = {
    .what = GASP_RECORD_CREATED, .place = place,
    .object = (uint32_t) arguments[1].i
  };
  gasp_tool_tally (context, &key, 0);
  if (!member)
    return;
  member->creator = context->thread->number;
  member->number = ++member->created;
  if (!at)
    return;
  at->creator = member->creator;
  at->number = member->number;
  at->since = read_clock ();
}

void
gasp_tool_task_begins (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  struct team_member *member = member_of (context);
  struct created *at = find_created (arguments[0].p, false);
  struct gasp_record_tally key = { .what = GASP_RECORD_FOUND };
  uint64_t waited = 0;
  if (member)
    member->creator = member->number = 0;
  if (at)
    {
      key.what = GASP_RECORD_BEGUN;
      key.other_thread = at->creator;
      if (event && !HEADER->clock_per_thread)
	waited
	  = gasp_tool_between (at->since, gasp_tool_start_of (context, event));
      if (member)
	member->creator = at->creator, member->number = at->number;
      forget_named (at);
    }
  if (!gasp_tool_has_place (context, event))
    return;
  key.place = event->node->place;
  gasp_tool_tally (context, &key, waited);
}

/* ---- Shared work, and the barriers after it.  */

uint64_t
gasp_tool_work_done (gasp_context_t context, const struct open_event *event,
		     const union argument *arguments)
{
  struct team_member *member = member_of (context);
  if (!gasp_tool_has_place (context, event))
    return 0;
  const struct event_shape *shape = gasp_tool_event_shape (event->tag);
  const char *amount = shape ? strchr (shape->end, 'l') : NULL;
  gasp_record_ref place = event->node->place;
  struct gasp_record_tally key = { .what = GASP_RECORD_SHARED,
				   .place = place };
  if (!amount)
    return 0;
  gasp_tool_tally (context, &key, arguments[amount - shape->end].l);
  for (unsigned int i = 0; member && i < member->work_count; i++)
    if (member->works[i] == place)
      return 0;
  if (member && member->work_count < MOST_WORKS)
    member->works[member->work_count++] = place;
  return 0;
}

void
gasp_tool_team_waits (gasp_context_t context, struct open_event *event,
		      const union argument *arguments)
{
  (void) arguments;
  if (!event)
    return;
  event->since = gasp_tool_start_of (context, event);
  gasp_tool_segment_comes (context, ref_of (event->node));
}

uint64_t
gasp_tool_team_waited (gasp_context_t context, const struct open_event *event,
		       const union argument *arguments)
{
  struct team_member *member = context->member;
  (void) arguments;
  if (event)
    gasp_tool_segment_ends (context, ref_of (event->node),
			    gasp_tool_end_of (context));
  if (!member || !member->work_count)
    return 0;
  if (gasp_tool_has_place (context, event))
    {
      uint64_t waited
	= gasp_tool_between (event->since, gasp_tool_end_of (context));
      for (unsigned int i = 0; i < member->work_count; i++)
	{
	  struct gasp_record_tally key = {
	    .what = GASP_RECORD_FOLLOWED, .place = member->works[i],
	    .other = event->node->place
	  };
	  gasp_tool_tally (context, &key, waited);
	}
    }
  member->work_count = 0;
  return 0;
}

/* ---- The trace: see shared/trace-format.h.  */

static void
remark_lock (gasp_context_t context, int what, const void *lock)
{
  uint64_t address = (uintptr_t) lock;
  gasp_tool_trace_remark (context, what, address >> GASP_TRACE_VALUE_BITS,
			  address & (((uint64_t) 1 << GASP_TRACE_VALUE_BITS)
				     - 1));
}

void
gasp_tool_team_trace (gasp_context_t context, uint32_t tag, enum role role,
		      const union argument *arguments)
{
  const struct team_member *member = context->member;
  const void *first = arguments[0].p;
  if (!member || gasp_tool_is_shared_lock (tag))
    return;
  switch (role)
    {
    case ROLE_TEAM:
    case ROLE_MEMBER:
      gasp_tool_trace_remark (context, GASP_TRACE_VALUE, arguments[1].i,
			      member->region);
      break;
    case ROLE_TASK_CREATE:
    case ROLE_TASK:
      gasp_tool_trace_remark (context, GASP_TRACE_VALUE, member->creator,
			      member->number);
      break;
    case ROLE_HOLD:
    case ROLE_LOCK:
    case ROLE_TURN:
      remark_lock (context, GASP_TRACE_LOCK, first);
      break;
    default:
      break;
    }
}

void
gasp_tool_team_trace_end (gasp_context_t context, enum role role,
			  const union argument *arguments)
{
  if (role == ROLE_HOLD)
    remark_lock (context, GASP_TRACE_UNLOCK, arguments[0].p);
}
