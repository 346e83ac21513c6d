/* crash-calls.c - the calls that a process was in when it was killed.  See
   crash-calls.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "live/crash-calls.h"
#include "base/util.h"
#include "model/roles.h"

#include <stdlib.h>
#include <string.h>

static bool
get_node (const struct record *record, gasp_record_ref ref,
	  struct gasp_record_node *node)
{
  const void *data = ref ? record_at (record, ref, sizeof *node) : NULL;
  if (data)
    memcpy (node, data, sizeof *node);
  return data != NULL;
}

struct gasp_record_place
place_of (const struct record *record, gasp_record_ref ref)
{
  struct gasp_record_place place = { .kind = GASP_RECORD_OTHER };
  struct gasp_record_node node;
  const void *data = get_node (record, ref, &node)
		     ? record_at (record, node.place, sizeof place) : NULL;
  if (data)
    memcpy (&place, data, sizeof place);
  return place;
}

gasp_record_ref
caller_of (const struct record *record, gasp_record_ref ref)
{
  struct gasp_record_node node;
  if (!get_node (record, ref, &node))
    return 0;
  struct gasp_record_place place = place_of (record, ref);
  gasp_record_ref team = (gasp_record_ref) (node.key >> 32);
  if (place.kind == GASP_RECORD_EVENT && role_of_tag (place.tag) == ROLE_MEMBER
      && role_of_tag (place_of (record, team).tag) == ROLE_TEAM)
    return team;
  return node.parent;
}

/* Returns whether the node at REF is below ABOVE, or is that one.  */
static bool
is_below (const struct record *record, gasp_record_ref ref,
	  gasp_record_ref above)
{
  struct gasp_record_node node;
  for (size_t i = 0; i < MOST_DEPTH && ref != above; i++)
    ref = get_node (record, ref, &node) ? node.parent : 0;
  return ref == above;
}

/* Returns where the node at REF is.  What is found on the way is kept: paths
   may be long.  */
static struct position
position_of (struct dead *dead, gasp_record_ref ref)
{
  struct gasp_record_node node;
  struct position position = { ref, 0 };
  size_t count = 0, room = 0;
  uint64_t *way = NULL, number;
  while ((number = record_number (&dead->record, GASP_RECORD_NODES, ref))
	 < dead->nodes
	 && count < MOST_DEPTH && !dead->positions[number].root
	 && get_node (&dead->record, ref, &node))
    {
      ONE_MORE (way, count, room) = number;
      position = (struct position) { ref, UINT32_MAX };
      if (!node.parent)
	break;
      ref = node.parent;
    }
  if (number < dead->nodes && dead->positions[number].root)
    position = dead->positions[number];
  while (count > 0)
    {
      position.depth++;
      dead->positions[way[--count]] = position;
    }
  free (way);
  return position;
}

static void
add_thread (void *closure, const void *element, uint64_t number)
{
  struct dead *dead = closure;
  struct stopped stopped = { .is_seen = false };
  (void) number;
  memcpy (&stopped.thread, element, sizeof stopped.thread);
  stopped.ref = (gasp_record_ref) (((const unsigned char *) element
				    - dead->record.data) >> 3);
  stopped.root = stopped.node = stopped.thread.root;
  if (stopped.thread.end || !stopped.root)
    return;
  ONE_MORE (dead->threads, dead->count, dead->room) = stopped;
}

bool
is_exit (const struct record *record, gasp_record_ref ref)
{
  struct gasp_record_place place = place_of (record, ref);
  return place.kind == GASP_RECORD_EVENT
	 && role_of_tag (place.tag) == ROLE_EXIT;
}

/* Takes the node ELEMENT, if it is open, for the innermost of its thread so
   far.  */
static void
note_open (void *closure, const void *element, uint64_t number)
{
  struct dead *dead = closure;
  struct gasp_record_node node;
  (void) number;
  memcpy (&node, element, sizeof node);
  gasp_record_ref ref = (gasp_record_ref) (((const unsigned char *) element
					    - dead->record.data) >> 3);
  bool aborts = is_exit (&dead->record, ref);
  if (!node.parent || (!aborts && (node.ticks >= 0 || node.period)))
    return;
  struct position position = position_of (dead, ref);
  for (size_t i = 0; i < dead->count; i++)
    {
      struct stopped *thread = &dead->threads[i];
      if (thread->root != position.root || thread->aborts
	  || (!aborts && position.depth <= thread->depth))
	continue;
      thread->node = ref;
      thread->depth = position.depth;
      thread->aborts = aborts;
    }
}

/* Completes what is open in THREAD by where it was seen last.  */
static void
note_seen (const struct dead *dead, struct stopped *thread)
{
  gasp_record_ref seen = thread->thread.at;
  if (!seen
      || record_number (&dead->record, GASP_RECORD_NODES, seen) == RECORD_NONE)
    return;
  if (seen != thread->node && is_below (&dead->record, seen, thread->node))
    {
      thread->node = seen;
      thread->is_seen = true;
    }
}

static bool
waits_for_others (const struct record *record, gasp_record_ref ref)
{
  struct gasp_record_place place = place_of (record, ref);
  if (place.kind != GASP_RECORD_EVENT)
    return false;
  switch (role_of_tag (place.tag))
    {
    case ROLE_WAIT: case ROLE_BARRIER: case ROLE_TEAM_WAIT: case ROLE_TASK_WAIT:
    case ROLE_LOCK: case ROLE_TURN: case ROLE_RECEIVE: case ROLE_COMPLETE:
    case ROLE_ACQUIRE: case ROLE_AWAIT:
    case ROLE_MEETING: case ROLE_ROOT_GIVES: case ROLE_ROOT_GETS:
    case ROLE_BARRIER_WITHIN: case ROLE_MEETING_IN_ORDER: case ROLE_GATHERING:
    case ROLE_MEETING_IF_HELD:
      return true;
    default:
      return false;
    }
}

void
find_calls (struct dead *dead)
{
  dead->nodes = record_count (&dead->record, GASP_RECORD_NODES);
  dead->positions = allocate (dead->nodes, sizeof *dead->positions);
  record_each (&dead->record, GASP_RECORD_THREADS, add_thread, dead);
  record_each (&dead->record, GASP_RECORD_NODES, note_open, dead);
  for (size_t i = 0; i < dead->count; i++)
    {
      note_seen (dead, &dead->threads[i]);
      dead->threads[i].waits
	= waits_for_others (&dead->record, dead->threads[i].node);
    }
}
