/* own-times.c - what has changed in a thread's tree since the last look.

   SPDX-License-Identifier: Apache-2.0

   Only timed nodes are known so: their time has in it that of nodes below them
   whose calls are only counted, but not what is timed below these.  Nodes whose
   time has not changed are passed over with all that is below them.  */

#include "models/own-times.h"
#include "ground/map.h"
#include "ground/shapes.h"
#include "record/file.h"

/* Returns where the time of node REF is kept; null if there is no room.  */
static int64_t *
time_of (struct own_times *t, gasp_record_ref ref)
{
  for (uint32_t at = map_hash (ref);; at++)
    {
      struct seen *seen = &t->seen[at & (SEEN - 1)];
      if (seen->node == ref)
	return &seen->ticks;
      if (seen->node)
	continue;
      if (t->seen_count > SEEN / 4 * 3)
	return NULL;
      t->seen_count++;
      seen->node = ref;
      return &seen->ticks;
    }
}

/* Returns what NODE took since the last look, with all that is below it; of
   one whose calls are only counted, whether there were any.  */
static int64_t
take_time (struct own_times *t, const struct gasp_record_node *node,
	   uint64_t now)
{
  int64_t ticks = node->period ? (int64_t) node->calls
		  : node->ticks < 0 ? node->ticks + (int64_t) now : node->ticks;
  int64_t *before = time_of (t, ref_of (node));
  int64_t took = !before ? 0 : node->period ? ticks != *before
		 : ticks - *before;
  if (before)
    *before = ticks;
  return took > 0 ? took : 0;
}

/* Returns the first child of NODE to look at, or 0.  */
static gasp_record_ref
first_child (const struct own_times *t, const struct gasp_record_node *node)
{
  const struct gasp_record_place *place
    = AT (struct gasp_record_place, node->place);
  return t->skips_teams && place->kind == GASP_RECORD_EVENT
	 && gasp_tool_role (place->tag) == ROLE_TEAM ? 0 : node->child;
}

void
gasp_tool_own_times (struct own_times *t, gasp_record_ref root, uint64_t now,
		     own_time *own_time, void *closure)
{
  struct step *way = t->way;
  unsigned int depth = 1;
  way[0] = (struct step) { .node = root, .next = NODE (root)->child,
			   .own = take_time (t, NODE (root), now) };
  while (depth > 0)
    {
      struct step *step = &way[depth - 1];
      gasp_record_ref ref = step->next;
      if (!ref)
	{
	  if (own_time && step->own > 0 && step->owner == depth - 1)
	    own_time (closure, NODE (step->node), step->own);
	  depth--;
	  continue;
	}
      step->next = NODE (ref)->sibling;
      bool is_counted = NODE (ref)->period != 0;
      int64_t took = take_time (t, NODE (ref), now);
      if (!took || (is_counted && (depth == DEEPEST || !NODE (ref)->child)))
	continue;
      if (!is_counted)
	way[step->owner].own -= took;
      if (depth < DEEPEST)
	{
	  way[depth] = (struct step) { ref, first_child (t, NODE (ref)), took,
				       is_counted ? step->owner : depth };
	  depth++;
	}
      else if (own_time)
	own_time (closure, NODE (ref), took);
    }
}
