/* fork.c - a forked process has its own record.

   SPDX-License-Identifier: Apache-2.0

   The parent's record is still mapped when this begins.  The calls that the
   forking thread was in are copied into a new record, and everything else
   starts afresh.

   The fork may come from a signal handler that interrupted this tool.  The
   child then first finishes what was interrupted, in a copy of the parent's
   record that only the child sees.  */

#include "events/context.h"
#include "events/fast.h"
#include "record/file.h"
#include "process/fork.h"
#include "ground/lock.h"
#include "process/parts.h"
#include "record/place.h"
#include "measure/sampling/sampler.h"
#include "record/process.h"
#include "ground/state.h"
#include "process/thread.h"
#include "ticks.h"
#include "record/trace.h"
#include "events/tree.h"

extern gasp_tool_lock __start_gasp_tool_locks[]
  __attribute__ ((visibility ("hidden")));
extern gasp_tool_lock __stop_gasp_tool_locks[]
  __attribute__ ((visibility ("hidden")));

/* Frees all locks: the thread that held them is not in this process, or is
   this thread.  */
static void
free_locks (void)
{
  for (gasp_tool_lock *l = __start_gasp_tool_locks;
       l < __stop_gasp_tool_locks; l++)
    *l = 0;
}

/* References to nodes on the path, innermost first.  */
struct references {
  gasp_context_t context;
  struct gasp_gcc_frame *frames, *frame; /* null without direct recorder */
  unsigned int event;		/* index plus 1 */
  struct gasp_record_node *root;
};

/* Continues FRAME in the new record: its call is timed from now on.  */
static void
restart_frame (struct gasp_gcc_frame *frame)
{
  if (frame->time == GASP_GCC_UNTIMED
      || (frame->time == GASP_GCC_RECORDED && frame->inner == COUNTED))
    frame->time = read_tsc ();
  if (frame->time == GASP_GCC_RECORDED && frame->inner == IN_OTHER)
    frame->inner = IGNORED;
}

/* Continues FRAME's call at its caller's NODE, without a time of its own.  */
static void
leave_to_caller (struct gasp_gcc_frame *frame, struct gasp_record_node *node)
{
  frame->data = node;
  frame->was = (uintptr_t) node;
  frame->time = GASP_GCC_RECORDED;
  frame->inner = IGNORED;
}

/* Replaces FROM, of the old record, by TO in the new one.  */
static void
node_moved (struct gasp_record_node *from, struct gasp_record_node *to,
	    void *data)
{
  struct references *r = data;
  struct open_event *events = r->context->events;
  while (r->frame && r->frame >= r->frames && r->frame->data == from)
    {
      r->frame->data = to;
      r->frame->was = (uintptr_t) to;
      restart_frame (r->frame);
      r->frame--;
    }
  while (r->event > 0 && !events[r->event - 1].node)
    r->event--;
  if (r->event > 0 && events[r->event - 1].node == from)
    events[--r->event].node = to;
  r->root = to;
}

/* Ends measuring in this process, which has no record.  */
static void
die (gasp_context_t context, struct gasp_gcc_frame *frames,
     struct gasp_gcc_frame *last)
{
  context->attention = 0;
  attend (context, ATTENTION_DEAD);
  for (; last && last > frames; last--)
    {
      last->time = GASP_GCC_RECORDED;
      last->inner = IGNORED;
    }
}

/* Copies the path into the new record, from the one at BASE, and goes on.
   Returns false if it cannot.  */
static bool
go_on (const char *base, gasp_context_t context, struct gasp_gcc_frame *frames,
       struct gasp_gcc_frame *last)
{
  struct references references = {
    context, frames, last, context->event_count, NULL
  };
  struct gasp_record_node *node
    = gasp_tool_copy_path (context, base, current_node (context), node_moved,
			   &references);
  if (!node || !gasp_tool_thread_restart (context, node, references.root))
    return false;
  for (unsigned int i = 0; i < context->event_count; i++)
    if (i < references.event || !context->events[i].node)
      context->events[i].node = context->other;
  for (struct gasp_gcc_frame *f = frames; f && f <= references.frame; f++)
    leave_to_caller (f, references.root);
  return true;
}

/* Moves what is open at (other), or at a merged node (tree.h), to its caller:
   such a node is not on the path from the current node to the root.  Such
   events get no node for now.  FRAMES up to LAST are those of the direct
   recorder, or null.  */
static void
leave_merged (gasp_context_t context, struct gasp_gcc_frame *frames,
	      struct gasp_gcc_frame *last)
{
  for (unsigned int i = context->event_count; i-- > 0; )
    {
      struct open_event *event = &context->events[i];
      struct gasp_record_node *node = event->node;
      if (node != context->other && !is_merged (node))
	continue;
      event->node = NULL;
      if (context->node == node)
	context->node = event->caller;
      for (struct gasp_gcc_frame *f = frames; f && f <= last; f++)
	if (f->data == node)
	  f->data = event->caller;
    }
  if (context->node && is_merged (context->node))
    context->node = owner_of_children (context->node);
  for (struct gasp_gcc_frame *f = frames; f && ++f <= last;)
    if (f->data && is_merged (f->data))
      leave_to_caller (f, f[-1].data);
}

void
gasp_tool_forked_within (gasp_context_t context)
{
  free_locks ();
  if (context)
    gasp_tool_sampler_forked_within (context);
  if (!gasp_tool_base)
    return;
  gasp_tool_file_part ();
  gasp_tool_trace_part ();
}

void
gasp_tool_fork (gasp_context_t context, struct gasp_gcc_frame *frames,
		struct gasp_gcc_frame *last)
{
  char *old, parent[300];
  size_t old_size;

  free_locks ();
  if (context && context->attention & ATTENTION_DEAD)
    {
      gasp_tool_base = NULL;
      return;
    }
  __builtin_strncpy (parent, gasp_tool_file_name (), sizeof parent - 1);
  parent[sizeof parent - 1] = '\0';
  if (context)
    leave_merged (context, gasp_tool_direct ? frames : NULL, last);
  gasp_tool_threads_fork ();
  gasp_tool_parts_forget ();
  if (context)
    gasp_tool_thread_fork (context);
  if (!gasp_tool_file_fork (&old, &old_size))
    {
      if (context)
	die (context, frames, last);
      gasp_tool_file_forget (old, old_size);
      return;
    }
  gasp_tool_describe ();
  HEADER->parent_record = gasp_tool_string (parent);
  gasp_tool_parts_fork ();
  if (context && !go_on (old, context, frames, last))
    die (context, frames, last);
  gasp_tool_parts_go_on (context);
  gasp_tool_file_forget (old, old_size);
}
