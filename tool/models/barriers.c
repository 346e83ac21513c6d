/* barriers.c - when the thread came to its barriers, and other calls in which
   processes wait for each other, and when it left.

   SPDX-License-Identifier: Apache-2.0

   The reporter compares the threads' arrivals.  Memory is bounded (listing.h):
   which ones are taken is in listed.h.  */

#include "measure/clock.h"
#include "events/context.h"
#include "events/event.h"
#include "record/file.h"
#include "listed.h"
#include "record/listing.h"
#include "ground/lock.h"
#include "models/named.h"
#include "models/peers.h"
#include "models/phases.h"
#include "models/waits.h"
#include <string.h>

#define MOST_BARRIERS 16384
#define MOST_LONG 1024
#define LEAST_LONG 8192		/* ticks */

static GASP_TOOL_LOCK (barriers_lock);

static bool
is_taken (const void *element, uint64_t step)
{
  const struct gasp_record_barrier *barrier = element;
  return gasp_is_listed (gasp_barrier_hash (barrier->members, barrier->number),
			 step);
}

static struct listing listing = {
  .kind = GASP_RECORD_BARRIERS, .size = sizeof (struct gasp_record_barrier),
  .is_taken = is_taken, .most = MOST_BARRIERS
};

/* ---- Long ones.  A few may be most of the waiting, and not be listed where
   there are very many.  Who waits for another one that is late leaves when that
   does, so both see it.  */

static bool
is_long (const void *element, uint64_t least)
{
  const struct gasp_record_barrier *barrier = element;
  return (uint64_t) 1 << barrier->length >= least;
}

static uint64_t least_long = LEAST_LONG;
static struct listing long_ones = {
  .kind = GASP_RECORD_BARRIERS, .size = sizeof (struct gasp_record_barrier),
  .is_taken = is_long, .most = MOST_LONG
};

/* ---- Meetings.  By MEMBERS.  */
#define MOST_SETS 4096
static struct numbering sets = { .most = MOST_SETS };
static gasp_context_t owner;	/* the thread that comes to barriers of all */

/* Returns whether CONTEXT is the thread whose barriers are listed.  A
   program's other threads may call what waits for all processes, too, in an
   order that is not the same in all.  They are left out.  What has MEMBERS is
   in one order for these, whichever threads call it.  */
static bool
is_ours (gasp_context_t context)
{
  gasp_context_t none = NULL;
  if (unlikely (!owner))
    __atomic_compare_exchange_n (&owner, &none, context, false,
				 __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return gasp_tool_ranks && owner == context;
}

/* Notes that the thread comes to meeting NUMBER of MEMBERS.  */
static void
end_phase (gasp_context_t context, uint64_t members, uint64_t number,
	   uint64_t now)
{
  if (number)
    gasp_tool_phase_ends (context, gasp_barrier_hash (members, number),
			  gasp_barrier_hash (members, number + 1), now);
}

/* Lists BARRIER, which is over, if it is long.  The lock is held.  */
static void
list_long (const struct gasp_record_barrier *barrier)
{
  struct gasp_record_barrier copy = *barrier;
  copy.is_long = true;
  if (copy.left && is_long (&copy, least_long))
    gasp_tool_list (&long_ones, &least_long, &copy);
}

/* Lists the long ones of all that are listed, before half of these go.  */
static void
begin_long (void)
{
  for (unsigned int i = 0; i < listing.used; i++)
    list_long (AT (struct gasp_record_barrier, listing.listed[i]));
}

/* Lists M, if it is one of those listed.  Most are not, in long runs: these
   share no lock.  */
static void
list (struct meeting *m)
{
  uint64_t step = __atomic_load_n (&HEADER->barrier_step, __ATOMIC_RELAXED);
  m->at = NULL;
  if (!m->is.number || !is_taken (&m->is, step))
    return;
  lock (&barriers_lock);
  if (HEADER->barrier_step == 1 && listing.used == MOST_BARRIERS)
    begin_long ();
  m->at = gasp_tool_list (&listing, &HEADER->barrier_step, &m->is);
  unlock (&barriers_lock);
}

/* Returns where M is listed, if it still is: others may have been thinned out
   since, or this is a child.  The lock is held.  */
static struct gasp_record_barrier *
listed_at (const struct meeting *m)
{
  return (gasp_tool_ranks && m->at && m->at->number == m->is.number
	  && m->at->members == m->is.members ? m->at : NULL);
}

/* Notes that M is over NOW, in EVENT.  */
static void
leave (struct meeting *m, const struct open_event *event, uint64_t now)
{
  if (!gasp_tool_ranks || !m->is.number)
    return;
  m->is.place = event->node->place;
  m->is.left = now;
  m->is.length
    = gasp_tool_log (gasp_tool_came (&sets, m->is.members, now), now);
  uint64_t least = __atomic_load_n (&least_long, __ATOMIC_RELAXED);
  bool is_kept
    = is_long (&m->is, least)
      && __atomic_load_n (&HEADER->barrier_step, __ATOMIC_RELAXED) > 1;
  if (!m->at && !is_kept)
    return;
  lock (&barriers_lock);
  struct gasp_record_barrier *at = listed_at (m);
  if (at)
    {
      at->place = m->is.place;
      at->began = m->is.began;
      at->length = m->is.length;
      __atomic_store_n (&at->left, now, __ATOMIC_RELEASE);
    }
  if (is_kept)
    list_long (&m->is);
  unlock (&barriers_lock);
}

/* Notes that this process has arrived NOW at a barrier, which is counted
   whether or not it is recorded: others compare their arrival with this
   one.  */
static void
arrive_at (gasp_context_t context, uint64_t now, enum gasp_record_waits waits,
	   int root, uint64_t members)
{
  if (!gasp_tool_ranks)
    return;
  struct meeting *m = &context->meeting;
  m->is = (struct gasp_record_barrier) {
    .number = gasp_tool_next_number (&sets, members), .members = members,
    .arrived = now, .began = now, .waits = waits, .root = root,
    .thread = context->thread->number
  };
  list (m);
  end_phase (context, members, m->is.number, now);
}

static void
arrive (gasp_context_t context, const struct open_event *event,
	enum gasp_record_waits waits, int root, uint64_t members)
{
  arrive_at (context,
	     event ? gasp_tool_start_of (context, event) : read_clock (),
	     waits, root, members);
}

void
gasp_tool_barrier_arrives (gasp_context_t context, struct open_event *event,
			   const union argument *arguments)
{
  (void) arguments;
  if (is_ours (context))
    arrive (context, event, GASP_RECORD_ALL_FOR_ALL, 0, 0);
}

/* Notes that a barrier waits within EVENT.  Where MEMBERS are not known, who
   waits for whom is not.  */
void
gasp_tool_barrier_within (gasp_context_t context, struct open_event *event,
			  const union argument *arguments)
{
  if ((uint32_t) arguments[1].l)
    arrive (context, event, GASP_RECORD_ALL_FOR_ALL, 0, arguments[1].l);
  else
    gasp_tool_may_wait (context, event);
}

void
gasp_tool_gathering_begins (gasp_context_t context, struct open_event *event,
			    const union argument *arguments)
{
  if (!arguments[1].l)
    {
      gasp_tool_may_wait (context, event);
      return;
    }
  arrive (context, event, GASP_RECORD_IF_HELD, 0, arguments[1].l);
  context->meeting.counted = context->meeting.is.number;
}

static void
collective (gasp_context_t context, const struct open_event *event,
	    enum gasp_record_waits waits, const union argument *arguments)
{
  if (arguments[4].l)
    arrive (context, event, waits, arguments[1].i, arguments[4].l);
}

/* Counts a call of which it is not known who waits, or that does not wait here:
   so that all processes count alike, though some may know more of such a
   call.  */
void
gasp_tool_collective_begins (gasp_context_t context, struct open_event *event,
			     const union argument *arguments)
{
  const struct event_shape *shape
    = event ? gasp_tool_event_shape (event->tag) : NULL;
  if (shape && !strncmp (shape->start, "nrzzl", 5) && arguments[4].l
      && gasp_tool_ranks)
    context->meeting.counted = gasp_tool_next_number (&sets, arguments[4].l);
  gasp_tool_may_wait (context, event);
}

/* ---- UPC's collective functions.  They are not counted with the barriers: a
   part of a program that is not instrumented may call them.  */

#define UPC_COLLECTIVES (UINT64_C (0x757063) << 32)

/* Returns who waits in one of SHAPE, as its flags say; *ROOT is the process
   that gives or gets, if one does.  */
static enum gasp_record_waits
waits_by_flags (const struct event_shape *shape,
		const union argument *arguments, int *root)
{
  /* Other flags than UPC_IN_ALLSYNC, UPC_OUT_ALLSYNC.  */
  enum { IN_OTHERS = 2 | 4, OUT_OTHERS = 16 | 32 };
  struct gasp_gcc_shared at;
  int flags = arguments[strcspn (shape->start, "F")].i;
  int owner = shape->role == ROLE_ONE_TO_ALL ? 1 : 0;
  if (!(flags & IN_OTHERS) || !(flags & OUT_OTHERS))
    return GASP_RECORD_ALL_FOR_ALL;
  if ((shape->role != ROLE_ONE_TO_ALL && shape->role != ROLE_ALL_TO_ONE)
      || !gasp_tool_find_argument (shape->tag, owner, arguments, &at))
    return GASP_RECORD_IF_HELD;
  *root = at.thread;
  return GASP_RECORD_HELD_BY_ROOT;
}

void
gasp_tool_together_begins (gasp_context_t context, struct open_event *event,
			   const union argument *arguments)
{
  const struct event_shape *shape
    = event ? gasp_tool_event_shape (event->tag) : NULL;
  uint64_t members = UPC_COLLECTIVES | (uint32_t) gasp_tool_ranks;
  int root = 0;
  if (!is_ours (context))
    return;
  if (!shape)
    {
      gasp_tool_next_number (&sets, members);
      return;
    }
  enum gasp_record_waits waits = waits_by_flags (shape, arguments, &root);
  arrive (context, event, waits, root, members);
}

uint64_t
gasp_tool_together_ends (gasp_context_t context, const struct open_event *event,
			 const union argument *arguments)
{
  gasp_tool_barrier_leaves (context, event, arguments);
  return gasp_tool_moved (context, event, arguments);
}

void
gasp_tool_meeting_begins (gasp_context_t context, struct open_event *event,
			  const union argument *arguments)
{
  collective (context, event, GASP_RECORD_ALL_FOR_ALL, arguments);
}

void
gasp_tool_root_gives (gasp_context_t context, struct open_event *event,
		      const union argument *arguments)
{
  collective (context, event, GASP_RECORD_ALL_FOR_ROOT, arguments);
}

void
gasp_tool_root_gets (gasp_context_t context, struct open_event *event,
		     const union argument *arguments)
{
  collective (context, event, GASP_RECORD_ROOT_FOR_ALL, arguments);
}

void
gasp_tool_meeting_in_order (gasp_context_t context, struct open_event *event,
			    const union argument *arguments)
{
  collective (context, event, GASP_RECORD_FOR_LOWER, arguments);
}

/* Returns who waits where some may have nothing to give or to get.  */
static enum gasp_record_waits
waits_if_held (int root)
{
  return root < 0 ? GASP_RECORD_IF_HELD : GASP_RECORD_HELD_BY_ROOT;
}

void
gasp_tool_meeting_if_held (gasp_context_t context, struct open_event *event,
			   const union argument *arguments)
{
  collective (context, event, waits_if_held (arguments[1].i), arguments);
}

/* ---- Those that have begun and are waited for later (named.h).  */

#define OPEN 1024
struct open_meeting {
  const void *name;		/* null: not in use */
  struct meeting meeting;
};
static void *open_meetings;	/* null before the first */

/* Finds an open meeting as find_named does.  */
static struct open_meeting *
find_open (const void *name, bool new)
{
  return find_named (&open_meetings, OPEN, sizeof (struct open_meeting), name,
		     new);
}

static enum gasp_record_waits
waits_of (enum role role, int root)
{
  return role == ROLE_ROOT_GIVES ? GASP_RECORD_ALL_FOR_ROOT
	 : role == ROLE_ROOT_GETS ? GASP_RECORD_ROOT_FOR_ALL
	 : role == ROLE_MEETING_IN_ORDER ? GASP_RECORD_FOR_LOWER
	 : role == ROLE_MEETING_IF_HELD ? waits_if_held (root)
	 : role == ROLE_GATHERING ? GASP_RECORD_IF_HELD
	 : GASP_RECORD_ALL_FOR_ALL;
}

/* Returns when CONTEXT's thread came to the call that has begun a meeting of
   ROLE, NOW or before: others may have left since.  A gathering may have begun
   in an earlier call.  */
static uint64_t
came_to (gasp_context_t context, enum role role, uint64_t now)
{
  uint64_t since = context->event_count
		   ? context->events[context->event_count - 1].since : 0;
  return role == ROLE_GATHERING ? context->meeting.is.arrived
	 : since ? since : now;
}

/* Notes when what will be waited for has begun.  */
void
gasp_tool_meeting_begun (gasp_context_t context, struct open_event *event,
			 const union argument *arguments)
{
  (void) event;
  const struct event_shape *shape = gasp_tool_event_shape (arguments[0].i);
  enum role role = shape ? shape->role : ROLE_OTHER;
  uint64_t now = read_clock ();
  struct meeting m = { .is = {
    .number = context->meeting.counted, .members = arguments[2].l,
    .arrived = came_to (context, role, now),
    .began = now, .waits = waits_of (role, arguments[1].i),
    .root = arguments[1].i, .thread = context->thread->number
  } };
  if (!gasp_tool_ranks || !m.is.number || !m.is.members
      || role == ROLE_COLLECTIVE)
    return;
  list (&m);
  struct open_meeting *open = find_open (arguments[3].p, true);
  if (open)
    open->meeting = m;
  end_phase (context, m.is.members, m.is.number, now);
}

void
gasp_tool_meeting_over (gasp_context_t context, struct open_event *event,
			const union argument *arguments)
{
  (void) event;
  if (!gasp_tool_ranks || !context->event_count)
    return;
  struct open_event *around = &context->events[context->event_count - 1];
  struct open_meeting *open = find_open (arguments[0].p, false);
  if (!open)
    return;
  struct meeting m = open->meeting;
  forget_named (open);
  if (!around->since)
    return;
  if (m.is.began < around->since)
    m.is.began = around->since;
  leave (&m, around, read_clock ());
  around->meetings++;
  if (m.at && m.is.began == around->since)
    around->meeting = ref_of (m.at);
}

void
gasp_tool_count_meetings (const struct open_event *event)
{
  struct gasp_record_barrier *b
    = AT (struct gasp_record_barrier, event->meeting);
  lock (&barriers_lock);
  /* Others may have been thinned out since.  */
  if (b->began == event->since)
    b->of = event->meetings < UINT8_MAX ? event->meetings : UINT8_MAX;
  unlock (&barriers_lock);
}

void
gasp_tool_barrier_waits (gasp_context_t context, struct open_event *event,
		     const union argument *arguments)
{
  (void) event, (void) arguments;
  context->meeting.is.began = read_clock ();
}

uint64_t
gasp_tool_barrier_leaves (gasp_context_t context,
			  const struct open_event *event,
			  const union argument *arguments)
{
  (void) arguments;
  if (event)
    leave (&context->meeting, event, gasp_tool_end_of (context));
  context->meeting.is.number = 0;
  return 0;
}

/* Ends a gathering.  Who comes together may be known only now.  */
uint64_t
gasp_tool_gathering_ends (gasp_context_t context,
			  const struct open_event *event,
			  const union argument *arguments)
{
  if (event && !context->meeting.is.number && arguments[1].l)
    arrive_at (context, event->since, GASP_RECORD_IF_HELD, 0, arguments[1].l);
  gasp_tool_barrier_leaves (context, event, arguments);
  return event ? gasp_tool_bytes_of (gasp_tool_event_shape (event->tag)->end,
				     arguments) : 0;
}

/* Forgets barriers in a child that a UPC thread forks, which takes part in
   none.  */
void
gasp_tool_barriers_fork (void)
{
  owner = NULL;
  listing.used = listing.there = long_ones.used = long_ones.there = 0;
  if (open_meetings)
    memset (open_meetings, 0, OPEN * sizeof (struct open_meeting));
}
