/* tool.h - what the files of the sample tool's recorder share.

   SPDX-License-Identifier: Apache-2.0

   The way of an event: libgasp -> fast.c (functions) or event.c (everything
   else, and functions where there is no direct recorder) -> tree.c (node of
   the call path) -> the mapped record (file.c).  What events mean beyond
   their time is in memory.c and user.c.  The record is in file.h, what is kept
   for a thread in context.h.

   Everything here lives in the mapped record or in pages of its own: the
   program's heap is never used.  */

#ifndef GASP_TOOL_H
#define GASP_TOOL_H

#include "context.h"

#pragma GCC visibility push (hidden)

/* ---- tree.c: nodes.  */

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

/* PARENT's child KEY, or null.  */
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
	  uint32_t hash = child_hash (parent, key), at = hash;
	  while ((ref = map_next (&context->far, hash, &at)) != 0)
	    if (NODE (ref)->key == key && NODE (ref)->parent == ref_of (parent))
	      break;
	  break;
	}
    }
  if (!ref)
    return NULL;
  set_recent (parent, NODE (ref));
  return NODE (ref);
}

/* Add a child.  Null if the record is full.  PARENT may be null.  */
extern struct gasp_record_node *
gasp_tool_add_child (gasp_context_t context, struct gasp_record_node *parent,
		     uint64_t key, gasp_record_ref place);
/* Add FUNCTION's to the current node's children.  */
extern struct gasp_record_node *
gasp_tool_add_function (gasp_context_t context,
			const struct gasp_gcc_function *function);
/* Functions whose addresses are from BEGIN up to END are going away.  */
extern void gasp_tool_nodes_unload (uint64_t begin, uint64_t end);
/* Copy the way from the root to NODE, of the record mapped at BASE, into
   this one.  Where what has a node moves is told to MOVED.  */
extern struct gasp_record_node *
gasp_tool_copy_path (gasp_context_t context, const char *base,
		     struct gasp_record_node *node,
		     void (*moved) (struct gasp_record_node *from,
				    struct gasp_record_node *to, void *data),
		     void *data);

/* Make NODE a child of PARENT.  */
extern void gasp_tool_link_child (gasp_context_t context,
				  struct gasp_record_node *parent,
				  struct gasp_record_node *node);

/* ---- coarsen.c: when there is no room for further nodes.  */

/* Merge the deepest call paths.  Whether there are unused nodes now.  */
extern bool gasp_tool_coarsen (gasp_context_t context);
/* One of those, null but for its VALUES, which are; or null.  */
extern struct gasp_record_node *gasp_tool_unused_node (gasp_context_t context);
/* CONTEXT's thread needs no more of them.  */
extern void gasp_tool_coarsen_thread_end (gasp_context_t context);
extern void gasp_tool_coarsen_fork (void);

/* The current node becomes NODE, a child of it, where a call begins.  */
extern void gasp_tool_enter_node (gasp_context_t context,
				  struct gasp_record_node *node);
/* The same for EVENT.  */
extern void gasp_tool_enter_event (gasp_context_t context,
				   struct open_event *event,
				   struct gasp_record_node *node);
/* The current node's call, of a function, is over.  */
extern void gasp_tool_leave_node (gasp_context_t context);
/* So are events without END that began in it.  */
extern void gasp_tool_leave_events (gasp_context_t context);
/* And those in the calls that remain whose END has come.  */
extern void gasp_tool_leave_finished (gasp_context_t context);
/* An open EVENT is over, and its node is as soon as nothing is open in it.  */
extern void gasp_tool_leave_event (gasp_context_t context,
				   struct open_event *event);
/* The call that is open event INDEX is over, and everything in it.  */
extern void gasp_tool_leave_call (gasp_context_t context, unsigned int index);
/* A call that found no node.  */
extern void gasp_tool_enter_other (gasp_context_t context);
extern void gasp_tool_leave_other (gasp_context_t context);
/* Time stops, or goes on, for all that is open.  */
extern void gasp_tool_pause (gasp_context_t context);
extern void gasp_tool_resume (gasp_context_t context);
/* The time, and the counters if there are any.  */
extern uint64_t gasp_tool_read (gasp_context_t context);

/* Make room for more open events; false without memory.  */
extern bool gasp_tool_more_events (gasp_context_t context);
/* The ends of all calls down to that in which EVENT is open are to be told.  */
extern void gasp_tool_mark_frames (const struct gasp_record_node *event);

/* The node of KEY below PARENT if it is there.  */
static inline struct gasp_record_node *
child_of (gasp_context_t context, struct gasp_record_node *parent,
	  uint64_t key)
{
  struct gasp_record_node *node = recent_child (parent);
  return likely (node->key == key) ? node : find_child (context, parent, key);
}

/* The key of an event's node at PLACE: odd, unlike the addresses that are
   functions' keys.  */
static inline uint64_t
event_key (gasp_record_ref place)
{
  return (uint64_t) place << 1 | 1;
}

/* ---- event.c: everything that is not a function's direct recording.  */

/* The arguments of an event, by position.  */
union argument {
  const void *p;
  const char *s;
  size_t z;
  int i;
};
#define ARGUMENTS 10

/* What an event of the table is called and carries.  */
struct event_shape {
  uint32_t tag;
  const char *label, *start, *end;
};

/* Null if TAG is not in the table.  */
extern const struct event_shape *gasp_tool_event_shape (uint32_t tag);
/* One more open event, of which only LEARNT is set; it counts once
   EVENT_COUNT is raised.  Null without memory.  */
static inline struct open_event *
gasp_tool_push_event (gasp_context_t context)
{
  if (unlikely (context->event_count == context->event_room)
      && !gasp_tool_more_events (context))
    return NULL;
  struct open_event *event = &context->events[context->event_count];
  *event = (struct open_event) { .learnt = context->learnt };
  return event;
}
/* The innermost open event TAG, or null.  */
extern struct open_event *gasp_tool_open_event (gasp_context_t context,
						uint32_t tag);

/* ---- fast.c: the direct recorder.  */

/* Register it if that can be: UPPER has what does not concern single calls.  */
extern bool gasp_tool_register (const struct gasp_gcc_recorder *upper);
/* What its frames have in INNER if the runtime has left them to it.  */
enum recorded {
  IGNORED,			/* the current node is the caller's */
  IN_OTHER,			/* likewise, and the record is full */
  COUNTED,
  TIMED
};

/* The end of FRAME's call is to be told, because an event is open in it.  */
static inline void
gasp_tool_mark_frame (struct gasp_gcc_frame *frame)
{
  if (frame->time == GASP_GCC_UNTIMED)
    {
      frame->time = GASP_GCC_RECORDED;
      frame->inner = COUNTED;
    }
}

/* No more, for the innermost call.  */
static inline void
gasp_tool_unmark_frame (gasp_context_t context)
{
  struct gasp_gcc_frame *frame
    = gasp_tool_direct ? innermost (context) : NULL;
  if (frame && frame->time == GASP_GCC_RECORDED && frame->inner == COUNTED)
    frame->time = GASP_GCC_UNTIMED;
}

/* The innermost open event, which only counts, is over, in FRAME, the innermost;
   nothing asks for ATTENTION.  */
static inline void
gasp_tool_leave_counted (gasp_context_t context, struct gasp_gcc_frame *frame)
{
  const struct open_event *event = &context->events[--context->event_count];
  struct gasp_record_node *caller
    = likely (event->caller != NULL) ? event->caller
				     : NODE (event->node->parent);
  frame->data = caller;
  if (frame->time == GASP_GCC_RECORDED && frame->inner == COUNTED
      && (context->event_count == 0 || event[-1].node != caller))
    frame->time = GASP_GCC_UNTIMED;
}

/* ---- timing.c: what is timed.  */

/* Whether that is decided as the program runs.  */
extern bool gasp_tool_timing_init (void);
/* When, in calls; and at twice that, four times, ...; the runtime asks from
   FIRST_LOOK on.  */
#define FIRST_DECISION 64
#define FIRST_LOOK 16
/* The same for an event's NODE.  */
extern void gasp_tool_decide_event (gasp_context_t context,
				    struct gasp_record_node *node);
/* The recorder's decide.  */
extern void gasp_tool_decide (gasp_context_t context,
			      struct gasp_gcc_path *path);

/* ---- observer.c: a thread that observes the others, if nobody does from
   outside.  */

extern void gasp_tool_observer_begin (void);
/* It ends soon; safe in signal handlers.  Or it has ended: the process has no thread of
   ours.  */
extern void gasp_tool_observer_stop (void);
extern void gasp_tool_observer_end (void);
extern void gasp_tool_observer_fork (gasp_context_t context);

/* ---- budget.c: what may be spent.  */

/* Whether there is one.  After the clock has begun.  */
extern bool gasp_tool_budget_init (void);
/* CONTEXT's thread has begun, from START on.  */
extern void gasp_tool_budget_thread (gasp_context_t context, uint64_t start);
extern void gasp_tool_budget_thread_end (gasp_context_t context);
/* In the child of a fork, on CONTEXT's thread or on one that has none.  */
extern void gasp_tool_budget_fork (gasp_context_t context);
/* Functions whose addresses are from BEGIN up to END are going away.  */
extern void gasp_tool_budget_unload (uint64_t begin, uint64_t end);

/* The recorder's visit.  */
extern void gasp_tool_budget_visit (gasp_context_t context,
				    struct gasp_gcc_path *path);
/* After how many calls an observed NODE is to be visited.  */
extern uint32_t
gasp_tool_budget_period (const struct gasp_record_node *node);
/* FUNCTION, which had none, was given NODE, if there is room, since START.  */
extern void gasp_tool_budget_added (gasp_context_t context,
				    const struct gasp_gcc_function *function,
				    const struct gasp_record_node *node,
				    uint64_t start);
/* PATH, each call of which is timed, has been called twice as often as when
   this was asked last.  */
extern void gasp_tool_budget_doubled (gasp_context_t context,
				      struct gasp_gcc_path *path);

/* Whether what it takes is to be measured now of what is only seldom so: an
   event, or a call of FUNCTION that goes the slow way.  If so, tell when it
   STARTED as soon as it is done.  */
extern bool gasp_tool_budget_turn (gasp_context_t context);
extern void gasp_tool_budget_event (gasp_context_t context, uint32_t tag,
				    uint64_t start);
extern void
gasp_tool_budget_call (gasp_context_t context,
		       const struct gasp_gcc_function *function,
		       gasp_record_ref place, uint64_t start);

/* ---- trace.c: each call in time order.  */

/* If there is to be one, begin it: after file.c has made a record.  */
extern void gasp_tool_trace_init (void);
/* In the child of a fork.  */
extern void gasp_tool_trace_fork (void);
/* gasp_tool_file_grow, _spare, _shrink and _part for the trace.  */
extern void gasp_tool_trace_grow (void);
extern void gasp_tool_trace_spare (void);
extern void gasp_tool_trace_shrink (size_t limit);
extern void gasp_tool_trace_part (void);
/* CONTEXT's thread is in its current node, and begins, or ends.  */
extern void gasp_tool_trace_begin (gasp_context_t context);
extern void gasp_tool_trace_end (gasp_context_t context);
/* The entry WHAT, of NODE if it needs one, at the time NOW.  For contexts with
   ATTENTION_TRACE.  */
extern void gasp_tool_trace_enter (gasp_context_t context,
				   struct gasp_record_node *node, uint64_t now);
extern void gasp_tool_trace_leave (gasp_context_t context,
				   struct gasp_record_node *node, uint64_t now);
extern void gasp_tool_trace_rare (gasp_context_t context, int what,
				  gasp_record_ref node, uint64_t now);
/* WHAT of the call that CONTEXT is in: PEER and VALUE (trace.h).  */
extern void gasp_tool_trace_remark (gasp_context_t context, int what,
				    uint32_t peer, uint64_t value);
/* What happens meanwhile is not in the trace, which goes on where it was: at
   LOG.  */
extern void gasp_tool_trace_pause (gasp_context_t context);
extern void gasp_tool_trace_resume (gasp_context_t context,
				    const struct gasp_gcc_log *log);
/* The recorder's LOG (gasp_gcc.h).  */
extern void gasp_tool_log (gasp_context_t context, struct gasp_gcc_path *path,
			   gasp_evttype_t type);

/* ---- alloc.c: allocation events, as the runtime hands them to us.  */

extern void gasp_tool_allocation (gasp_context_t context, gasp_evttype_t type,
				  struct gasp_gcc_allocation *a);

/* ---- memory.c: blocks.  What the START and END of allocation events do.
   EVENT is null if it was not recorded.  Those for END return how many bytes
   the event is about.  */

typedef void event_start (gasp_context_t context, struct open_event *event,
			  const union argument *arguments);
typedef uint64_t event_end (gasp_context_t context,
			    const struct open_event *event,
			    const union argument *arguments);

extern event_end gasp_tool_allocated;
extern event_start gasp_tool_reallocating;
extern event_end gasp_tool_reallocated;
extern event_start gasp_tool_freeing;
extern event_end gasp_tool_freed;
/* The block at POINTER is freed.  */
extern void gasp_tool_free_block (gasp_context_t context,
				  struct open_event *event,
				  const void *pointer);
/* EVENT, which was suspect, has come to its end.  */
extern void gasp_tool_freed_again (const struct open_event *event,
				   const void *pointer);
/* SIZE bytes at POINTER have been allocated by EVENT, or by what could not be
   recorded.  Returns the bytes to count.  */
extern uint64_t gasp_tool_new_block (gasp_context_t context,
				     const struct open_event *event,
				     const void *pointer, uint64_t size);
/* Know nothing of what is at POINTER.  */
extern void gasp_tool_forget_address (const void *pointer);
/* SIZE bytes at POINTER have been allocated at NODE.  */
extern void gasp_tool_learn (gasp_context_t context, const void *pointer,
			     uint64_t size, gasp_record_ref node);
/* Add what THREAD knows to be live to the header's.  */
extern void gasp_tool_join_share (gasp_context_t context);
extern void gasp_tool_look_for_peak (gasp_context_t context);
extern void gasp_tool_memory_thread_end (gasp_context_t context);
extern void gasp_tool_memory_fork (void);

/* ---- upc.c: UPC.  */

/* What an event does beside taking time.  */
struct action {
  uint32_t tag;
  event_start *start;
  event_end *end;
};
extern const struct action *gasp_tool_upc_action (uint32_t tag);
/* There is a static shared object; PLACE is the event's.  */
extern void gasp_tool_upc_static (gasp_record_ref place,
				  const union argument *arguments);
/* Say in the header which UPC thread this is, if it is one.  */
extern void gasp_tool_upc_describe (void);
extern void gasp_tool_upc_fork (void);
/* Add to the trace what EVENT, which CONTEXT is in and which begins or ends with
   ARGUMENTS, means for other threads.  */
extern void gasp_tool_upc_trace_start (gasp_context_t context, uint32_t tag,
				       const union argument *arguments);
extern void gasp_tool_upc_trace_end (gasp_context_t context, uint32_t tag,
				     const union argument *arguments);

/* ---- user.c: user events.  */

extern const char *gasp_tool_user_name (uint32_t tag);
/* One took place, with the arguments in VALUES.  */
extern void gasp_tool_user_event (uint32_t tag, gasp_evttype_t type,
				  va_list values);
/* One pair of them took TICKS.  */
extern void gasp_tool_user_pair (uint32_t tag, uint64_t ticks);
extern void gasp_tool_user_fork (void);

/* ---- format.c  */

/* Write VALUES as FORMAT says into TEXT, SIZE bytes at most.  */
extern void gasp_tool_format (char *text, size_t size, const char *format,
			      va_list values);

/* ---- counters.c: counters and sampling.  Or no-counters.c.  */

extern void gasp_tool_counters_init (void);
/* After the record has been created.  */
extern void gasp_tool_counters_describe (void);
extern void gasp_tool_counters_begin (gasp_context_t context);
extern void gasp_tool_counters_end (gasp_context_t context);
/* After a fork, in the child: those that cannot be read there are not.  */
extern void gasp_tool_counters_fork (void);
extern void gasp_tool_counters_read (gasp_context_t context);
extern uint64_t gasp_tool_papi_real (void);
extern uint64_t gasp_tool_papi_virtual (void);
/* "PAPI 7.0.0", "without PAPI".  */
extern const char *gasp_tool_papi_version (void);
/* Whether there is one, after it has been loaded.  */
extern bool gasp_tool_papi_load (const char *setting);

/* ---- sample.c: where the counter overflowed.  */

extern void gasp_tool_samples_begin (gasp_context_t context);
extern void gasp_tool_samples_end (gasp_context_t context);
/* Make room for more.  */
extern void gasp_tool_samples_room (gasp_context_t context);
/* Count one.  Safe in signal handlers.  */
extern void gasp_tool_sample (gasp_context_t context, uint64_t pc);
/* The program's file, of SIZE bytes at most, into TEXT; whether it is known.  The
   kernel shows it under the process's number while its first thread lives.  */
extern bool gasp_tool_executable (char *text, size_t size);
/* List the modules loaded since.  After a fork, all of them again.  */
extern void gasp_tool_modules (void);
extern void gasp_tool_modules_fork (void);

/* ---- message.c  */

enum gasp_tool_setting {
#define GASP_SETTING(name, argument, value, help) name##_SETTING,
#include "settings.def"
  SETTINGS
};

/* What the environment says, or the default.  */
extern const char *gasp_tool_setting (enum gasp_tool_setting setting);
extern bool gasp_tool_setting_is_default (enum gasp_tool_setting setting);
/* The same as a number of bytes (K, M, G allowed), and as yes or no.  */
extern uint64_t gasp_tool_setting_size (enum gasp_tool_setting setting);
extern bool gasp_tool_setting_flag (enum gasp_tool_setting setting);
/* Complain that its value is not one of LEGAL.  */
extern void gasp_tool_bad_setting (enum gasp_tool_setting setting,
				   const char *legal);

extern void gasp_tool_say (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

/* ---- parts.c: what each part does when something happens to the process or a
   thread.  */

/* The record is new: fill in what its header says.  */
extern void gasp_tool_parts_describe (void);
/* Make room for all that is to come; and see to it that the record can grow when
   its name leads nowhere any more.  Give back what is beyond LIMIT.  */
extern void gasp_tool_parts_grow (void);
extern void gasp_tool_parts_spare (void);
extern void gasp_tool_parts_shrink (size_t limit);
extern void gasp_tool_parts_thread_end (gasp_context_t context);
/* In the child of a fork: before it has a record of its own, when it has, and
   when CONTEXT's thread, if it has one, goes on there.  */
extern void gasp_tool_parts_forget (void);
extern void gasp_tool_parts_fork (void);
extern void gasp_tool_parts_go_on (gasp_context_t context);
/* Functions whose addresses are from BEGIN up to END are going away.  */
extern void gasp_tool_parts_unload (uint64_t begin, uint64_t end);

/* ---- process.c  */

extern void gasp_tool_keep_arguments (int argc, char **argv);
/* Fill in what the header says of the process.  */
extern void gasp_tool_describe (void);
/* The process has ended as far as one can see: STATE, STATUS.  */
extern void gasp_tool_end (enum gasp_record_state state, int status);

/* ---- fork.c  */

/* In the child of a fork, in CONTEXT's thread; null if that has none.  */
extern void gasp_tool_fork (gasp_context_t context,
			    struct gasp_gcc_frame *frames,
			    struct gasp_gcc_frame *last);
/* The recorder's forked: the same while CONTEXT's thread is in this tool, which
   then comes first.  */
extern void gasp_tool_forked_within (gasp_context_t context);

#pragma GCC visibility pop

#endif /* GASP_TOOL_H */
