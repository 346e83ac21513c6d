/* load-owners.c - events in functions that were switched off.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   A function that was switched off is in no call path any more: what it does
   is recorded as its caller's.  The line of an event shows which function it is
   in, and its node goes below that one.

   The call in which it was switched off ends unseen, and the thread seems to
   stay in it: what is new there goes to the caller, too.  */

#include "model/loading/load.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

static uint64_t
place_number (const struct loading *loading, uint32_t i)
{
  return record_number (&loading->record, GASP_RECORD_PLACES,
			loading->raw[i].place);
}

/* Returns the place of raw node I, in the profile, or NO_NODE.  */
static uint32_t
place_in_profile (const struct loading *loading, uint32_t i)
{
  uint64_t place = place_number (loading, i);
  return place < loading->place_count ? loading->places[place] : NO_NODE;
}

/* Returns whether FUNCTION has EVENT's line in it.  */
static bool
has_line_of (const struct place *function, const struct place *event)
{
  return function->kind == PLACE_FUNCTION && function->file
	 && function->line <= event->line && event->line <= function->end_line
	 && !strcmp (function->file, event->file);
}

/* Returns whether the place FUNCTION has the line of the event that is number
   PLACE of the record: it may be another instance of the owner's template.  */
static bool
is_around (const struct loading *loading, uint32_t function, uint64_t place)
{
  const struct place *places = loading->profile->places;
  return function != NO_NODE
	 && has_line_of (&places[function], &places[loading->places[place]]);
}

/* Returns the number of the innermost function that has EVENT in it, or
   NO_NODE; of several instances of a template, USUAL is the one that mostly had
   it while they were recorded.  */
static uint64_t
innermost_around (const struct loading *loading, const struct place *event,
		  uint32_t usual)
{
  uint64_t found = NO_NODE;
  uint32_t line = 0;
  for (uint64_t i = 0; i < loading->place_count; i++)
    {
      const struct place *place = &loading->profile->places[loading->places[i]];
      /* The same function may be there several times: once switched off.  */
      bool is_settled = found != NO_NODE && loading->off[found]
			&& loading->places[found] == usual;
      if (place->line < line || !has_line_of (place, event)
	  || (place->line == line && (!loading->off[i] || is_settled)))
	continue;
      found = i;
      line = place->line;
    }
  return found;
}

/* The place of the function that had most calls of an event; or NO_NODE.  */
struct habitat { uint32_t function; uint64_t calls; };

/* Returns the habitat of each of the record's places; allocated.  */
static struct habitat *
find_habitats (const struct loading *loading)
{
  struct habitat *found = allocate (loading->place_count, sizeof *found);
  for (uint64_t i = 0; i < loading->place_count; i++)
    found[i].function = NO_NODE;
  for (uint32_t i = 0; i < loading->raw_count; i++)
    {
      uint64_t place = place_number (loading, i);
      uint32_t caller = loading->raw_parent[i];
      uint32_t function = caller == NO_NODE ? NO_NODE
			  : place_in_profile (loading, caller);
      if (place < loading->place_count
	  && loading->raw[i].calls > found[place].calls
	  && is_around (loading, function, place))
	found[place] = (struct habitat) { function, loading->raw[i].calls };
    }
  return found;
}

void
find_owners (struct loading *loading)
{
  struct habitat *habitats = find_habitats (loading);
  bool any = false;
  loading->owners = allocate (loading->place_count, sizeof *loading->owners);
  for (uint64_t i = 0; i < loading->place_count; i++)
    {
      loading->owners[i] = (struct owner) { NO_NODE, false };
      any |= loading->off[i] != 0;
    }
  for (uint64_t i = 0; any && i < loading->place_count; i++)
    {
      const struct place *event = &loading->profile->places[loading->places[i]];
      if (event->kind != PLACE_EVENT || !event->file || !event->line)
	continue;
      uint64_t owner = innermost_around (loading, event,
					 habitats[i].function);
      if (owner != NO_NODE)
	loading->owners[i] = (struct owner) { loading->places[owner],
					      loading->off[owner] != 0 };
    }
  free (habitats);
}

uint32_t
function_of_node (const struct loading *loading, const struct tree *tree,
		 uint32_t node)
{
  const struct place *places = loading->profile->places;
  while (places[tree->nodes[node].place].kind != PLACE_FUNCTION
	 && tree->nodes[node].parent != NO_NODE)
    node = tree->nodes[node].parent;
  return tree->nodes[node].place;
}

uint32_t
below_owner (struct loading *loading, struct tree *tree, uint32_t parent,
	     uint64_t place)
{
  struct owner owner = place < loading->place_count && parent != NO_NODE
		       ? loading->owners[place]
		       : (struct owner) { NO_NODE, false };
  if (!owner.is_off
      || is_around (loading, function_of_node (loading, tree, parent), place))
    return parent;
  uint32_t node = tree_node (tree, parent, owner.place,
			     loading->profile->counter_count);
  tree->nodes[node].calls_at_least = true;
  return node;
}

/* ---- Events in headers of the system's.  */

uint32_t
own_place (const struct loading *loading, const struct tree *tree,
	   uint32_t parent, uint32_t place)
{
  const struct place *places = loading->profile->places;
  struct place own = places[place];
  if (own.kind != PLACE_EVENT || !own.file || !is_of_system (own.file))
    return place;
  for (uint32_t i = parent; i != NO_NODE; i = tree->nodes[i].parent)
    {
      const struct place *function = &places[tree->nodes[i].place];
      if (function->kind != PLACE_FUNCTION || !function->file
	  || is_of_system (function->file))
	continue;
      own.file = function->file;
      own.line = function->line;
      own.column = 0;
      return intern_place (loading->profile, &own);
    }
  return place;
}

/* ---- Calls that were over.  */

bool
function_is_off (const struct loading *loading, uint32_t i)
{
  uint64_t place = place_number (loading, i);
  return place < loading->place_count && loading->off[place]
	 && loading->profile->places[loading->places[place]].kind
	    == PLACE_FUNCTION;
}

/* Returns whether raw node I is a function that was called when its caller may
   have been over.  */
static bool
is_below_off (const struct loading *loading, uint32_t i)
{
  uint32_t place = place_in_profile (loading, i);
  return loading->raw[i].bytes == GASP_RECORD_BELOW_OFF && place != NO_NODE
	 && loading->profile->places[place].kind == PLACE_FUNCTION;
}

/* Returns whether raw node CALLER had called what node I is a call of before it
   was switched off.  */
static bool
had_called (const struct loading *loading, uint32_t caller, uint32_t i)
{
  for (uint32_t child = loading->raw_child[caller]; child != NO_NODE;
       child = loading->raw_sibling[child])
    if (child != i && loading->raw[child].place == loading->raw[i].place
	&& !is_below_off (loading, child))
      return true;
  return false;
}

/* Returns the innermost caller of raw node I that has called it, or goes
   on.  */
static uint32_t
likely_caller (const struct loading *loading, uint32_t i)
{
  uint32_t caller = loading->raw_parent[i];
  for (uint64_t level = 0; level < loading->raw_count; level++)
    {
      if (!function_is_off (loading, caller)
	  || loading->raw_parent[caller] == NO_NODE)
	break;
      caller = loading->raw_parent[caller];
      if (had_called (loading, caller, i))
	break;
    }
  return caller;
}

/* Returns the call of the function PLACE below raw node I, by way of others
   that were switched off; or NO_NODE.  LEVELS bounds the depth.  */
static uint32_t
find_below (const struct loading *loading, uint32_t i, uint32_t place,
	    unsigned int levels)
{
  uint32_t found = NO_NODE;
  for (uint32_t child = loading->raw_child[i];
       child != NO_NODE && found == NO_NODE && levels;
       child = loading->raw_sibling[child])
    if (function_is_off (loading, child))
      found = place_in_profile (loading, child) == place ? child
	      : find_below (loading, child, place, levels - 1);
  return found;
}

/* Returns the raw node that the event I, which is in OWNER, is below.  */
static uint32_t
node_of_owner (const struct loading *loading, uint32_t i, struct owner owner)
{
  enum { LEVELS = 4 };
  uint32_t caller = loading->raw_parent[i];
  if (is_around (loading, place_in_profile (loading, caller),
		 place_number (loading, i)))
    return caller;
  for (uint64_t level = 0; level < loading->raw_count; level++)
    {
      if (!function_is_off (loading, caller)
	  || place_in_profile (loading, caller) == owner.place
	  || loading->raw_parent[caller] == NO_NODE)
	break;
      caller = loading->raw_parent[caller];
    }
  if (!owner.is_off || place_in_profile (loading, caller) == owner.place)
    return caller;
  uint32_t below = find_below (loading, caller, owner.place, LEVELS);
  return below != NO_NODE ? below : caller;
}

/* Returns the raw node that raw node I is to be below.  */
static uint32_t
right_parent (const struct loading *loading, uint32_t i)
{
  uint64_t place = place_number (loading, i);
  if (is_below_off (loading, i))
    return likely_caller (loading, i);
  return place < loading->place_count
	 && loading->owners[place].place != NO_NODE
	 ? node_of_owner (loading, i, loading->owners[place])
	 : loading->raw_parent[i];
}

static void
move_node (struct loading *loading, uint32_t i, uint32_t parent)
{
  uint32_t *link = &loading->raw_child[loading->raw_parent[i]];
  while (*link != i)
    link = &loading->raw_sibling[*link];
  *link = loading->raw_sibling[i];
  loading->raw_parent[i] = parent;
  loading->raw_sibling[i] = loading->raw_child[parent];
  loading->raw_child[parent] = i;
}

/* ---- What calls have time for.  */

uint32_t
timed_node (const struct loading *loading, uint32_t i)
{
  for (uint64_t level = 0; level < loading->raw_count; level++)
    {
      if (!loading->raw[i].period || loading->raw_parent[i] == NO_NODE)
	break;
      i = loading->raw_parent[i];
    }
  return i;
}

/* Returns the ticks that the calls of raw node I took, as far as that is
   known.  */
static double
ticks_of (const struct loading *loading, uint32_t i)
{
  const struct gasp_record_node *raw = &loading->raw[i];
  return raw->period || raw->ticks < 0 ? 0 : (double) raw->ticks;
}

/* Returns for each raw node the ticks that timed calls in it took;
   allocated.  */
static double *
ticks_within (const struct loading *loading)
{
  double *result = allocate (loading->raw_count, sizeof *result);
  for (uint32_t i = 0; i < loading->raw_count; i++)
    if (loading->raw_parent[i] != NO_NODE)
      result[timed_node (loading, loading->raw_parent[i])]
	+= ticks_of (loading, i);
  return result;
}

/* Returns whether raw node I can have been called from PARENT: the calls there
   took long enough to have its calls in them, too, WITHIN having what others
   took.  If they did not, the call that may have been over was not.  */
static bool
has_room (const struct loading *loading, const double *within, uint32_t i,
	  uint32_t parent)
{
  uint32_t from = timed_node (loading, loading->raw_parent[i]);
  uint32_t to = timed_node (loading, parent);
  double room = ticks_of (loading, to);
  return from == to || !room || within[to] + ticks_of (loading, i) <= room;
}

void
move_from_over (struct loading *loading)
{
  double *within = ticks_within (loading);
  for (uint32_t i = 0; i < loading->raw_count; i++)
    {
      uint32_t parent = loading->raw_parent[i];
      uint32_t right = parent == NO_NODE ? parent : right_parent (loading, i);
      if (right == parent || right == i
	  || !has_room (loading, within, i, right))
	continue;
      within[timed_node (loading, parent)] -= ticks_of (loading, i);
      within[timed_node (loading, right)] += ticks_of (loading, i);
      move_node (loading, i, right);
    }
  free (within);
}
