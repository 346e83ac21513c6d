/* trace-teams.c - teams of threads, their locks and tasks, as OTF2's records.

   SPDX-License-Identifier: Apache-2.0

   Between trace-otf2.c's enters and leaves, for OpenMP: fork and join, who is
   in which team when, locks, and which task runs.  A team is a communicator, of
   which the threads are members in the order of their numbers in the team;
   teams of the same threads are one.  Who was in a team is known when all
   threads have been read: so they are read twice.  An implicit task has the
   generation 0.  */

#include "base/options.h"
#include "base/order.h"
#include "traces/otf2/trace-otf2.h"
#include "base/util.h"

#ifdef WITH_OTF2

#include "gasp_omp.h"
#include "model/roles.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* ---- What kinds of regions constructs are  */

bool
teams_region_role (uint32_t tag, OTF2_RegionRole *role)
{
  static const struct { uint32_t tag; OTF2_RegionRole role; } roles[] = {
    { GASP_GCC_OMP_PARALLEL, OTF2_REGION_ROLE_PARALLEL },
    { GASP_GCC_OMP_LOOP, OTF2_REGION_ROLE_LOOP },
    { GASP_GCC_OMP_SECTIONS, OTF2_REGION_ROLE_SECTIONS },
    { GASP_GCC_OMP_SINGLE, OTF2_REGION_ROLE_SINGLE },
    { GASP_GCC_OMP_MASKED, OTF2_REGION_ROLE_MASTER },
    { GASP_GCC_OMP_WORK_BARRIER, OTF2_REGION_ROLE_IMPLICIT_BARRIER },
    { GASP_GCC_OMP_JOIN_BARRIER, OTF2_REGION_ROLE_IMPLICIT_BARRIER },
    { GASP_GCC_OMP_ATOMIC, OTF2_REGION_ROLE_ATOMIC },
    { GASP_GCC_OMP_ORDERED, OTF2_REGION_ROLE_ORDERED }
  };
  for (size_t i = 0; i < COUNT_OF (roles); i++)
    if (roles[i].tag == tag)
      {
	*role = roles[i].role;
	return true;
      }
  return false;
}

/* ---- Teams  */

/* LOCATION, whose thread is THREAD in its process, is NUMBER in the team of
   REGION.  */
struct membership {
  size_t process;
  uint64_t region;
  uint32_t number, thread;
  uint64_t location;
};

/* A thread got LOCK.  */
struct acquisition { uint64_t lock, time; };

/* Threads that were a team, as a list of locations.  */
struct team_comm { uint64_t *locations; uint32_t count; };

struct omp_teams {
  struct membership *members;	/* by process, region and number */
  size_t count, room;
  struct team_comm *comms;
  size_t comm_count, comm_room;
  uint64_t *locations;		/* all that are in teams, rising */
  size_t location_count;
  struct acquisition *acquired;	/* by lock and time */
  size_t acquired_count, acquired_room;
  uint64_t *locks;		/* lock_key, by number of the lock */
  size_t lock_count, lock_room;
};

static enum role
role_at (const struct trace_process *process, uint32_t place)
{
  const struct trace_place *p = &process->places[place];
  return p->kind == GASP_RECORD_EVENT ? role_of_tag (p->tag) : ROLE_OTHER;
}

static bool
has_teams (const struct trace_process *process)
{
  for (uint64_t i = 0; i < process->place_count; i++)
    if (role_at (process, (uint32_t) i) == ROLE_MEMBER)
      return true;
  return false;
}

/* Returns what identifies the lock that remark M is about.  */
static uint64_t
lock_key (const struct trace_moment *m, size_t process)
{
  return ((uint64_t) m->peer << GASP_TRACE_VALUE_BITS | m->value)
	 ^ (uint64_t) process << 56;
}

static void
note_acquisition (struct omp_teams *teams, const struct trace_moment *m,
		  size_t process)
{
  ONE_MORE (teams->acquired, teams->acquired_count, teams->acquired_room)
    = (struct acquisition) { lock_key (m, process), m->time };
}

/* Notes the teams that THREAD was in, and the locks that it got.  */
static void
read_memberships (struct omp_teams *teams, const struct trace_thread *thread,
		  size_t process, uint64_t location)
{
  struct trace_cursor cursor;
  struct trace_moment m;
  bool enters = false;		/* else it is about a task */
  trace_follow (&cursor, thread);
  cursor.with_remarks = true;
  while (trace_next (&cursor, &m))
    {
      if (enters && m.what == TRACE_VALUE && m.value
	  && role_at (thread->process, m.place) == ROLE_MEMBER)
	ONE_MORE (teams->members, teams->count, teams->room)
	  = (struct membership) { process, m.value, m.peer, thread->number,
				  location };
      if (m.what == TRACE_LOCK
	  && role_at (thread->process, m.place) == ROLE_HOLD)
	note_acquisition (teams, &m, process);
      enters = m.what == TRACE_ENTER;
    }
  trace_done (&cursor);
}

ORDER (by_region, struct membership, RISING (process) RISING (region)
       RISING (number))

static bool
is_same_region (const struct membership *a, const struct membership *b)
{
  return a->process == b->process && a->region == b->region;
}

ORDER (by_lock, struct acquisition, RISING (lock) RISING (time))

ORDER (by_value, uint64_t, THEN (compare_numbers (*x, *y)))

/* Lists all locations that are in teams, once each.  */
static void
list_locations (struct omp_teams *teams)
{
  size_t kept = 0;
  teams->locations = allocate (teams->count, sizeof *teams->locations);
  for (size_t i = 0; i < teams->count; i++)
    teams->locations[i] = teams->members[i].location;
  SORT (teams->locations, teams->count, by_value);
  for (size_t i = 0; i < teams->count; i++)
    if (!kept || teams->locations[kept - 1] != teams->locations[i])
      teams->locations[kept++] = teams->locations[i];
  teams->location_count = kept;
}

void
teams_find (struct otf2_writer *w)
{
  struct omp_teams *teams = w->teams = allocate (1, sizeof *w->teams);
  uint64_t location = 0;
  for (size_t i = 0; i < w->trace->process_count; i++)
    {
      const struct trace_process *process = &w->trace->processes[i];
      for (size_t j = 0; has_teams (process) && j < process->thread_count; j++)
	read_memberships (teams, &process->threads[j], i, location + j);
      location += process->thread_count;
    }
  SORT (teams->members, teams->count, by_region);
  SORT (teams->acquired, teams->acquired_count, by_lock);
  list_locations (teams);
}

void
teams_forget (struct otf2_writer *w)
{
  for (size_t i = 0; i < w->teams->comm_count; i++)
    free (w->teams->comms[i].locations);
  free (w->teams->comms);
  free (w->teams->members);
  free (w->teams->locations);
  free (w->teams->locks);
  free (w->teams->acquired);
  free (w->teams);
}

/* Returns the first member of REGION of PROCESS, and *COUNT of them; null if
   there are none.  */
static const struct membership *
members_of (const struct omp_teams *teams, size_t process, uint64_t region,
	    uint32_t *count)
{
  struct membership wanted = { process, region, 0, 0, 0 };
  size_t first = FIRST_FROM (teams->count, i,
			     by_region (&teams->members[i], &wanted) < 0);
  *count = 0;
  while (first + *count < teams->count
	 && is_same_region (&teams->members[first + *count], &wanted))
    ++*count;
  return *count ? &teams->members[first] : NULL;
}

/* Returns the number of the communicator of COUNT MEMBERS, in which each
   thread is once.  */
static uint32_t
comm_of (struct omp_teams *teams, const struct membership *members,
	 uint32_t count)
{
  uint64_t *locations = allocate (count, sizeof *locations);
  for (uint32_t i = 0; i < count; i++)
    locations[i] = members[i].location;
  for (size_t i = 0; i < teams->comm_count; i++)
    if (teams->comms[i].count == count
	&& !memcmp (teams->comms[i].locations, locations,
		    count * sizeof *locations))
      {
	free (locations);
	return (uint32_t) i;
      }
  ONE_MORE (teams->comms, teams->comm_count, teams->comm_room)
    = (struct team_comm) { locations, count };
  return (uint32_t) teams->comm_count - 1;
}

/* ---- Definitions, after those of UPC: groups from GROUP on, and
   communicators from w->first_comm on.  */

static void
define_group (struct otf2_writer *w, OTF2_GroupRef group, const char *name,
	      OTF2_GroupType type, const uint64_t *members, size_t count)
{
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteGroup
		   (w->definitions, group, otf2_define_string (w, name), type,
		    OTF2_PARADIGM_OPENMP, OTF2_GROUP_FLAG_NONE,
		    (uint32_t) count, members));
}

/* Returns where LOCATION is in the group of all.  */
static uint64_t
rank_of (const struct omp_teams *teams, uint64_t location)
{
  const uint64_t *found = bsearch (&location, teams->locations,
				   teams->location_count,
				   sizeof *teams->locations, by_value);
  return found ? (uint64_t) (found - teams->locations) : 0;
}

static void
define_comm (struct otf2_writer *w, OTF2_GroupRef group, size_t number)
{
  const struct team_comm *comm = &w->teams->comms[number];
  OWNED uint64_t *ranks = allocate (comm->count, sizeof *ranks);
  OWNED char *name = print_string ("team of %u threads", comm->count);
  for (uint32_t i = 0; i < comm->count; i++)
    ranks[i] = rank_of (w->teams, comm->locations[i]);
  define_group (w, group, name, OTF2_GROUP_TYPE_COMM_GROUP, ranks,
		comm->count);
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteComm
		   (w->definitions, w->first_comm + (OTF2_CommRef) number,
		    otf2_define_string (w, name), group, OTF2_UNDEFINED_COMM,
		    OTF2_COMM_FLAG_NONE));
}

void
teams_define (struct otf2_writer *w, OTF2_GroupRef group)
{
  const struct omp_teams *teams = w->teams;
  if (!teams->location_count)
    return;
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteParadigm
		   (w->definitions, OTF2_PARADIGM_OPENMP,
		    otf2_define_string (w, "OpenMP"),
		    OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN));
  define_group (w, group++, "OpenMP threads", OTF2_GROUP_TYPE_COMM_LOCATIONS,
		teams->locations, teams->location_count);
  for (size_t i = 0; i < teams->comm_count; i++)
    define_comm (w, group++, i);
}

/* ---- A location  */

/* An open call.  What is entered by it has to be left.  */
struct frame {
  enum role role;
  bool forks, begins, runs;
  uint32_t comm;		/* of MEMBER, and of the events within */
  const struct membership *members; /* likewise */
  uint32_t member_count, number;
  uint32_t creator, generation;	/* of the task that runs */
};

/* A lock that is held.  */
struct held { uint32_t lock, order; };

struct team_events {
  struct otf2_writer *w;
  OTF2_EvtWriter *out;
  const struct trace_process *process;
  uint64_t time;
  struct frame *frames;		/* by depth; 0 is the thread outside of calls */
  size_t room, depth;
  bool creates;			/* a task, right before */
  uint32_t unlock;		/* that is given back now, and 1; or 0 */
  struct held *held;
  size_t held_count, held_room;
};

#define WRITE(e, name, ...) \
  otf2_note_error ((e)->w, otf2.OTF2_EvtWriter_##name \
		   ((e)->out, NULL, (e)->time, __VA_ARGS__))

struct team_events *
teams_begin (struct otf2_writer *w, const struct trace_thread *thread,
	     OTF2_EvtWriter *out)
{
  if (!w->teams->count || !has_teams (thread->process))
    return NULL;
  struct team_events *e = allocate (1, sizeof *e);
  *e = (struct team_events) { .w = w, .out = out, .process = thread->process };
  e->frames = room_for_one (NULL, 0, &e->room, sizeof *e->frames);
  e->frames[0] = (struct frame) { .role = ROLE_OTHER };
  return e;
}

void
teams_end (struct team_events *e)
{
  if (!e)
    return;
  free (e->frames);
  free (e->held);
  free (e);
}

static struct frame *
innermost (struct team_events *e)
{
  return &e->frames[e->depth];
}

static size_t
process_number (const struct team_events *e)
{
  return (size_t) (e->process - e->w->trace->processes);
}

static void
enter (struct team_events *e, const struct trace_moment *m)
{
  struct frame frame = *innermost (e);
  frame.role = role_at (e->process, m->place);
  frame.forks = frame.begins = frame.runs = false;
  e->depth = m->depth + 1;
  e->frames = room_for_one (e->frames, e->depth, &e->room, sizeof *e->frames);
  e->frames[e->depth] = frame;
}

/* Notes that the frame's construct is the region of number M->value.  */
static void
note_region (struct team_events *e, struct frame *frame,
	     const struct trace_moment *m)
{
  uint32_t count;
  const struct membership *members
    = members_of (e->w->teams, process_number (e), m->value, &count);
  if (!members)
    return;
  if (frame->role == ROLE_TEAM)
    {
      frame->forks = true;
      WRITE (e, ThreadFork, OTF2_PARADIGM_OPENMP, m->peer ? m->peer : count);
      return;
    }
  frame->begins = true;
  frame->members = members;
  frame->member_count = count;
  frame->number = m->peer;
  frame->comm = e->w->first_comm + comm_of (e->w->teams, members, count);
  frame->creator = m->peer;
  frame->generation = 0;
  WRITE (e, ThreadTeamBegin, frame->comm);
}

/* Returns the number in FRAME's team of the thread that is THREAD in the
   process.  */
static uint32_t
number_in_team (const struct frame *frame, uint32_t thread)
{
  for (uint32_t i = 0; i < frame->member_count; i++)
    if ((uint16_t) frame->members[i].thread == thread)
      return frame->members[i].number;
  return frame->number;
}

/* Notes the task that was created, or that begins in FRAME.  */
static void
note_task (struct team_events *e, struct frame *frame,
	   const struct trace_moment *m, bool begins)
{
  uint32_t creator = number_in_team (frame, m->peer);
  uint32_t generation = (uint32_t) m->value;
  if (!frame->members || !generation)
    return;
  if (!begins)
    {
      WRITE (e, ThreadTaskCreate, frame->comm, creator, generation);
      return;
    }
  frame->runs = true;
  frame->creator = creator;
  frame->generation = generation;
  WRITE (e, ThreadTaskSwitch, frame->comm, creator, generation);
}

static uint32_t
number_of_lock (struct omp_teams *teams, const struct team_events *e,
		const struct trace_moment *m)
{
  uint64_t key = lock_key (m, process_number (e));
  for (size_t i = 0; i < teams->lock_count; i++)
    if (teams->locks[i] == key)
      return (uint32_t) i;
  teams->locks = room_for_one (teams->locks, teams->lock_count,
			       &teams->lock_room, sizeof *teams->locks);
  teams->locks[teams->lock_count] = key;
  return (uint32_t) teams->lock_count++;
}

/* Returns the number of acquisitions of the lock of KEY before TIME.  */
static size_t
acquired_before (const struct omp_teams *teams, uint64_t key, uint64_t time)
{
  struct acquisition wanted = { key, time };
  return FIRST_FROM (teams->acquired_count, i,
		     by_lock (&teams->acquired[i], &wanted) < 0);
}

/* Notes that E's thread gets the lock that M is about.  */
static void
acquire (struct team_events *e, const struct trace_moment *m)
{
  struct omp_teams *teams = e->w->teams;
  uint64_t key = lock_key (m, process_number (e));
  uint32_t lock = number_of_lock (teams, e, m);
  uint32_t order = (uint32_t) (acquired_before (teams, key, m->time) + 1
			       - acquired_before (teams, key, 0));
  ONE_MORE (e->held, e->held_count, e->held_room)
    = (struct held) { lock, order };
  WRITE (e, ThreadAcquireLock, OTF2_PARADIGM_OPENMP, lock, order);
}

static void
release (struct team_events *e, uint32_t lock)
{
  for (size_t i = e->held_count; i-- > 0;)
    if (e->held[i].lock == lock)
      {
	WRITE (e, ThreadReleaseLock, OTF2_PARADIGM_OPENMP, lock,
	       e->held[i].order);
	e->held[i] = e->held[--e->held_count];
	return;
      }
}

/* Notes M, a remark on the innermost call, or the task that was just
   created.  */
static void
note (struct team_events *e, const struct trace_moment *m)
{
  struct frame *frame = innermost (e);
  if (m->what == TRACE_UNLOCK)
    e->unlock = number_of_lock (e->w->teams, e, m) + 1;
  else if (m->what == TRACE_LOCK && frame->role == ROLE_HOLD)
    acquire (e, m);
  else if (m->what != TRACE_VALUE)
    return;
  else if (e->creates)
    note_task (e, frame, m, false);
  else if (frame->role == ROLE_TEAM || frame->role == ROLE_MEMBER)
    note_region (e, frame, m);
  else if (frame->role == ROLE_TASK)
    note_task (e, frame, m, true);
}

static void
leave (struct team_events *e, const struct trace_moment *m)
{
  const struct frame *frame = &e->frames[m->depth + 1];
  const struct frame *outer = &e->frames[m->depth];
  if (frame->runs)
    {
      WRITE (e, ThreadTaskComplete, frame->comm, frame->creator,
	     frame->generation);
      WRITE (e, ThreadTaskSwitch, outer->comm, outer->creator,
	     outer->generation);
    }
  if (frame->begins)
    WRITE (e, ThreadTeamEnd, frame->comm);
  if (frame->forks)
    WRITE (e, ThreadJoin, OTF2_PARADIGM_OPENMP);
  e->depth = m->depth;
}

void
teams_moment (struct team_events *e, const struct trace_moment *m)
{
  if (!e)
    return;
  e->time = m->time;
  bool is_remark = m->what >= TRACE_READS;
  /* That remark is about the time of what follows.  */
  if (e->unlock && !is_remark)
    {
      release (e, e->unlock - 1);
      e->unlock = 0;
    }
  if (is_remark)
    note (e, m);
  else if (m->what == TRACE_ENTER)
    enter (e, m);
  else if (m->what == TRACE_LEAVE)
    leave (e, m);
  e->creates = m->what == TRACE_ATOMIC
	       && role_at (e->process, m->place) == ROLE_TASK_CREATE;
}

#endif
