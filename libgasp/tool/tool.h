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
#include "gasp_gcc.h"
#include "lock.h"
#include "map.h"
#include "record.h"

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

#pragma GCC visibility push (hidden)

/* ---- file.c: the record.  */

/* Where it is mapped.  */
extern char *gasp_tool_base;

#define AT(type, ref) ((type *) (gasp_tool_base + ((uint64_t) (ref) << 3)))
#define NODE(ref) AT (struct gasp_record_node, ref)
#define HEADER AT (struct gasp_record_header, 0)

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
/* Its name without directory.  */
extern const char *gasp_tool_file_name (void);

/* SIZE bytes, null, for elements of KIND in *SEGMENT, which is replaced if it
   is full.  They count once they are published.  Null if the record is
   full, which has been said.  */
extern void *gasp_tool_new (struct gasp_record_segment **segment,
			    enum gasp_record_kind kind, unsigned int size);
extern void gasp_tool_publish (struct gasp_record_segment *segment,
			       unsigned int size);
/* *SEGMENT's rest may be used by others.  */
extern void gasp_tool_recycle (struct gasp_record_segment **segment);

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
  uint32_t tag;
  bool over;			/* its END came while calls under it are open */
  const void *identity;		/* of a function: its signature */
  const void *argument;		/* pointer given to free, realloc */
  uint64_t size;		/* of the block that realloc took away */
  gasp_record_ref block_node;	/* and what allocated it; 0: none */
  bool suspect;			/* a double free, unless it returns */
  gasp_record_ref earlier;	/* place of the first */
  int64_t ticks;		/* as in a node, for this one pair */
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
  ATTENTION_SAMPLES = 64	/* room for samples is wanted */
};

struct _gasp_context_S {
  struct gasp_record_node *node; /* where the thread is */
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

  int control;			/* what gasp_control was given last */
  bool controlled;
  struct known_place known[KNOWN_PLACES];
  unsigned int known_unloads;	/* so many were there when they were filled */

  int64_t *latest;		/* reading of the counters */
  int sets[COUNTER_GROUPS];	/* PAPI's event sets */
  bool armed;			/* sampling has begun, or is not wanted */
  struct gasp_record_sample *samples; /* a hash table */
  struct gasp_record_segment *sample_segment;
  uint32_t sample_count;	/* entries of it */
  struct _gasp_context_S *next; /* of those free */
};

extern gasp_context_t gasp_tool_thread_begin (void);
extern void gasp_tool_thread_end (gasp_context_t context);
/* In a process just forked: forget the other threads, and what CONTEXT knows of
   the parent's record.  Then go on at NODE, of a tree that begins at ROOT.  */
extern void gasp_tool_threads_fork (void);
extern void gasp_tool_thread_fork (gasp_context_t context);
extern bool gasp_tool_thread_restart (gasp_context_t context,
				      struct gasp_record_node *node,
				      struct gasp_record_node *root);

/* ---- tree.c: nodes.  */

/* More siblings than this are found through the context's map.  */
#define NEAR_SIBLINGS 8

static inline uint32_t
child_hash (const struct gasp_record_node *parent, uint64_t key)
{
  return map_hash (key ^ (uint64_t) ref_of (parent) << 40
		   ^ (uint64_t) ref_of (parent) >> 3);
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
  parent->recent = ref;
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
/* How many times that has happened.  */
extern unsigned int gasp_tool_unloads;
/* Copy the way from the root to NODE, of the record mapped at BASE, into
   this one.  Where what has a node moves is told to MOVED.  */
extern struct gasp_record_node *
gasp_tool_copy_path (gasp_context_t context, const char *base,
		     struct gasp_record_node *node,
		     void (*moved) (struct gasp_record_node *from,
				    struct gasp_record_node *to, void *data),
		     void *data);

/* The current node becomes NODE, a child of it, where a call begins.  */
extern void gasp_tool_enter_node (gasp_context_t context,
				  struct gasp_record_node *node);
/* The call of NODE, a function recorded directly, is over, and everything in
   it.  */
extern void gasp_tool_leave_node (gasp_context_t context,
				  struct gasp_record_node *node);
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
/* The innermost open event TAG, or null.  */
extern struct open_event *gasp_tool_open_event (gasp_context_t context,
						uint32_t tag);

/* ---- fast.c: the direct recorder.  */

extern const struct gasp_gcc_recorder gasp_tool_recorder;

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
extern void gasp_tool_memory_fork (void);

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

/* ---- fork.c  */

/* In the child of a fork, in CONTEXT's thread; null if that has none.  */
extern void gasp_tool_fork (gasp_context_t context,
			    struct gasp_gcc_frame *frames,
			    struct gasp_gcc_frame *last);

#pragma GCC visibility pop

#endif /* GASP_TOOL_H */
