/* tree.c - the call-path tree of a thread.

   SPDX-License-Identifier: Apache-2.0

   A node belongs to one thread, which alone changes it.  Which nodes are open
   is in open.c.

   When the record is nearly full, new nodes are merged ones (tree.h).  When
   even less is left, they are merged below the root, so that there is one for
   each function.

   Before fast.c or event.c; after it, file.c.  */

#include "measure/clock.h"
#include "events/context.h"
#include "record/file.h"
#include "ground/map.h"
#include "record/place.h"
#include "ground/state.h"
#include "measure/timing.h"
#include "events/tree.h"

/* The part of a node that the runtime has.  */
#define SAME(member, of_path) \
  _Static_assert (offsetof (struct gasp_record_node, member) \
		  == offsetof (struct gasp_gcc_path, of_path), #member)
SAME (key, function);
SAME (calls, calls);
SAME (ticks, ticks);
SAME (skip, skip);
SAME (period, period);
SAME (recent, links);
SAME (bytes, bytes);
SAME (waited, observed);
_Static_assert (sizeof (struct gasp_record_node)
		== sizeof (struct gasp_gcc_path), "node");

/* Links NODE among its siblings: the first few are searched one by one and
   stay; later ones come after them, and into the map.  */
static void
link_child (gasp_context_t context, struct gasp_record_node *parent,
	    struct gasp_record_node *node)
{
  gasp_record_ref *link = &parent->child;
  unsigned int i;
  for (i = 0; i < NEAR_SIBLINGS && *link; i++)
    link = &NODE (*link)->sibling;
  if (i == NEAR_SIBLINGS)
    gasp_tool_map_add (&context->far, child_hash (parent, node->key),
		       ref_of (node));
  node->sibling = *link;
  __atomic_store_n (link, ref_of (node), __ATOMIC_RELEASE);
  set_recent (parent, node);
}

/* Returns a node, with values if it is TIMED; or null.  */
static struct gasp_record_node *
new_node (gasp_context_t context, bool timed)
{
  unsigned int size = timed ? HEADER->counters * sizeof (int64_t) : 0;
  void *values = NULL;
  if (size)
    {
      values = gasp_tool_new (&context->values, GASP_RECORD_VALUES, size);
      if (!values)
	return NULL;
    }
  struct gasp_record_node *node
    = gasp_tool_new (&context->nodes, GASP_RECORD_NODES, sizeof *node);
  if (node && values)
    {
      gasp_tool_publish (context->values, size);
      node->values = ref_of (values);
    }
  if (node)
    gasp_tool_publish (context->nodes, sizeof *node);
  return node;
}

/* Returns how much room nodes have.  Two kinds of nodes are never merged and
   take all the room there is: in a trace, which must show who called whom; and
   in a sandbox, where the map that finds many children may need memory for
   which the program would be ended.  */
static enum gasp_tool_room
room (gasp_context_t context)
{
  return (context->attention & ATTENTION_TRACE || gasp_tool_may_be_sandboxed
	  ? ROOM_FOR_ALL : gasp_tool_room ());
}

/* Notes that NODE's function, one of the source, may be called within itself,
   by way of few others, as usual.  */
static void
note_recursion (const struct gasp_record_node *node)
{
  enum { LEVELS = 16 };
  struct gasp_record_place *place = AT (struct gasp_record_place, node->place);
  if (!(place->flags & GASP_RECORD_PLACE_SOURCE))
    return;
  const struct gasp_record_node *above = node;
  for (int level = 0; level < LEVELS && above->parent; level++)
    {
      above = NODE (above->parent);
      if (above->place == node->place)
	__atomic_fetch_or (&place->flags, GASP_RECORD_PLACE_WITHIN,
			   __ATOMIC_RELAXED);
    }
}

/* Adds a child of PARENT, or a root if that is null.  */
static struct gasp_record_node *
add (gasp_context_t context, struct gasp_record_node *parent, uint64_t key,
     gasp_record_ref place, bool timed)
{
  struct gasp_record_node *node = place ? new_node (context, timed) : NULL;
  if (!node)
    return NULL;
  node->key = key;
  node->place = place;
  node->skip = 1;
  set_recent (node, gasp_tool_base);
  if (parent)
    {
      node->parent = ref_of (parent);
      note_recursion (node);
      link_child (context, parent, node);
    }
  gasp_tool_clock_refine (false);
  return node;
}

/* Returns PARENT's merged child for KEY, which is created if it does not
   exist; or null.  */
static struct gasp_record_node *
merged_child (gasp_context_t context, struct gasp_record_node *parent,
	      uint64_t key, gasp_record_ref place)
{
  struct gasp_record_node *node = find_child (context, parent, key);
  if (!node && (node = add (context, parent, key, place, false)) != NULL)
    {
      node->child = parent->child;
      gasp_tool_never_time (node);
      gasp_tool_file_merges ();
    }
  return node && is_merged (node) ? node : NULL;
}

struct gasp_record_node *
gasp_tool_add_child (gasp_context_t context, struct gasp_record_node *parent,
		     uint64_t key, gasp_record_ref place)
{
  struct gasp_record_node *node = NULL;
  if (!parent)
    return add (context, NULL, key, place, true);
  struct gasp_record_node *owner
    = parent->child ? owner_of_children (parent) : parent;
  switch (room (context))
    {
    case ROOM_FOR_ALL:
      node = add (context, owner, key, place, true);
      break;
    case ROOM_FOR_SOME:
      node = merged_child (context, owner, key, place);
      break;
    case ROOM_FOR_FUNCTIONS:
      if (context->thread->root)
	node = merged_child (context, NODE (context->thread->root), key, place);
      break;
    }
  if (node)
    set_recent (parent, node);
  return node;
}

/* ---- Functions that have been unloaded.

   A node's key is its function's address, where another may be loaded later.
   So nodes lose their keys when the code goes; if it comes back, they are
   found by their place.  */

/* Neither an address nor a place's key.  */
#define UNLOADED_KEY 1

struct function_range {
  uint64_t begin, end;
};

static void
clear_key (void *element, const void *data)
{
  struct gasp_record_node *node = element;
  const struct function_range *range = data;
  if (node->key >= range->begin && node->key < range->end)
    __atomic_store_n (&node->key, UNLOADED_KEY, __ATOMIC_RELAXED);
}

void
gasp_tool_nodes_unload (uint64_t begin, uint64_t end)
{
  struct function_range range = { begin, end };
  gasp_tool_each (GASP_RECORD_NODES, clear_key, &range);
}

/* Returns the current node's child at PLACE whose function was unloaded, or
   null.  */
static struct gasp_record_node *
find_unloaded (gasp_context_t context, gasp_record_ref place)
{
  gasp_record_ref ref = gasp_tool_unloads ? current_node (context)->child : 0;
  for (; ref; ref = NODE (ref)->sibling)
    if (NODE (ref)->key == UNLOADED_KEY && NODE (ref)->place == place)
      return NODE (ref);
  return NULL;
}

/* Returns whether NODE's function was switched off: its call may be over.  */
static bool
is_switched_off (const struct gasp_record_node *node)
{
  const struct gasp_record_place *place
    = AT (struct gasp_record_place, node->place);
  return (node->place && place->kind == GASP_RECORD_FUNCTION
	  && place->flags & GASP_RECORD_PLACE_OFF);
}

struct gasp_record_node *
gasp_tool_add_function (gasp_context_t context,
			const struct gasp_gcc_function *function)
{
  struct gasp_record_node *parent = current_node (context);
  uint64_t key = (uintptr_t) function;
  gasp_record_ref place = gasp_tool_function_place (function);
  struct gasp_record_node *node = find_unloaded (context, place);
  if (!node)
    {
      node = gasp_tool_add_child (context, parent, key, place);
      if (node && is_switched_off (parent))
	node->bytes = GASP_RECORD_BELOW_OFF;
      return node;
    }
  node->key = key;
  gasp_tool_map_add (&context->far, child_hash (parent, key), ref_of (node));
  return node;
}

struct gasp_record_node *
gasp_tool_copy_path (gasp_context_t context, const char *base,
		     struct gasp_record_node *node,
		     void (*moved) (struct gasp_record_node *from,
				    struct gasp_record_node *to, void *data),
		     void *data)
{
  struct gasp_record_node *innermost = NULL, *below = NULL;
  for (;;)
    {
      struct gasp_record_node *copy
	= gasp_tool_add_child (context, NULL, node->key,
			       gasp_tool_copy_place (base, node->place));
      if (!copy)
	return NULL;
      if (below)
	{
	  below->parent = ref_of (copy);
	  copy->child = ref_of (below);
	  set_recent (copy, below);
	}
      else
	innermost = copy;
      moved (node, copy, data);
      if (!node->parent)
	return innermost;
      below = copy;
      node = (void *) (base + ((uint64_t) node->parent << 3));
    }
}
