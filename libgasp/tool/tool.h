/* tool.h - what the files of the sample tool's recorder share.

   SPDX-License-Identifier: Apache-2.0

   The way of an event: libgasp -> fast.c (functions) or event.c (everything
   else, and functions where there is no direct recorder) -> tree.c (node of
   the call path) -> the mapped record (file.c).  What events mean beyond
   their time is in memory.c and user.c.

   Everything here lives in the mapped record or in pages of its own: the
   program's heap is never used.  */

#ifndef GASP_TOOL_H
#define GASP_TOOL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>
#include "gasp_gcc.h"
#include "lock.h"
#include "map.h"
#include "record.h"
#include "trace.h"

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

#pragma GCC visibility push (hidden)

/* ---- file.c: the record.  */

/* Where it is mapped.  */
extern char *gasp_tool_base;

#define AT(type, ref) ((type *) (gasp_tool_base + ((uint64_t) (ref) << 3)))
#define NODE(ref) AT (struct gasp_record_node, ref)
#define HEADER AT (struct gasp_record_header, 0)

/* What the runtime sees of a node.  */
#define PATH(node) ((struct gasp_gcc_path *) (node))

static inline gasp_record_ref
ref_of (const void *p)
{
  return ((const char *) p - gasp_tool_base) >> 3;
}

/* Create a record for this process.  Says what is wrong and returns false if
   there can be none.  */
extern bool gasp_tool_file_create (void);
/* Start a record for a process just forked; the mapping of its parent's is
   still readable at *OLD, up to OLD_SIZE, to be given to
   gasp_tool_file_forget.  */
extern bool gasp_tool_file_fork (char **old, size_t *old_size);
extern void gasp_tool_file_forget (char *old, size_t old_size);
/* In a process just forked, what is written into the SIZE bytes mapped at BASE
   is from now on not seen by its parent.  */
extern void gasp_tool_part_from_parent (char *base, size_t size);
/* The same for the record.  */
extern void gasp_tool_file_part (void);
/* Let it grow now by as much as a sandboxed program may need.  */
extern void gasp_tool_file_grow (void);
/* Its name without directory, and with.  */
extern const char *gasp_tool_file_name (void);
extern const char *gasp_tool_file_path (void);
/* For others of the kind: why the disk cannot hold SIZE bytes at OFFSET of FD, as
   an errno; 0 if it now does.  */
extern int gasp_tool_allocate_disk (int fd, size_t offset, size_t size);
/* Open PATH; -1 with errno set if it is not the same file any more.  */
extern int gasp_tool_reopen (const char *path, dev_t device, ino_t inode);

/* SIZE bytes, null, for elements of KIND in *SEGMENT, which is replaced if it
   is full.  They count once they are published.  Null if the record is
   full, which has been said.  */
extern void *gasp_tool_new (struct gasp_record_segment **segment,
			    enum gasp_record_kind kind, unsigned int size);
extern void gasp_tool_publish (struct gasp_record_segment *segment,
			       unsigned int size);
/* *SEGMENT's rest may be used by others.  */
extern void gasp_tool_recycle (struct gasp_record_segment **segment);

/* Whether nodes should take no more room: what is left is for other kinds.  */
extern bool gasp_tool_nodes_are_enough (void);
/* Say and write down that paths of more than DEPTH calls have been merged.  */
extern void gasp_tool_file_coarsened (unsigned int depth);

/* Call FUNCTION with each element of KIND that is published, and DATA.  */
extern void gasp_tool_each (enum gasp_record_kind kind,
			    void (*function) (void *element, const void *data),
			    const void *data);

/* Zeroed memory, or null; and back.  */
extern void *gasp_tool_pages (size_t size);
extern void gasp_tool_pages_free (void *pages, size_t size);
/* An array of ELEMENT-byte elements doubled: its new place, or null.  */
extern void *gasp_tool_pages_double (void *pages, size_t element,
				     unsigned int *count);

/* ---- place.c: strings and places, each once; and what goes with them.  */

extern gasp_record_ref gasp_tool_string (const char *text);
extern gasp_record_ref gasp_tool_place (const struct gasp_record_place *place);
extern gasp_record_ref
gasp_tool_function_place (const struct gasp_gcc_function *function);
/* A copy, in this record, of a place of the record mapped at BASE.  */
extern gasp_record_ref gasp_tool_copy_place (const char *base,
					     gasp_record_ref place);
struct known_place;
/* CONTEXT's memory of WANTED, whose place is 0; if that is not known, the
   caller fills it in.  */
extern struct known_place *
gasp_tool_known_place (gasp_context_t context,
		       const struct known_place *wanted);
/* Forget where the nodes of calls are, in counted ones that are open, too.  */
extern void gasp_tool_forget_calls (gasp_context_t context);
/* Forget all such places, and calls at them.  */
extern void gasp_tool_forget_known (gasp_context_t context);
/* The place of an event if CONTEXT remembers it, or 0.  */
static inline gasp_record_ref recent_place (gasp_context_t context,
					    const char *file, uint32_t tag,
					    int line, int column);
/* A copy of ELEMENT added to the table of KIND, or null.  */
extern void *gasp_tool_add (enum gasp_record_kind kind, const void *element,
			    unsigned int size);
extern void gasp_tool_note (const char *text);
/* Count one of KIND at NODE.  Returns the note, or null.  */
extern struct gasp_record_note *
gasp_tool_count_note (enum gasp_record_note_kind kind, gasp_record_ref node,
		      gasp_record_ref earlier, uint64_t address);
extern void gasp_tool_places_fork (void);

/* ---- clock.c  */

/* Null for the time stamp counter.  */
extern uint64_t (*gasp_tool_clock_read) (void);

/* Choose it.  COUNTERS.C's must have been loaded.  */
extern void gasp_tool_clock_init (void);
/* Fill the header in, and improve the scale now and then.  */
extern void gasp_tool_clock_begin (void);
extern void gasp_tool_clock_refine (bool now);
extern uint64_t gasp_tool_realtime (void);
/* How fast the time stamp counter is, whatever the clock is.  */
extern double gasp_tool_tsc_per_ns (void);

static inline uint64_t
read_tsc (void)
{
#if defined __x86_64__ || defined __i386__
  unsigned int low, high;
  __asm__ volatile ("rdtsc" : "=a" (low), "=d" (high));
  return low | (uint64_t) high << 32;
#elif defined __aarch64__
  uint64_t t;
  __asm__ volatile ("mrs %0, cntvct_el0" : "=r" (t));
  return t;
#elif defined __riscv
  uint64_t t;
  __asm__ volatile ("rdtime %0" : "=r" (t));
  return t;
#else
  return 0;
#endif
}

static inline uint64_t
read_clock (void)
{
  return gasp_tool_clock_read ? gasp_tool_clock_read () : read_tsc ();
}

/* ---- thread.c: what is kept for a thread.  */

/* An event that has begun.  Its node is on the path from the context's node to
   the root; those of inner entries are further down.  */
struct open_event {
  struct gasp_record_node *node;
  struct gasp_record_node *caller; /* NODE's parent, or null: not noted */
  uint32_t tag;
  bool over;			/* its END came while calls under it are open */
  bool untimed;
  bool suspect;			/* a double free, unless it returns */
  uint32_t weight;		/* of calls that it is a sample of; 0: none */
  gasp_record_ref block_node;	/* of realloc: what allocated the block that it
				   took away; 0: none */
  uint64_t size;		/* of that block, or of one freed */
  const void *argument;		/* pointer given to free, realloc */
  const void *identity;		/* of a function: its signature */
  uint64_t learnt;		/* the context's, when it began */
  int64_t ticks;		/* as in a node, for this one pair */
  gasp_record_ref earlier;	/* if suspect, place of the first free */
};

/* A user event whose function has returned without its END.  */
struct loose_event {
  uint32_t tag;
  int64_t ticks;
};
#define LOOSE_EVENTS 64

/* A source position whose place is known.  */
struct known_place {
  const char *file;
  const void *identity;
  uint32_t tag;
  int line, column;
  gasp_record_ref place;
};
#define KNOWN_PLACES 256

/* An allocation call at a source position, in calls of PARENT: its node.  In
   sets of two, what was found last in front.  */
struct known_call {
  const struct gasp_record_node *parent;
  const char *file;
  int line, column;
  uint32_t tag;
  gasp_record_ref node;
};
#define KNOWN_CALLS 256

/* PAPI components whose events are counted.  */
#define COUNTER_GROUPS 8

/* Why the fast way will not do.  */
enum {
  ATTENTION_OFF = 1,		/* gasp_control said so */
  ATTENTION_DEAD = 2,		/* there is no record */
  ATTENTION_CLOCK = 4,		/* not the time stamp counter */
  ATTENTION_COUNTERS = 8,
  ATTENTION_OTHER = 16,		/* in calls that have no node */
  ATTENTION_OVER = 32,		/* an open event is over */
  ATTENTION_SAMPLES = 64,	/* room for samples is wanted */
  ATTENTION_TRACE = 128		/* there is a trace; nothing to trace-fast.c */
};

/* Where a thread's trace goes on; see trace.c.  */
#define TRACED_NODES 256
struct trace {
  char *at, *limit;		/* LIMIT: no further entry begins there */
  uint64_t time;		/* of the latest entry */
  struct gasp_trace_chunk *chunk; /* null: into IDLE, which nobody reads */
  uint64_t sequence;		/* of the latest chunk */
  char idle[512];
  struct {			/* where a function's node below PARENT is */
    struct gasp_record_node *parent, *node;
  } known[TRACED_NODES];
};

/* What recording has cost the process, or a thread; ticks, and where it is said
   nanoseconds.  */
struct account {
  clockid_t clock;		/* of the processor time that it had, */
  uint64_t since;		/* from then on: ns */
  double forfeited;		/* ns that were not spent, and will not be */
  uint64_t spent;
  uint64_t next_look;		/* when so much is spent, see whether it was too
				   much; the last time, it was */
  uint64_t looked_at;		/* ns */
  uint64_t spent_before;
};

struct _gasp_context_S {
  struct gasp_record_node *node; /* where the thread is, if its functions do
				    not come by the direct recorder */
  struct gasp_gcc_frame *const *top; /* else it is in this frame, */
  struct gasp_gcc_frame *leaving; /* or, if not null, in the one before */
  uint64_t attention;		/* ATTENTION_*; anything but 0: the slow way */
  struct gasp_record_thread *thread;

  struct gasp_record_node *other; /* once the record is full */
  uint64_t other_depth;		/* open calls without a node of their own */

  struct gasp_record_segment *nodes, *values; /* where new ones go */
  struct map far;		/* children with many siblings */

  struct open_event *events;
  unsigned int event_count, event_room;
  unsigned int over_count;	/* of those that are over */
  struct loose_event loose[LOOSE_EVENTS];
  unsigned int loose_count;

  gasp_record_ref unused_blocks; /* of the record, for memory.c */
  unsigned int unused_count;
  uint64_t learnt;		/* blocks, so far */

  uint64_t took, took_timed;	/* by the event that is over: ticks, 1; or 0, 0
				   if that was not measured */

  int control;			/* what gasp_control was given last */
  bool controlled;
  struct known_place known[KNOWN_PLACES]; /* also in sets of two */
  struct known_call calls[KNOWN_CALLS];
  unsigned int known_unloads;	/* so many were there when they were filled */
  uint32_t restarts;		/* how often nodes were replaced by others */

  int64_t *latest;		/* reading of the counters */
  int sets[COUNTER_GROUPS];	/* PAPI's event sets */
  bool armed;			/* sampling has begun, or is not wanted */
  struct gasp_record_sample *samples; /* a hash table */
  struct gasp_record_segment *sample_segment;
  uint32_t sample_count;	/* entries of it */
  bool cannot_coarsen;		/* the tree is as coarse as can be */
  struct account account;	/* budget.c's, these three */
  uint64_t beginning;		/* what that took, unless it is booked */
  unsigned int turns;
  struct _gasp_context_S *next; /* of those free */
  struct trace trace;
};

/* ---- Where the thread is.  With the direct recorder, the current node is in
   the innermost frame.  */

#pragma GCC visibility push (default)
#pragma weak gasp_gcc_top
#pragma weak gasp_gcc_be_careful
#pragma weak gasp_gcc_begin_paths
#pragma weak gasp_gcc_next_period
#pragma weak gasp_gcc_try
#pragma weak gasp_gcc_processes
#pragma weak gasp_gcc_find_shared
#pragma GCC visibility pop

/* Whether functions come that way.  */
extern bool gasp_tool_direct;

static inline struct gasp_gcc_frame *
innermost (gasp_context_t context)
{
  return context->leaving ? context->leaving - 1 : *context->top;
}

static inline struct gasp_record_node **
here (gasp_context_t context)
{
  if (!gasp_tool_direct)
    return &context->node;
  return (struct gasp_record_node **) &innermost (context)->data;
}

static inline struct gasp_record_node *
current_node (gasp_context_t context)
{
  return *here (context);
}

/* Set and clear bits of ATTENTION.  */

static inline void
attend (gasp_context_t context, uint64_t why)
{
  context->attention |= why;
  if (gasp_tool_direct)
    gasp_gcc_be_careful (context->attention != 0);
}

static inline void
attend_no_more (gasp_context_t context, uint64_t why)
{
  context->attention &= ~why;
  attend (context, 0);
}

extern gasp_context_t gasp_tool_thread_begin (void);
extern void gasp_tool_thread_end (gasp_context_t context);
extern void gasp_tool_detach (gasp_context_t context);
/* In a process just forked: forget the other threads, and what CONTEXT knows of
   the parent's record.  Then go on at NODE, of a tree that begins at ROOT.  */
extern void gasp_tool_threads_fork (void);
extern void gasp_tool_thread_fork (gasp_context_t context);
extern bool gasp_tool_thread_restart (gasp_context_t context,
				      struct gasp_record_node *node,
				      struct gasp_record_node *root);

/* ---- What a context remembers of places (see place.c).  */

static inline bool
is_known_as (const struct known_place *known, const char *file,
	     const void *identity, uint32_t tag, int line, int column)
{
  return (known->file == file && known->line == line && known->tag == tag
	  && known->column == column && known->identity == identity);
}

/* Where that is of such a place, or else the first of the two where it may
   be.  */
static inline struct known_place *
known_slot (gasp_context_t context, const char *file, const void *identity,
	    uint32_t tag, int line, int column)
{
  uint32_t hash = map_hash ((uint64_t) (uintptr_t) file
			    ^ (uint64_t) (uintptr_t) identity << 7
			    ^ (uint64_t) tag << 32
			    ^ (uint64_t) line << 16 ^ column);
  struct known_place *known = &context->known[hash % KNOWN_PLACES & ~1u];
  return known + is_known_as (known + 1, file, identity, tag, line, column);
}

/* How many times objects were unloaded.  */
extern unsigned int gasp_tool_unloads;

static inline gasp_record_ref
recent_place (gasp_context_t context, const char *file, uint32_t tag,
	      int line, int column)
{
  struct known_place *known
    = known_slot (context, file, NULL, tag, line, column);
  return (is_known_as (known, file, NULL, tag, line, column)
	  && context->known_unloads == gasp_tool_unloads ? known->place : 0);
}

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
/* FUNCTIONS up to END are going away: the recorder's unload.  */
extern void gasp_tool_unload (const struct gasp_gcc_function *functions,
			      const struct gasp_gcc_function *end);
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
extern struct gasp_record_node *gasp_tool_unused_node (void);
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
/* Make room for more open events; false without memory.  */
extern bool gasp_tool_more_events (gasp_context_t context);
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

/* Register it if that can be.  */
extern bool gasp_tool_register (void);
/* What its frames have in INNER if the runtime has left them to it.  */
enum recorded {
  IGNORED,			/* the current node is the caller's */
  IN_OTHER,			/* likewise, and the record is full */
  COUNTED,
  TIMED				/* from WEIGHT on */
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

/* Whether the times of events in the innermost call are wanted for it.  */
static inline bool
gasp_tool_wants_inner (gasp_context_t context)
{
  struct gasp_gcc_frame *frame
    = gasp_tool_direct ? innermost (context) : NULL;
  return frame && frame->time > GASP_GCC_RECORDED && frame->weight;
}

/* Mark all down to that in which EVENT is open.  */
extern void gasp_tool_mark_frames (const struct gasp_record_node *event);
/* An event has taken TICKS in the innermost call.  */
extern void gasp_tool_add_inner (gasp_context_t context, uint64_t ticks);
/* The calls that are being timed as samples are not.  */
extern void gasp_tool_forget_samples (void);

/* ---- timing.c: what is timed.  */

/* Whether that is decided as the program runs.  */
extern bool gasp_tool_timing_init (void);
/* The same once that is known, and the runtime goes along.  */
extern bool gasp_tool_estimates;
/* The recorder's started: find out what recording costs.  */
extern void gasp_tool_measure_costs (gasp_context_t context);
/* When, in calls; and at twice that, four times, ...; but a budget that is
   nearly spent is asked from FIRST_LOOK on, as the runtime does.  */
#define FIRST_DECISION 128
#define FIRST_LOOK 16
/* The same for an event's NODE.  */
extern void gasp_tool_decide_event (gasp_context_t context,
				    struct gasp_record_node *node);
/* The recorder's decide.  */
extern void gasp_tool_decide (gasp_context_t context,
			      struct gasp_gcc_path *path);

/* ---- budget.c: what may be spent.  */

/* As a part of the program's own time; 0: as much as it takes.  */
extern double gasp_tool_budget;
/* Whether there is one.  After the clock has begun.  */
extern bool gasp_tool_budget_init (void);
/* CONTEXT's thread has begun, from START on.  */
extern void gasp_tool_budget_thread (gasp_context_t context, uint64_t start);
extern void gasp_tool_budget_thread_end (void);
extern void gasp_tool_budget_fork (gasp_context_t context);
/* Functions whose addresses are from BEGIN up to END are going away.  */
extern void gasp_tool_budget_unload (uint64_t begin, uint64_t end);
/* Whether it is nearly spent.  */
extern bool gasp_tool_budget_is_tight (void);

/* The recorder's timed, and its add.  */
extern void gasp_tool_budget_timed (gasp_context_t context,
				    struct gasp_gcc_path *path);
extern struct gasp_gcc_path *
gasp_tool_budget_add (gasp_context_t context,
		      const struct gasp_gcc_function *function);
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
/* The recorder's allocation.  */
extern void
gasp_tool_budget_allocation (gasp_context_t context, gasp_evttype_t type,
			     struct gasp_gcc_allocation *a);
/* Events that are switched off, by bits of their tags; see budget.h.  */
extern uint64_t gasp_tool_left_out;

/* ---- trace.c: each call in time order.  */

/* Whether there is one, and after file.c has made a record, begin it.  */
extern bool gasp_tool_traces;
extern void gasp_tool_trace_init (void);
/* In the child of a fork.  */
extern void gasp_tool_trace_fork (void);
/* gasp_tool_file_grow and _part for the trace.  */
extern void gasp_tool_trace_grow (void);
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
/* How much smaller its times are, in bits.  */
extern unsigned int gasp_tool_trace_shift;

/* ---- trace-fast.c: functions, recorded and traced.  */

typedef void recorder_entry (struct gasp_gcc_frame *frame,
			     gasp_context_t context) GASP_GCC_PRESERVES;
extern recorder_entry gasp_tool_traced_enter, gasp_tool_traced_leave;
/* fast.c's for what is out of the ordinary.  */
extern recorder_entry gasp_tool_careful_enter, gasp_tool_careful_leave;

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
/* SIZE bytes at POINTER have been allocated at NODE.  */
extern void gasp_tool_learn (gasp_context_t context, const void *pointer,
			     uint64_t size, gasp_record_ref node);
/* Add what THREAD knows to be live to the header's.  */
extern void gasp_tool_join_share (struct gasp_record_thread *thread);
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
extern void gasp_tool_counters_fork (gasp_context_t context);
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
/* The same as a number of bytes (K, M, G allowed), and as yes or no.  */
extern uint64_t gasp_tool_setting_size (enum gasp_tool_setting setting);
extern bool gasp_tool_setting_flag (enum gasp_tool_setting setting);
/* TEXT as a number of bytes, or 0 if it is none.  */
extern uint64_t gasp_tool_parse_size (const char *text);
/* Complain that its value is not one of LEGAL.  */
extern void gasp_tool_bad_setting (enum gasp_tool_setting setting,
				   const char *legal);

extern void gasp_tool_say (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

/* ---- init.c  */

/* The process has ended as far as one can see: STATE, STATUS.  */
extern void gasp_tool_end (enum gasp_record_state state, int status);
/* Fill in what the header says of the process.  */
extern void gasp_tool_describe (void);

/* ---- confine.c  */

/* Whether nothing may be asked of the kernel (lock.h has it, too), and whether
   some thread may read no clock.  */
extern bool gasp_tool_confined, gasp_tool_without_clock;

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
