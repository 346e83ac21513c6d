/* context.h - the state of a thread, and its position in the program.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include "gasp_gcc.h"
#include "ground/map.h"
#include "record.h"
#include "ground/state.h"

#pragma GCC visibility push (hidden)

/* An event that has begun.  Its node is on the path from the context's node to
   the root, unless it is merged (tree.h); those of inner entries are further
   down.  */
struct open_event {
  struct gasp_record_node *node;
  struct gasp_record_node *caller; /* the node that was current before; null:
				      NODE's parent */
  uint32_t tag;
  bool over;			/* its END came while calls under it are open */
  bool untimed;
  bool suspect;			/* a double free, unless it returns */
  gasp_record_ref block_node;	/* of realloc: what allocated the block that it
				   took away; 0: none */
  uint64_t size;		/* of that block, or of one freed */
  const void *argument;		/* pointer given to free, realloc */
  const void *identity;		/* of a function: its signature */
  uint64_t learnt;		/* the context's, when it began */
  uint64_t since;		/* team.c's and messages.c's: ticks */
  uint64_t posted;		/* messages.c's: ticks */
  uint64_t arrived;		/* likewise; 0: what came in it has no time
				   yet */
  uint32_t messages, sends;	/* that came in it, and that were waited for */
  uint32_t meetings;		/* likewise: barriers.c's */
  gasp_record_ref message, sent, meeting; /* of those, the last ones listed,
					     or 0 */
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
#define KNOWN_PLACES 2048

/* The node of an allocation call at a source position, in calls of PARENT.  In
   sets of two, the more recent one first.  */
struct known_call {
  const struct gasp_record_node *parent;
  const char *file;
  int line, column;
  uint32_t tag;
  gasp_record_ref node;
};
#define KNOWN_CALLS 256

/* A shared object, or, if ARRAY is 0, what is between two: from FIRST up to END
   in the part of THREAD, or in each (shared-objects.c).  */
struct known_object {
  uint64_t first, end;
  uint32_t thread;
  unsigned int version;		/* 0: none */
  gasp_record_ref array;
};
#define KNOWN_OBJECTS 8

/* Where a thread is, as in struct gasp_record_sample.  */
struct sampled_place {
  gasp_record_ref node;
  uint64_t pc;
  struct gasp_record_stack stack;
};

/* The source of a thread's samples of time; see sampler.c.  */
struct sampler {
  gasp_gcc_word *where;		/* the thread's gasp_gcc_where; or null */
  void *area;			/* where that is, or was: it can be read */
  void *page;			/* of an event; or null */
  void *faults;			/* that of an event of page faults; or null */
  int fault_event;		/* the descriptor that it had */
  bool has_had_faults;
  bool has_timer;
  bool has_begun;		/* the first sample has come */
  int timer;
  uint32_t period;		/* units between two samples, on average */
  uint32_t taken;		/* with that */
  uint32_t random;
  uint64_t latest;		/* processor time at the event's latest sample:
				   ns */
  uint64_t timed;		/* up to which the timer has counted it: ns */
  uint64_t in_kernel;		/* part of it between the event's samples: ns */
  int64_t rest;			/* of that, not counted yet: ns */
  uint64_t last;		/* the thread's, at the latest sample */
  uint64_t had;			/* and what the thread had had at a look: ns */
  uint64_t waits;		/* how often it had waited by then */
  struct sampled_place place;	/* of the sample that is being taken: there may
				   be little stack */
  struct _gasp_context_S *next;
};

/* When a thread was last looked at; see away.c.  */
#define GASP_TOOL_NOTED 4
struct away {
  gasp_gcc_word *due;		/* the clock, for the next look */
  gasp_gcc_word own_due;	/* where there is no gasp_gcc_due */
  bool is_known, has_ready;
  uint32_t arrivals;		/* at a processor, by an event's page */
  uint64_t processor;		/* that it had had: ns */
  int64_t owed;			/* off the processor, and not counted yet: ns */
  uint64_t waits;		/* how often it had waited */
  uint64_t ready;		/* what is counted of the time that it was:
				   ns */
  uint64_t read;		/* when the kernel's file was read: ticks; */
  uint64_t read_after;		/* and after how much processor time: ns */
  struct				/* where it has mostly waited since the
				   latest look */
  {
    struct gasp_record_node *node; /* or null */
    uint64_t ticks;
  } noted[GASP_TOOL_NOTED];
  uint32_t notes;		/* how often it has waited there or elsewhere */
  struct gasp_record_node *found; /* where the latest looks found it */
  uint64_t found_away, found_ready; /* what they have found: ns */
};

/* Tests for messages, one soon after the other, that have found none; and the
   latest probe that has found one.  Ticks.  */
struct polling {
  uint64_t since, until;	/* SINCE 0: none */
  uint64_t looked;		/* when the thread had spent so much */
  uint64_t processor;		/* of processor time: ns */
  uint64_t usual;		/* when it began, or last computed long */
  unsigned int gaps;		/* since then */
  uint64_t lock;		/* that an attempt did not get, or 0 */
  int holder;			/* of that */
  struct {
    uint64_t since, until;	/* 0: none */
    int32_t peer, tag, within;
    gasp_record_ref place;
  } probe;
};

/* messages.c's: when a thread has sent or received its last message, and when
   the last pauses between them were over, by the logarithm of their
   lengths.  */
struct pauses { uint64_t until, ended[64]; };

/* A barrier or its like that the process came to, and where it is listed, or
   null.  COUNTED is the number of the latest one that need not wait, or not
   there.  */
struct meeting {
  struct gasp_record_barrier *at;
  struct gasp_record_barrier is;
  uint64_t counted;
};

/* PAPI components whose events are counted.  */
#define COUNTER_GROUPS 8

/* Which allocations are sampled.  */
struct chance {
  unsigned int shift;		/* one byte in 2^SHIFT; 0: not known yet */
  unsigned int samples;		/* taken since SINCE */
  uint64_t since;		/* time stamp */
  uint64_t random;
};

/* Why the fast way will not do.  */
enum {
  ATTENTION_OFF = 1,		/* gasp_control said so */
  ATTENTION_DEAD = 2,		/* there is no record */
  ATTENTION_CLOCK = 4,		/* not the time stamp counter */
  ATTENTION_COUNTERS = 8,
  ATTENTION_OTHER = 16,		/* in calls that have no node */
  ATTENTION_OVER = 32,		/* an open event is over */
  ATTENTION_SAMPLES = 64,	/* room for samples is wanted */
  ATTENTION_TRACE = 128		/* there is a trace; nothing to the runtime */
};

/* Where a thread's trace continues; see trace.c.  */
struct trace {
  struct gasp_gcc_log log;
  struct gasp_trace_chunk *chunk; /* null: entries go into IDLE, which is never
				     read */
  uint64_t sequence;		/* of the latest chunk */
  char idle[1024];
};

/* Costs of recording in the process, or in a thread; in ticks unless a member
   says nanoseconds.  */
struct account {
  clockid_t clock;		/* of the processor time that it had, */
  uint64_t since;		/* from then on: ns */
  double forfeited;		/* ns that were not spent, and will not be */
  uint64_t spent;
  uint64_t unbooked;		/* a thread's, that is not the process's yet */
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

  /* The block that the thread is giving up without having looked whether others
     do, or null (alloc.c).  */
  const void *giving_up;
  gasp_record_ref unused_blocks; /* of the record, for unused.c */
  unsigned int unused_count;
  unsigned int block_batch;	/* how many were taken at a time, the last
				   time */
  struct shadow_region *regions; /* shadow.c's, of which so many are unused */
  unsigned int regions_left, region_batch;
  struct gasp_record_note *suspect; /* the thread's, for a free that has not
				       returned; or null */
  uint64_t learnt;		/* blocks, so far */
  /* How much memory its thread may hold before the peak is computed again
     (blocks.h).  */
  int64_t usual_bytes;
  struct chance chance;		/* sampling.c's */

  uint64_t took, took_timed;	/* ticks that the latest event to end took,
				   and 1; or 0 and 0 if not measured */
  struct polling polling;	/* polling.c's */
  unsigned int lock_turn;	/* struct gasp_gcc_lock_calls */
  struct meeting meeting;	/* barriers.c's */
  struct pauses pauses;		/* messages.c's */
  struct phases *phases;	/* phases.c's, or null */
  bool has_no_phases;		/* there is no memory for them */

  int control;			/* what gasp_control was given last */
  bool controlled;
  struct known_place known[KNOWN_PLACES]; /* also in sets of two */
  struct known_call calls[KNOWN_CALLS];
  struct known_call missed;	/* direct.c's: the event that is to be
				   remembered, or null */
  unsigned int known_unloads;	/* how many there were as they were filled */
  uint32_t restarts;		/* how often nodes were replaced by others */

  int64_t *latest;		/* reading of the counters */
  int sets[COUNTER_GROUPS];	/* PAPI's event sets */
  bool waiting;			/* counters are to be started */
  struct gasp_record_sample *samples; /* a hash table */
  struct gasp_record_segment *sample_segment;
  uint32_t sample_count, sample_room; /* entries of it */
  struct gasp_record_moment *moments; /* how many more may be written there */
  uint32_t moments_left;
  struct sampler sampler;
  struct away away;
  struct account account;	/* budget.c's, these two */
  unsigned int turns;
  struct gasp_record_tally **tallies; /* tally.c's: those found lately; all; and
					 where new ones go */
  struct map tallied;
  struct gasp_record_segment *tally_segment;
  struct map transfers, locks;	/* peers.c's; and where new ones go */
  struct gasp_record_segment *transfer_segment, *lock_segment;
  struct team_member *member;	/* team.c's, or null */
  struct segments *segments;	/* segments.c's, or null */
  struct holder *holder;	/* team-locks.c's, or null */
  struct known_object objects[KNOWN_OBJECTS];
  unsigned int next_object;
  struct _gasp_context_S *next; /* of those free */
  struct _gasp_context_S *older; /* of all */
  struct trace trace;
};

/* ---- Where the thread is.  With the direct recorder, the current node is in
   the innermost frame.  */

#pragma GCC visibility push (default)
#pragma weak gasp_gcc_thread_function
#pragma weak gasp_gcc_top
#pragma weak gasp_gcc_base
#pragma weak gasp_gcc_in_handler
#pragma weak gasp_gcc_in_stub
#pragma weak gasp_gcc_use_slow_path
#pragma weak gasp_gcc_begin_paths
#pragma weak gasp_gcc_where
#pragma weak gasp_gcc_in_allocation
#pragma weak gasp_gcc_until_sample
#pragma weak gasp_gcc_due
#pragma weak gasp_gcc_sample_allocations
#pragma weak gasp_gcc_processes
#pragma weak gasp_gcc_processes_language
#pragma weak gasp_gcc_processes_clock
#pragma weak gasp_gcc_processes_job
#pragma weak gasp_gcc_unmeasured
#pragma weak gasp_gcc_find_shared
#pragma GCC visibility pop

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
    gasp_gcc_use_slow_path ((context->attention & ~ATTENTION_TRACE) != 0);
}

static inline void
attend_no_more (gasp_context_t context, uint64_t why)
{
  context->attention &= ~why;
  attend (context, 0);
}

/* Makes the nodes of CONTEXT's thread, the calling one, others from now
   on.  */
static inline void
begin_paths (gasp_context_t context)
{
  if (gasp_tool_direct)
    gasp_gcc_begin_paths (&context->thread->last,
			  gasp_tool_traces ? &context->trace.log : NULL);
}

#pragma GCC visibility pop
