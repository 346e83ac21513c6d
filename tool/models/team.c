/* team.c - teams of threads: who is in which, locks, tasks, shared work.

   SPDX-License-Identifier: Apache-2.0

   What these events mean beyond their times in the call tree, as tallies of the
   record (record.h): how long each lock was waited for and had, and by whom;
   how long tasks lay ready, and who ran them; how much of shared work each thread
   did, and at which barrier the others waited.  By roles, so for any model that
   has them.  Before this, event.c; after it, tally.c.  */

#include "measure/clock.h"
#include "record/file.h"
#include "ground/pages.h"
#include "models/peers.h"
#include "models/tally.h"
#include "models/team.h"
#include "record/trace.h"
#include <string.h>

/* What is recorded of a thread.  */
struct team_member {
  uint64_t region;		/* number of the one it is called to, or met, last */
  uint32_t created;		/* tasks, so far */
  uint32_t creator, number;	/* of the task that was made, or has begun, last */
#define MOST_WORKS 8
  gasp_record_ref works[MOST_WORKS]; /* since the latest barrier */
  unsigned int work_count;
};

/* A thread that held the lock.  */
struct had {
  uint64_t since, until;	/* UNTIL is 0 while it is held */
  gasp_record_ref place;
  uint32_t thread;
};

#define HAD 8			/* a power of 2 */
struct mutex {
  const void *lock;
  unsigned int count;
  struct had had[HAD];
};

#define MUTEXES 4096
#define WAYS 4
static struct mutex mutexes[MUTEXES];
static bool taken_mutexes;	/* some are in use */

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

/* The record is another, whose places are elsewhere.  */
void
gasp_tool_team_fork (void)
{
  if (taken_mutexes)
    memset (mutexes, 0, sizeof mutexes);
  taken_mutexes = false;
}

void
gasp_tool_team_go_on (gasp_context_t context)
{
  if (context && context->member)
    context->member->work_count = 0;
}

/* Whether EVENT is recorded at a place of its own.  */
static bool
has_place (gasp_context_t context, const struct open_event *event)
{
  return event && event->node != context->other;
}

/* When EVENT began, and, as gasp_tool_finish leaves CONTEXT, when it ended.  */

static uint64_t
start_of (gasp_context_t context, const struct open_event *event)
{
  return event->untimed ? read_clock () : context->thread->last;
}

static uint64_t
end_of (gasp_context_t context)
{
  return context->took_timed ? context->thread->last : read_clock ();
}

static uint64_t
between (uint64_t start, uint64_t end)
{
  return end > start ? end - start : 0;
}

/* ---- Teams.  A thread that is called to a construct begins there with an event
   below its root, which tells the construct's node, so that the report can show
   it in its place.  By the region's handle, of which there are a few at a time: a
   word has the node and a part of the handle.  */

#define TEAMS 1024
static struct { uint64_t word, number; } teams[TEAMS];
static uint64_t regions;	/* so many have been */

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

/* ---- Locks.  For each lock in use, the threads that held it most recently.
   Only the holder changes this, except for the time of release, which is
   written after the release.  If there is no room for a lock, waits for it have
   no culprit.  */

/* LOCK's, or, if it is TAKEN now and none is, one that it gets; else null.  */
static struct mutex *
mutex_of (const void *lock, bool taken)
{
  uint32_t hash = map_hash ((uintptr_t) lock);
  struct mutex *set = &mutexes[hash % MUTEXES & -WAYS];
  for (int i = 0; i < WAYS; i++)
    {
      const void *there = __atomic_load_n (&set[i].lock, __ATOMIC_RELAXED);
      if (there == lock)
	return &set[i];
      if (!there && taken
	  && __atomic_compare_exchange_n (&set[i].lock, &there, lock, false,
					  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
	{
	  taken_mutexes = true;
	  return &set[i];
	}
    }
  return NULL;
}

void
gasp_tool_lock_wanted (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  (void) arguments;
  if (event)
    event->since = start_of (context, event);
}

void
gasp_tool_lock_had (gasp_context_t context, struct open_event *event,
		    const union argument *arguments)
{
  struct mutex *mutex = has_place (context, event)
			? mutex_of (arguments[0].p, true) : NULL;
  if (!mutex)
    return;
  struct had *had = &mutex->had[mutex->count % HAD];
  had->place = event->node->place;
  had->thread = context->thread->number;
  had->since = start_of (context, event);
  __atomic_store_n (&had->until, 0, __ATOMIC_RELAXED);
  mutex->count++;
}

/* What CONTEXT's thread, which has just given MUTEX back, did with it; others may
   have got it since.  Null if that is not known.  */
static struct had *
had_by (gasp_context_t context, struct mutex *mutex)
{
  for (unsigned int i = 1; mutex && i <= HAD && i <= mutex->count; i++)
    {
      struct had *had = &mutex->had[(mutex->count - i) % HAD];
      if (had->thread == context->thread->number && !had->until)
	return had;
    }
  return NULL;
}

/* Locks are given back in any order, also by another function than took them: so
   EVENT may be about another lock, or be missing.  */
uint64_t
gasp_tool_lock_given (gasp_context_t context, const struct open_event *event,
		      const union argument *arguments)
{
  (void) event;
  struct had *had = had_by (context, mutex_of (arguments[0].p, false));
  if (!had || context->attention & ATTENTION_OFF)
    return 0;
  uint64_t now = end_of (context);
  struct gasp_record_tally key = {
    .what = GASP_RECORD_HELD, .place = had->place,
    .object = (uintptr_t) arguments[0].p
  };
  gasp_tool_tally (context, &key, between (had->since, now));
  __atomic_store_n (&had->until, now, __ATOMIC_RELAXED);
  return 0;
}

/* WAIT, which began at SINCE, is over at NOW.  The thread has MUTEX: blame those that
   had it meanwhile.  Who had it is to blame until the next one had it; but where
   their order is given (IN_ORDER), from the time when the one before gave it
   back.  */
static void
blame (gasp_context_t context, const struct gasp_record_tally *wait,
       const struct mutex *mutex, uint64_t since, uint64_t now, bool in_order)
{
  unsigned int known = mutex->count < HAD ? mutex->count : HAD;
  uint64_t end = now;
  for (unsigned int i = 1; i <= known && end > since; i++)
    {
      const struct had *had = &mutex->had[(mutex->count - i) % HAD];
      const struct had *before = &mutex->had[(mutex->count - i - 1) % HAD];
      uint64_t begin = had->since;
      uint64_t until = __atomic_load_n (&had->until, __ATOMIC_RELAXED);
      if (until && until <= since)
	return;
      if (in_order && until && until < end)
	end = until;
      if (in_order)
	begin = i < known && before->until && before->until < begin
		? before->until : begin;
      struct gasp_record_tally key = *wait;
      key.what = GASP_RECORD_BLAMED;
      key.other = had->place;
      key.other_thread = had->thread;
      uint64_t from = begin > since ? begin : since;
      if (end > from)
	gasp_tool_tally (context, &key, end - from);
      end = begin;
    }
}

static void
end_wait (gasp_context_t context, const struct open_event *event,
	  const void *lock, bool in_order)
{
  if (!has_place (context, event))
    return;
  uint64_t now = end_of (context);
  struct gasp_record_tally key = {
    .what = GASP_RECORD_WAITED, .place = event->node->place,
    .object = (uintptr_t) lock
  };
  const struct mutex *mutex = mutex_of (lock, false);
  if (mutex && !HEADER->clock_per_thread)
    blame (context, &key, mutex, event->since, now, in_order);
  gasp_tool_tally (context, &key, between (event->since, now));
}

/* Locks shared among the processes of one program are counted by peers.c.  */
uint64_t
gasp_tool_lock_got (gasp_context_t context, const struct open_event *event,
		    const union argument *arguments)
{
  if (gasp_tool_ranks)
    return gasp_tool_locked (context, event, arguments);
  end_wait (context, event, arguments[0].p, false);
  return 0;
}

uint64_t
gasp_tool_turn_came (gasp_context_t context, const struct open_event *event,
		     const union argument *arguments)
{
  end_wait (context, event, arguments[0].p, true);
  return 0;
}

/* ---- Tasks.  From when they are made until they begin they are in a table, by
   their handle.  A task that is never begun stays there until its handle is used
   again.  */

struct created {
  const void *task;
  uint64_t since;
  uint32_t creator, number;
};

#define CREATED (1u << 15)
#define NEAR 16
static struct created created[CREATED];

/* Where TASK is; or, if it is NEW, is to be; null if nowhere.  */
static struct created *
created_at (const void *task, bool new)
{
  uint32_t hash = map_hash ((uintptr_t) task);
  struct created *near = &created[hash % CREATED & -NEAR];
  for (int i = 0; i < NEAR; i++)
    if (__atomic_load_n (&near[i].task, __ATOMIC_ACQUIRE) == task)
      return &near[i];
  for (int i = 0; new && i < NEAR; i++)
    {
      const void *none = NULL;
      if (__atomic_compare_exchange_n (&near[i].task, &none, task, false,
				       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
	return &near[i];
    }
  return NULL;
}

void
gasp_tool_task_created (gasp_context_t context, gasp_record_ref place,
			const union argument *arguments)
{
  struct team_member *member = member_of (context);
  struct created *at = created_at (arguments[0].p, true);
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
  struct created *at = created_at (arguments[0].p, false);
  struct gasp_record_tally key = { .what = GASP_RECORD_FOUND };
  uint64_t waited = 0;
  if (member)
    member->creator = member->number = 0;
  if (at)
    {
      key.what = GASP_RECORD_BEGUN;
      key.other_thread = at->creator;
      if (event && !HEADER->clock_per_thread)
	waited = between (at->since, start_of (context, event));
      if (member)
	member->creator = at->creator, member->number = at->number;
      __atomic_store_n (&at->task, NULL, __ATOMIC_RELEASE);
    }
  if (!has_place (context, event))
    return;
  key.place = event->node->place;
  gasp_tool_tally (context, &key, waited);
}

/* ---- Shared work, and the barriers behind it.  */

uint64_t
gasp_tool_work_done (gasp_context_t context, const struct open_event *event,
		     const union argument *arguments)
{
  struct team_member *member = member_of (context);
  if (!has_place (context, event))
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
  if (event)
    event->since = start_of (context, event);
}

uint64_t
gasp_tool_team_waited (gasp_context_t context, const struct open_event *event,
		       const union argument *arguments)
{
  struct team_member *member = context->member;
  (void) arguments;
  if (!member || !member->work_count)
    return 0;
  if (has_place (context, event))
    {
      uint64_t waited = between (event->since, end_of (context));
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
gasp_tool_team_trace (gasp_context_t context, enum role role,
		      const union argument *arguments)
{
  const struct team_member *member = context->member;
  const void *first = arguments[0].p;
  const struct mutex *mutex = NULL;
  if (gasp_tool_ranks || !member)
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
      mutex = mutex_of (first, false);
      remark_lock (context, GASP_TRACE_LOCK, first);
      gasp_tool_trace_remark (context, GASP_TRACE_VALUE, 0,
			      mutex ? mutex->count : 0);
      break;
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
  if (role == ROLE_HOLD && !gasp_tool_ranks)
    remark_lock (context, GASP_TRACE_UNLOCK, arguments[0].p);
}
