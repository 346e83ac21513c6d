/* tree.h - nodes of the call path.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include "events/context.h"
#include "record/file.h"
#include "ground/map.h"
#include "record.h"
#include "ground/state.h"

#pragma GCC visibility push (hidden)

/* More siblings than this are found through the context's map.  */
#define NEAR_SIBLINGS 8

static inline uint32_t
child_hash (const struct gasp_record_node *parent, uint64_t key)
{
  return map_hash (key ^ (uint64_t) ref_of (parent) << 40
		   ^ (uint64_t) ref_of (parent) >> 3);
}

/* Where the runtime looks first for a child of PARENT.  */

static inline struct gasp_record_node *
recent_child (struct gasp_record_node *parent)
{
  return (struct gasp_record_node *) ((char *) parent
				      + parent->recent * 8l);
}

static inline void
set_recent (struct gasp_record_node *parent, void *child)
{
  parent->recent = ((char *) child - (char *) parent) / 8;
}

/* Returns the node that PARENT's list of children is of: itself, or, if it is
   merged (below), the one whose child it is.  */
static inline struct gasp_record_node *
owner_of_children (const struct gasp_record_node *parent)
{
  return NODE (NODE (parent->child)->parent);
}

/* Returns whether NODE is merged: it was made when there was little room
   left, and stands for all calls of its function in those of the node whose
   child it is, whatever way they were reached by (or for more of them; see
   gasp_tool_add_child).  What it calls is a child of that node, too.

     main			main
      `- solve			 `- solve
	  `- step		     |- step	merged
	      `- copy		     `- copy	merged

   So the list of children is shared.  A merged node may be current several
   times in a path, and its PERIOD is not 0: how long it is open is not
   known.  */
static inline bool
is_merged (const struct gasp_record_node *node)
{
  return node->child && owner_of_children (node) != node;
}

/* Returns PARENT's child KEY, or null.  */
static inline struct gasp_record_node *
find_child (gasp_context_t context, struct gasp_record_node *parent,
	    uint64_t key)
{
  unsigned int steps = 0;
  gasp_record_ref ref;

  for (ref = parent->child; ref; ref = NODE (ref)->sibling)
    {
      if (NODE (ref)->key == key)
	break;
      if (++steps == NEAR_SIBLINGS)
	{
	  const struct gasp_record_node *owner = owner_of_children (parent);
	  uint32_t hash = child_hash (owner, key), at = hash;
	  while ((ref = map_next (&context->far, hash, &at)) != 0)
	    if (NODE (ref)->key == key && NODE (ref)->parent == ref_of (owner))
	      break;
	  break;
	}
    }
  if (!ref)
    return NULL;
  set_recent (parent, NODE (ref));
  return NODE (ref);
}

/* Adds a child.  Null if the record is full.  PARENT may be null.  */
extern struct gasp_record_node *
gasp_tool_add_child (gasp_context_t context, struct gasp_record_node *parent,
		     uint64_t key, gasp_record_ref place);
/* Adds FUNCTION's to the current node's children.  */
extern struct gasp_record_node *
gasp_tool_add_function (gasp_context_t context,
			const struct gasp_gcc_function *function);
/* Forgets functions whose addresses are from BEGIN up to END, which are going
   away.  */
extern void gasp_tool_nodes_unload (uint64_t begin, uint64_t end);
/* Copies the path from the root to NODE, of the record mapped at BASE, into
   this one.  MOVED is called for each node that moves.  */
extern struct gasp_record_node *
gasp_tool_copy_path (gasp_context_t context, const char *base,
		     struct gasp_record_node *node,
		     void (*moved) (struct gasp_record_node *from,
				    struct gasp_record_node *to, void *data),
		     void *data);

/* ---- What is open (open.c).  */

/* Makes NODE, a child of the current node, where a call begins, the current
   one.  */
extern void gasp_tool_enter_node (gasp_context_t context,
				  struct gasp_record_node *node);
/* Makes NODE, where EVENT begins, the current one.  */
extern void gasp_tool_enter_event (gasp_context_t context,
				   struct open_event *event,
				   struct gasp_record_node *node);
/* Ends the current node's call, of a function.  */
extern void gasp_tool_leave_node (gasp_context_t context);
/* Ends the events without END that began in it.  */
extern void gasp_tool_leave_events (gasp_context_t context);
/* Ends events in calls that are still open, if their END has come.  */
extern void gasp_tool_leave_finished (gasp_context_t context);
/* Ends an open EVENT, and its node as soon as nothing is open in it.  */
extern void gasp_tool_leave_event (gasp_context_t context,
				   struct open_event *event);
/* Ends the call that is open event INDEX, and everything in it.  */
extern void gasp_tool_leave_call (gasp_context_t context, unsigned int index);
/* Enters and leaves a call that found no node.  */
extern void gasp_tool_enter_other (gasp_context_t context);
extern void gasp_tool_leave_other (gasp_context_t context);
/* Stops the time of all open calls, or lets it continue.  */
extern void gasp_tool_pause (gasp_context_t context);
extern void gasp_tool_resume (gasp_context_t context);
/* Returns the time, and the counters if there are any.  */
extern uint64_t gasp_tool_read (gasp_context_t context);

/* Makes room for more open events; false without memory.  */
extern bool gasp_tool_more_events (gasp_context_t context);

/* Returns the node of KEY below PARENT if it is there.  */
static inline struct gasp_record_node *
child_of (gasp_context_t context, struct gasp_record_node *parent,
	  uint64_t key)
{
  struct gasp_record_node *node = recent_child (parent);
  return likely (node->key == key) ? node : find_child (context, parent, key);
}

/* Returns the key of an event's node at PLACE: odd, unlike the addresses that
   are functions' keys.  */
static inline uint64_t
event_key (gasp_record_ref place)
{
  return (uint64_t) place << 1 | 1;
}

#pragma GCC visibility pop
