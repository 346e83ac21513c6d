/* gasp_gcc.h - extensions of GASP for GCC to the interface of gasp.h.

   SPDX-License-Identifier: Apache-2.0

   None of this is needed to write a tool.  It is for tools that want function
   events at less than the cost of a call with variable arguments: such a
   tool registers a recorder from its gasp_init, and its gasp_event_notify
   then receives all events but GASP_C_FUNC.

   Valid in C89 and later and in C++.  */

#ifndef GASP_GCC_H
#define GASP_GCC_H

#include <stdarg.h>
#include <stddef.h>
#include "gasp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface.  */
#define GASP_GCC_VERSION 14

/* A function that raises GASP_C_FUNC, as the compiler recorded it.  Read-only,
   and valid for as long as the code it describes is loaded.  The same
   function may have several of these, one in each place that it was inlined
   into.  */
struct gasp_gcc_function {
  int signature_offset;		/* of the string, from this member */
  int file_offset;		/* likewise */
  int line;			/* where it begins; 0 if unknown */
  int end_line;			/* where it ends */
  unsigned short column, end_column;	/* 0 if unknown or too far right */
  unsigned int flags;		/* GASP_GCC_* below */
};

/* Every source function, also where it is inlined; else emitted ones.  */
#define GASP_GCC_SOURCE 1u
/* An emitted one that calls nothing.  */
#define GASP_GCC_LEAF 2u
/* The runtime's: an emitted one where more registers may be changed at sites;
   which, the processor says.  */
#define GASP_GCC_FREE 4u
/* The runtime's: few kinds of registers can be alive at its sites; which, the
   processor says.  */
#define GASP_GCC_FEW 8u

#define gasp_gcc_signature(f) \
  ((const char *) &(f)->signature_offset + (f)->signature_offset)
#define gasp_gcc_file(f) ((const char *) &(f)->file_offset + (f)->file_offset)

/* 64 bits.  C++98 has no long long, and GCC warns even after
   __extension__.  */
#ifdef __UINT64_TYPE__
typedef __UINT64_TYPE__ gasp_gcc_word;
#else
typedef unsigned long long gasp_gcc_word;
#endif

/* A call that has not returned.  Those of a thread are contiguous, the
   innermost last.  The first is not a call: its FUNCTION is null, and it
   stands for the thread.  A frame may move when another is added.  */
struct gasp_gcc_frame {
  const struct gasp_gcc_function *function;
  unsigned long position;	/* stack address: how dead frames are found */
  void *data;			/* the recorder's, null on entry; with paths,
				   the one that calls from here begin at */
  gasp_gcc_word time;		/* GASP_GCC_UNTIMED, GASP_GCC_RECORDED, or, with
				   paths, the clock at the start */
  gasp_gcc_word inner;		/* the recorder's if TIME is
				   GASP_GCC_RECORDED */
  gasp_gcc_word was;		/* the path that the thread was at before the
				   call (gasp_gcc_where) */
};

/* Nothing is to be done when the call is over: the runtime has counted it.  */
#define GASP_GCC_UNTIMED 0
/* The recorder's enter was called, and its leave will be.  */
#define GASP_GCC_RECORDED 1

/* ---- Call paths.

   A recorder may leave counting and timing to the runtime, which does it at
   the site itself.  The recorder then has a path, in its own memory, for each
   function by way of each chain of callers, in a tree: a call's path is the
   child, for its function, of the path in its caller's frame.

   The runtime adds to CALLS at each call.  A new path has SKIP 1 and PERIOD 0:
   each call is timed by the processor's time stamp counter, and TICKS is the
   time in it and in what it calls; while a call is open, minus the clock at its
   start is in that.

   If PERIOD is not 0, calls are not timed: the recorder has the path observed
   (gasp_gcc_where).  SKIP is counted down at each call; when it becomes 0, the
   runtime sets it to PERIOD and calls the recorder's visit.  */
struct gasp_gcc_path {
  const struct gasp_gcc_function *function; /* or a value that is not
					       one's address */
  gasp_gcc_word calls;
  gasp_gcc_word ticks;		/* signed, in two's complement */
  unsigned int skip, period;
  unsigned int links[6];	/* these and the rest are the recorder's */
  gasp_gcc_word bytes;
  gasp_gcc_word observed[4];
};

/* When the calls of a thread began and ended.  The runtime writes entries at
   AT, as long as that is below LIMIT, where there must be room for 8 bytes
   more: one store of 8 bytes, lowest byte first, of which 2, 3 or 5 are the
   entry and the others 0.  The lowest two bits are GASP_GCC_LOG_*; then come,
   in GASP_GCC_LOG_TIME_BITS, the units of time since the entry before.  A unit
   is 2^GASP_GCC_LOG_SHIFT ticks of the clock: about a nanosecond, or what the
   clock can tell.  Then comes, of a beginning, how far the path is behind that
   of the innermost frame, in units of 2^GASP_GCC_LOG_DISTANCE_SHIFT bytes, to
   which the recorder aligns its paths: in one byte, unsigned, or in three,
   signed.  */
#ifdef __x86_64__
#define GASP_GCC_LOG_SHIFT 2
#else
#define GASP_GCC_LOG_SHIFT 0
#endif
struct gasp_gcc_log {
  char *at, *limit;
  gasp_gcc_word time;		/* of the latest entry: ticks, whole units */
};
enum {
  GASP_GCC_LOG_END = 1,		/* 2 bytes */
  GASP_GCC_LOG_NEAR = 2,	/* a beginning; 3 bytes */
  GASP_GCC_LOG_START = 3,	/* a beginning; 5 bytes */
  GASP_GCC_LOG_TIME_BITS = 14,
  GASP_GCC_LOG_DISTANCE_SHIFT = 5
};

/* A call of an allocator, as GASP_C_MALLOC, GASP_C_REALLOC and GASP_C_FREE.  */
struct gasp_gcc_allocation {
  unsigned int tag;
  int line, column;
  const char *file;
  const void *former;		/* the block that is freed or replaced, or
				   null */
  size_t size;			/* of the new block */
  const void *result;		/* at the END: the new block, or null */
  /* The recorder's, from the START to the END; DATA and PATH are null at first.
     If DATA then is GASP_GCC_NO_END, there is no END.  If PATH is not null, the
     thread is at that until the call is over (gasp_gcc_where).  */
  void *data;
  struct gasp_gcc_path *path;
  gasp_gcc_word number;
};
#define GASP_GCC_NO_END ((void *) 1)

/* An event of a runtime (gasp_provider.h) whose position in the source need not
   be known: ADDRESS and INSTEAD, of which the runtime makes what it likes,
   stand for it.  As long as no code is unloaded, events with the same TAG and
   the same two have the same position.  */
struct gasp_gcc_short_event {
  unsigned int tag;
  gasp_evttype_t type;
  const void *address;
  gasp_gcc_word instead;
  gasp_gcc_word values[6];	/* the first arguments, each extended to a
				   word */
};

/* A place where a thread takes a lock, as a tool has it (gasp_threads.h).
   All 0 if it says nothing.  */
struct gasp_gcc_lock_use {
  unsigned long *count;		/* where the thread is to count that it does */
  unsigned int place, thread;	/* numbers of the tool's, for the next one
				   that has to wait for the lock */
};

/* The locks that a thread got, of which the latest is number COUNT - 1, modulo
   GASP_GCC_LOCKS_HAD: from when and, if that is known, until when it had them,
   by the time stamp counter.  Only that thread writes this; others read it at
   any time.  */
struct gasp_gcc_had {
  const void *lock;
  gasp_gcc_word since, until;	/* UNTIL 0: not known */
  unsigned int place, thread;	/* numbers of the tool's */
};
#define GASP_GCC_LOCKS_HAD 8
struct gasp_gcc_locks_had {
  unsigned int count;
  unsigned int thread;
  int are_forgotten;		/* the numbers of places do not hold any more */
  struct gasp_gcc_had list[GASP_GCC_LOCKS_HAD];
};

/* Of a lock at a place, how often a thread waited for it or had it, how long in
   all and at most: ticks of the time stamp counter.  */
struct gasp_gcc_lock_sums {
  gasp_gcc_word count, time, longest;
};

/* Calls that take a lock which processes share, or give it back, and that the
   thread counts by itself in place of their events.  By the short way
   (gasp_provider.h), as an ATOMIC event of the call, after the lock: the first
   time, for an answer; when the thread has given back a lock that it had waited
   for, with that answer; where the wait before was very long, as it begins to
   wait, with GOT 0; and after a wait in which it may have slept, as it has got
   the lock, with TIME null.  HOLDER is the process that had the lock, or
   -1: also of an attempt that did not get it.  */
struct gasp_gcc_lock_calls {
  gasp_gcc_word since, got;	/* the wait; 0: none.  Ticks of the time stamp
				   counter */
  int holder;
  /* The tool's answer: where calls are counted; and, of those that take a lock,
     the time of those that waited, and all of them; CALLS null: events are
     wanted.  A wait of LONG_WAIT ticks is to be an event.  The answer holds as
     long as *TURN is the same.  */
  gasp_gcc_word *calls, *time;
  struct gasp_gcc_lock_sums *sums;
  gasp_gcc_word long_wait;
  const unsigned int *turn;
};

/* A lock that a thread has had, once, in place of the events WAITING and
   HOLDING.  It stands for so many times, itself included, that the thread has
   had one there; or for none, and is about a wait alone, or asks for an answer
   before the thread has the lock (GIVEN 0).  The times are the time stamp
   counter's: since when the thread wanted the lock, got it and gave it
   back.  */
struct gasp_gcc_lock_sample {
  const void *lock;
  unsigned int waiting, holding; /* tags; WAITING 0: it would not have waited */
  unsigned int stands_for;
  gasp_gcc_word since, got, given;
  gasp_gcc_word before;		/* when the one before was given back; or 0 */
  gasp_gcc_word all_waited;	/* that a wait alone stands for */
  void *path;			/* DATA of the innermost frame when the thread
				   wanted it; or null */
  struct gasp_gcc_lock_use holder; /* who had it then; all 0 if not known */
  /* The tool's answer: so many times are to be passed over there before the
     next one, on average, but not waits that take LONG_WAIT, in ticks.  Each
     time that the thread gets a lock that is to be added to PAST, here with
     PLACE; if PAST is null, the tool wants nothing.  */
  unsigned int passes, place;
  gasp_gcc_word long_wait;
  struct gasp_gcc_locks_had *past;
  /* If HELD is not null, none is passed over: the thread adds up there how long
     it has this lock and, if that is not null, in WAITED how long it waits for
     it, where less than FREE_WAIT is nothing.  A wait is a sample if it takes
     LONG_WAIT, and so is one of the others as soon as they have taken that in
     all.  */
  struct gasp_gcc_lock_sums *waited, *held;
  gasp_gcc_word free_wait;
};

/* The most further callers that come with a wait: addresses that their calls
   return to, with a 0 after the last.  */
#define GASP_GCC_FURTHER 17

/* A wait that is over, and took so many ticks of the time stamp counter: in
   place of the event TAG, which is left out.  It was for OBJECT, if that is not
   null (bit 63: a pipe), and thread WAKER, by the system's number, ended it, if
   that is not 0, by a call of the code at WOKEN_AT, if that is known.  If it
   WAS_BUSY, the thread was on the processor meanwhile.  The tool's answer: it
   wants none that took less than LONG_WAIT ticks.  */
struct gasp_gcc_wait {
  unsigned int tag;
  gasp_gcc_word took, long_wait;
  const unsigned long *further;
  const void *object;
  const unsigned long *woken_at; /* and its callers, up to a 0 */
  int waker, was_busy;
};

/* A recorder's entries may use general registers only, and preserve all of
   them: the types of such functions say PRESERVES, their definitions FAST.
   Where one of the two has no meaning, the runtime saves the registers.  */
#if defined __x86_64__ && defined __GNUC__
#define GASP_GCC_PRESERVES __attribute__ ((no_caller_saved_registers))
#define GASP_GCC_FAST \
  __attribute__ ((no_caller_saved_registers, target ("general-regs-only")))
#elif defined __aarch64__ && defined __GNUC__ && !defined __clang__
#define GASP_GCC_PRESERVES
#define GASP_GCC_FAST __attribute__ ((target ("general-regs-only")))
#else
#define GASP_GCC_PRESERVES
#define GASP_GCC_FAST
#endif

struct gasp_gcc_recorder {
  unsigned int version;		/* GASP_GCC_VERSION */
  /* A function was entered: FRAME is its frame, FRAME[-1] the caller's.
     CONTEXT is what gasp_init returned on this thread.  A function that
     wants to do more than general registers allow calls
     gasp_gcc_call_slowly.  With paths, only when the thread is on the slow path
     or there is no path.  */
  void (*enter) (struct gasp_gcc_frame *frame, gasp_context_t context)
    GASP_GCC_PRESERVES;
  /* The call is over; FRAME is removed after this.  With paths, also when
     the runtime has timed the call, but the thread is on the slow path, or
     FRAME's DATA is not the function's path any more: then to make it that,
     or TIME GASP_GCC_RECORDED so that nothing is added to it.  */
  void (*leave) (struct gasp_gcc_frame *frame, gasp_context_t context)
    GASP_GCC_PRESERVES;
  /* The thread is ending; its frames have been left.  May be null.  */
  void (*thread_end) (gasp_context_t context);
  /* The calling thread is the only one of a process just forked.  FRAMES to
     LAST, both included, are its frames; a frame that is not a call stands
     for the calls below it.  May be null.  */
  void (*fork_child) (gasp_context_t context, struct gasp_gcc_frame *frames,
		      struct gasp_gcc_frame *last);
  /* The code that FUNCTIONS up to END describe is being unloaded; others may
     be found at their addresses later.  With null for both, objects without
     instrumentation have been loaded, or are about to be unloaded.  May be
     null.  */
  void (*unload) (const struct gasp_gcc_function *functions,
		  const struct gasp_gcc_function *end);
  /* A function was entered whose mode is GASP_GCC_COUNT: it gets no frame, and
     leaving it is not seen.  TOP is the innermost frame, that of the nearest
     caller that has one.  May be null; then there is no such mode.  */
  void (*count) (struct gasp_gcc_frame *top, gasp_context_t context,
		 const struct gasp_gcc_function *function)
    GASP_GCC_PRESERVES;
  /* A call continues that was left because its thread switched to another
     stack, as coroutines do: as enter, but it is not a new call, and it may use
     all registers.  The thread may be another one.  If null, such calls are
     entered again.  */
  void (*resume) (struct gasp_gcc_frame *frame, gasp_context_t context);

  /* For paths; null without.  */

  /* PARENT's child for FUNCTION, or null.  The runtime remembers some.  */
  struct gasp_gcc_path *(*find) (gasp_context_t context,
				 struct gasp_gcc_path *parent,
				 const struct gasp_gcc_function *function)
    GASP_GCC_PRESERVES;
  /* There is none: add it to the innermost frame's path.  Ordinary C.  Null
     if that cannot be.  */
  struct gasp_gcc_path *(*add) (gasp_context_t context,
				const struct gasp_gcc_function *function);
  /* PATH, each call of which is timed, has been called as often as a power of
     two says, 16 or more.  May set its PERIOD.  Ordinary C.  If null, each call
     is timed, and nothing sets a PERIOD.  */
  void (*decide) (gasp_context_t context, struct gasp_gcc_path *path);

  /* If not null, called for allocation events instead of gasp_event_notify.
     Ordinary C; keeps errno.  */
  void (*allocation) (gasp_context_t context, gasp_evttype_t type,
		      struct gasp_gcc_allocation *allocation);

  /* The thread that has CONTEXT is not measured any more, and its calls will
     not be left; if it ever is again, it gets another context.  Called while
     it is anywhere, so this may do no more than a signal handler.  May be
     null.  */
  void (*detach) (gasp_context_t context);
  /* For paths: a call of PATH has begun, and SKIP has become 0.  Ordinary C;
     may be null.  */
  void (*visit) (gasp_context_t context, struct gasp_gcc_path *path);
  /* The process was just forked, by a signal handler that interrupted this tool
     on the calling thread: from now on leave alone what belongs to the parent,
     and hold no lock.  What was interrupted is gone on with; then fork_child is
     called.  Also while gasp_init is at work; CONTEXT is null then.  May be
     null.  */
  void (*forked) (gasp_context_t context);
  /* For paths: not 0 if a signal handler that takes samples, and asks for the
     innermost frame at any moment, needs to find calls there that are only
     counted and call nothing.  Otherwise such calls may have no frame.  */
  int always_frames;
  /* For paths, each call of which is timed: calls are logged (struct
     gasp_gcc_log).  One of PATH has begun or ended, at the clock's latest
     reading, and that fits no entry, or there is no room for one.  Ordinary C.
     If null, there are no logs.  */
  void (*log) (gasp_context_t context, struct gasp_gcc_path *path,
	       gasp_evttype_t type);

  /* If not null, called first for events that come as a struct
     gasp_gcc_short_event.  CONTEXT is that of the runtime's language.  Returns
     1 if the event is recorded; 0 if it is to go to gasp_event_notify, with its
     position.  Ordinary C; keeps errno and the state of floating point.  */
  int (*event) (gasp_context_t context,
		const struct gasp_gcc_short_event *event);
  /* For paths: the clock has come to what gasp_gcc_due says as a timed call
     begins or ends, at the clock's latest reading, which it may replace by a
     later one.  Until then, the thread has been at PATH.  Ordinary C; may be
     null.  */
  void (*due) (gasp_context_t context, struct gasp_gcc_path *path);
};

/* What happens where a function is entered and left.  All begin as
   GASP_GCC_CALLS, unless the settings of the recorder's tool say otherwise.  */
enum gasp_gcc_mode {
  GASP_GCC_NOTHING,		/* its sites are NOPs */
  GASP_GCC_COUNT,		/* entries go to the recorder's count; the
				   rest of its sites are NOPs */
  GASP_GCC_CALLS,		/* to its enter and leave */
  GASP_GCC_ENDS			/* as GASP_GCC_NOTHING, but calls that are open
				   have their end; those that are not find out
				   that by a slow way */
};

/* Registers RECORDER, which must stay valid, for the whole process.  To be
   called from the first gasp_init.  Returns 0, or -1 if its version is
   unknown or another one is registered.  */
extern int gasp_gcc_set_recorder (const struct gasp_gcc_recorder *recorder);

/* Lets the MODE of the COUNT functions in FUNCTIONS be another, while threads
   run through them.  A call that is open meanwhile may lose its end: its
   frame is then left, by the recorder's leave, when the next function of its
   thread is entered or left, where it is known to be over.  To be called from
   ordinary C (behind gasp_gcc_call_slowly), on any thread.  How many
   functions have the mode now; -1 if there is none of them, or if code cannot
   be changed while it runs, as where memory must never be writable and
   executable.  One function costs about as much as two calls of mprotect;
   many at once, little more.  */
extern int gasp_gcc_set_mode (const struct gasp_gcc_function *const *functions,
			      unsigned long count, enum gasp_gcc_mode mode);

/* Stops raising the event TAG, which is not GASP_C_FUNC; the three events of
   allocation stop once each of them is left out.  Calls that have begun still
   raise their END.  May be called on any thread.  */
extern void gasp_gcc_leave_out (unsigned int tag);
/* Tags of events are below.  */
#define GASP_GCC_TAGS 65536

/* The file of an event's place of which only the address is known that its call
   returns to, as in code without instrumentation: line and column are the lower
   and the upper half of that.  Such places are for tools that define this; for
   others they are unknown.  */
extern const char gasp_gcc_at_address[1] __attribute__ ((weak));

/* Samples allocations from now on: a call that allocates is an event only if
   it takes the byte that gasp_gcc_until_sample points to, and one that frees
   or reallocates a block if FILTER, of GASP_GCC_FILTER_SIZE words, has it, and
   KNOWS says that it is known.  Then ALLOCATION is called as the
   recorder's was, also for the END of calls that have begun before.  What such
   a call itself calls to allocate or free is a part of it.  With a null
   FILTER, all calls are events.  On any thread, once there is a recorder.  */
extern void
gasp_gcc_sample_allocations (const gasp_gcc_word *filter,
			     int (*knows) (const void *former),
			     void (*allocation) (gasp_context_t context,
						 gasp_evttype_t type,
						 struct gasp_gcc_allocation *));

/* A block has a word of the filter, next to those of its neighbours, and a tag
   of 8 bits, which is odd.  The filter has the block if one of the word's seven
   lower bytes is that tag, or if the word's highest bit is set.  */
#define GASP_GCC_FILTER_SIZE 8192
#define GASP_GCC_FILTER_PLACE(block) \
  (((size_t) (block) >> 6 ^ (size_t) (block) >> 19) % GASP_GCC_FILTER_SIZE)
#define GASP_GCC_FILTER_TAG(block) \
  ((size_t) (block) * 0x9e3779b97f4a7c15ull >> 56 | 1)
/* Returns where it is kept for the calling thread which byte of those that it
   allocates next is the one, from 1; 0, as at first: the next call is an event
   in any case.  Others are counted down from that.  */
extern size_t *gasp_gcc_until_sample (void);

/* The C library's functions that allocate and free, after those of a tool's
   library that stand in front of them; and C++'s operators, where these are its
   library's own, which call malloc and free, or else null.  */
struct gasp_gcc_allocator {
  void *(*allocate) (size_t size);
  void *(*allocate_cleared) (size_t count, size_t size);
  void *(*reallocate) (void *block, size_t size);
  void (*release) (void *block);
  void *(*operator_new) (size_t size);
  void (*operator_delete) (void *block);
  void (*operator_delete_sized) (void *block, size_t size);
};

/* Calls ALLOCATOR's functions from now on where instrumented code allocates or
   frees: what is in front of them need not see that.  They must not call one
   another by way of what is in front of them.  To be called once, before there
   are threads.  */
extern void
gasp_gcc_use_allocator (const struct gasp_gcc_allocator *allocator);

/* Returns, for a tool whose library stands in front of the allocation
   functions of the C library, where it is kept for the calling thread whether
   an event of an allocation is open: what is called then is a part of
   that.  */
extern const char *gasp_gcc_in_allocation (void);
/* One of these functions is about to be called, for what TAG, FORMER and SIZE
   say, and has returned.  Raises the event, with the position that ALLOCATION
   has if no code is instrumented, or else with none, on a thread that has
   raised others, and fills the rest of it in.  Returns null if it is not
   raised; GASP_GCC_IN_ALLOCATION if the call is a part of one that is, or the
   process is a copy whose record is its parent's; or else what the END wants,
   with RESULT.  */
extern void *
gasp_gcc_allocation_begins (struct gasp_gcc_allocation *allocation,
			    unsigned int tag, const void *former,
			    unsigned long size);
#define GASP_GCC_IN_ALLOCATION ((void *) 1)
extern void gasp_gcc_allocation_ends (void *begun,
				      struct gasp_gcc_allocation *allocation,
				      const void *result);

/* Returns whether the calling thread is in a signal handler, as far as its
   stack shows: then only async-signal-safe functions may be called.  Makes a
   system call.  */
extern int gasp_gcc_in_handler (void);

/* Returns whether ADDRESS is in code that the runtime has made, by which the
   program's calls come to it.  May be called in handlers of signals.  */
extern int gasp_gcc_in_stub (unsigned long address);

/* Returns the function that the calling thread was created to execute; null if
   that is not known, as it is only in programs without instrumentation.  */
extern const void *gasp_gcc_thread_function (void);

/* Returns, for a recorder with paths, where the addresses of the calling
   thread's innermost frame and of its first one are kept.  */
extern struct gasp_gcc_frame *const *gasp_gcc_top (void);
extern struct gasp_gcc_frame *const *gasp_gcc_base (void);
/* Returns where the word is that says what the calling thread is at: the
   path of the innermost call, or of an allocation.  While a hook or the
   recorder is at work, GASP_GCC_AT_WORK is in it, too.  Others may read it at
   any moment, as long as the thread runs; there is one per thread, for its
   whole life.  */
extern const gasp_gcc_word *gasp_gcc_where (void);
#define GASP_GCC_AT_WORK ((gasp_gcc_word) 1 << 56)
/* Returns where the calling thread has the clock's reading from which on the
   recorder's due is called.  It is never due at first.  */
extern gasp_gcc_word *gasp_gcc_due (void);
#define GASP_GCC_NEVER_DUE (~(gasp_gcc_word) 0)

/* Begins the calling thread's paths, or others: paths are found anew, the
   clock's readings also go to LATEST, and calls to LOG, if the recorder has
   logs; else null.  */
extern void gasp_gcc_begin_paths (gasp_gcc_word *latest,
				  struct gasp_gcc_log *log);
/* Sends, from now on, if ON, each function of the calling thread to the
   recorder's enter and leave.  Safe in signal handlers.  */
extern void gasp_gcc_use_slow_path (int on);
/* Ends the calling thread if ON: its calls end, and none of its events are
   reported any more, including its exit, until this is called again with 0.
   Then it is a new thread.  Not for callbacks.  */
extern void gasp_gcc_leave_thread (int on);
/* Ends calls before the calling thread continues in a function that has called
   this one, by way of others, with the stack pointer at POSITION: calls
   further in, in the order of their nesting.  Where an instrumented function
   continues, the runtime notices by itself.  Safe in signal handlers.  */
extern void gasp_gcc_leave_below (unsigned long position);
/* Ends calls before the thread continues by longjmp, with this
   environment.  */
extern void gasp_gcc_leave_by_jump (const void *environment);
/* Makes the runtime, if ON, make as few system calls as it can.  It allocates
   no memory, so that calls deeper than its frames reach are not seen.  */
extern void gasp_gcc_sandbox (int on);
/* Gives the calling thread room, before that may happen, for the frames of deep
   recursion, of which memory is taken as they are used.  From then on,
   gasp_gcc_callers finds only what it knows, as it does not ask the
   kernel.  */
extern void gasp_gcc_make_room (void);

/* What such functions call must not be reached through a PLT, whose first use
   does not preserve r11.  */
#if defined __GNUC__ && !defined __clang__
#define GASP_GCC_NO_PLT __attribute__ ((noplt))
#else
#define GASP_GCC_NO_PLT
#endif

/* Calls FUNCTION (ARG1, ARG2) with all registers, vector registers too, and
   errno preserved, on an aligned stack: the way from a recorder's entry to
   ordinary C.  */
extern void gasp_gcc_call_slowly (void (*function) (void *, void *),
				  void *arg1, void *arg2)
  GASP_GCC_PRESERVES GASP_GCC_NO_PLT;

/* How an argument of an event is passed, as one of "...".  */
enum gasp_gcc_passed {
  GASP_GCC_INT = 1,
  GASP_GCC_SIZE,		/* size_t */
  GASP_GCC_WIDE,		/* 64 bits */
  GASP_GCC_DOUBLE,
  GASP_GCC_POINTER
};

/* Description of an event (gasp-events(7)).  */
struct gasp_gcc_event {
  unsigned int tag;
  gasp_lang_t language;		/* of the contexts that receive it */
  const char *model;		/* "UPC", ... */
  const char *name;		/* "GASP_UPC_GET", ... */
  const char *label;		/* for people */
  const char *role;		/* what it does, whatever the model: "TRANSFER",
				   ...: a row GASP_ROLE of gasp-events.def */
  int is_atomic;
  /* A letter for each argument of START (or ATOMIC) and of END.  */
  const char *start, *end;
};

/* What a letter stands for.  */
struct gasp_gcc_argument {
  char letter;
  enum gasp_gcc_passed passed;
  const char *type;		/* in C */
  const char *text;
};

/* Finds in *RESULT the event with TAG, or what LETTER stands for: for tools
   that show events of any model.  Returns 1; 0 if there is none, as for user
   events.  */
extern int gasp_gcc_find_event (unsigned int tag,
				struct gasp_gcc_event *result);
extern int gasp_gcc_find_argument (char letter,
				   struct gasp_gcc_argument *result);

/* Returns how many processes the program was started as, and in *NUMBER which
   of them, from 0, this one is: UPC's THREADS and MYTHREAD.  1 and 0 where it
   is one.  */
extern int gasp_gcc_processes (int *number);

/* Returns the nanoseconds to add to this process's CLOCK_REALTIME for that of
   the first process, which may be on another machine; 0 if that is not
   known.  */
extern long gasp_gcc_processes_clock (void);

/* Returns a number that all of these processes have, and hardly any other; 0
   if that is not known.  In *NODE which group of them, from 0, shares memory
   with this one.  */
extern unsigned long gasp_gcc_processes_job (int *node);

/* Returns of which library's calls the program's events are missing, and why,
   for people; null if all is well.  */
extern const char *gasp_gcc_unmeasured (void);

/* Returns the language whose runtime says so (gasp_lang_t); -1 if none
   does.  */
extern int gasp_gcc_processes_language (void);

/* Where an object in shared space is.  */
struct gasp_gcc_shared {
  int thread;			/* that it has affinity to */
  gasp_gcc_word address;	/* in the thread's part; a shared array begins
				   at the same one in the part of each thread */
  const void *local;		/* the object at ADDRESS in this thread's part,
				   if it has affinity to this thread */
};

/* Finds in *RESULT what POINTER, which an event handed out as a
   gasp_upc_PTS_t * or gasp_upc_lock_t *, refers to.  Returns 1; 0 if POINTER
   or the pointer-to-shared is null; -1 if there is no runtime that knows.  */
extern int gasp_gcc_find_shared (const void *pointer,
				 struct gasp_gcc_shared *result);

/* Returns the value of the setting NAME: from gasp attach, or else from the
   environment, unless the program has more rights than its user.  Null if it
   is not set.  */
extern const char *gasp_gcc_setting (const char *name);

/* Prints one line on standard error, "libgasp: " in front, as printf or
   vprintf formats it; safe in signal handlers, before main, and where little
   stack is left.  For tools: one printer in a program keeps lines whole.  */
extern void gasp_gcc_message (const char *format, ...)
#ifdef __GNUC__
  __attribute__ ((format (printf, 1, 2)))
#endif
  ;
extern void gasp_gcc_vmessage (const char *format, va_list args)
#ifdef __GNUC__
  __attribute__ ((format (printf, 1, 0)))
#endif
  ;

#ifdef __cplusplus
}
#endif

#endif /* GASP_GCC_H */
