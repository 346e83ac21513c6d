/* runtime.h - what the files of libgasp know of each other.

   SPDX-License-Identifier: Apache-2.0

   The way of an event:

     site, patched by patch.c
       -> stub, made by stubs.c
       -> gasp_gcc_enter, gasp_gcc_leave (hooks.c)
       -> the recorder's enter or leave, or gasp_event_notify of the tool

   and that of a library call: gasp_gcc_malloc (malloc.c and the like)
   -> gasp_event_notify.  frames.c and thread.c do what is rarely needed.  */

#ifndef GASP_RUNTIME_H
#define GASP_RUNTIME_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "block.h"
#include "floating.h"
#include "gasp_gcc.h"
#include "site.h"

#pragma GCC visibility push (hidden)

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

/* Neither a signal handler nor the compiler sees memory accesses before this
   after those behind it.  */
#define barrier() __asm__ volatile ("" : : : "memory")

/* What is exchanged atomically: some processors do not do that with bytes.  */
typedef int gasp_flag;

/* Attributes of what runs at a site, see hooks.c.  */
#define AT_SITE GASP_GCC_FAST __attribute__ ((no_sanitize ("undefined"))) \
  __attribute__ ((no_sanitize_address, no_sanitize_thread))
#define AT_SITE_INLINE static inline __attribute__ ((always_inline)) AT_SITE

#include "arch/processor.h"

/* ---- Threads (thread.c, frames.c)  */

/* The tool may call what a thread can be cancelled in, and is not to be left in
   the middle: that is put off.  */
struct gasp_kept
{
  int error, cancel_state, cancel_type;
  struct gasp_floating floating;
};

enum gasp_thread_state
{
  GASP_THREAD_NEW,		/* no event yet */
  GASP_THREAD_STARTING,		/* in gasp_init */
  GASP_THREAD_RUNNING,
  GASP_THREAD_ENDED		/* no event any more */
};

/* HOLD is not null while events of the thread are dropped: because the tool
   is being called, or libgasp looks at the frames.  Then it is the stack
   pointer of the function that set it, and what runs in that call has a lower
   one.  So a signal handler finds nothing half done, nor does another stack
   that a handler has gone on with.  In any state but RUNNING and STARTING it is
   GASP_HOLD_ALWAYS.  */
#define GASP_HOLD_ALWAYS (~0ul)

/* Where in the source a call is, as the compiler passes it.  */
#define POSITION const char *file, int line, int column

struct gasp_place
{
  const char *file;
  int line, column;
};

/* What is done as soon as the tool has been called: GO_ON, with this.  */
struct gasp_deferred
{
  void (*go_on) (const struct gasp_deferred *);
  void (*exit) (int, POSITION);
  void (*jump) (void *, int);
  void *environment;
  int status, times;
  struct gasp_place place;
};

/* Paths that were found lately (paths.h).  */
#define GASP_KNOWN_PATHS 8192
/* Parents are some 64 bytes apart, functions 24, entries 16: this scatters
   functions by the golden ratio.  */
#define GASP_PATHS_FACTOR 1688
struct gasp_known_paths
{
  struct gasp_known_path
  {
    const struct gasp_gcc_path *parent;
    struct gasp_gcc_path *path;
  } paths[GASP_KNOWN_PATHS];
};

#define GASP_HOLDER_WORDS 8

struct gasp_thread
{
  unsigned long hold;
  struct gasp_gcc_frame *top;	/* the innermost frame */
  /* If TOP is below, it may just be raised: for a path, and for a call that
     goes to the recorder.  */
  struct gasp_gcc_frame *limit, *recorder_limit;
  gasp_context_t context;
  gasp_gcc_word *latest;	/* gasp_gcc_begin_paths */
  struct gasp_known_paths *known_paths;
  bool careful;			/* gasp_gcc_be_careful */
  bool state_saved;		/* by who has set HOLD: gasp_call_tool_slowly */
  /* The part known of the stack that the thread is on.  */
  unsigned long low, high;
  gasp_gcc_word where;		/* gasp_gcc_where */
  struct gasp_gcc_log *log;	/* the recorder's; null: there is none */
  struct gasp_gcc_frame *base;	/* the frame that stands for the thread */
  size_t capacity;		/* in frames */
  enum gasp_thread_state state;
  bool initialised;		/* CONTEXT is what gasp_init returned */
  int rounds;			/* of thread-specific data destructors */
  char **argv;			/* what gasp_init was given, to be freed */
  /* What a signal handler asked for while HOLD was set.  */
  struct gasp_deferred deferred;
  struct gasp_kept kept;	/* while a provider tells the tool */
  /* While a signal handler runs on an alternate stack that lies above frames
     of the interrupted one: the index of the marker between both, and the
     alternate stack.  Else 0.  */
  size_t marker;
  unsigned long alternate;
  size_t alternate_size;
  /* While the thread is on a stack that is not its own: the index of the frame
     behind which the frames of that one are.  Else 0.  */
  size_t floor;
  struct gasp_thread *next;	/* of those that have been started */
  unsigned long own_low, own_high;
  unsigned int dropped;		/* events, because of one HOLD elsewhere */
  unsigned long holder[GASP_HOLDER_WORDS]; /* what was there: thread.c */
  bool forked;			/* the recorder is to be told */
  bool left;			/* gasp_gcc_leave_thread */
  long owner;			/* if others may share this: see clone.c */
};

extern __thread struct gasp_thread gasp_thread
  __attribute__ ((tls_model ("initial-exec")));

/* The calling thread, ready for an event at POSITION: start it if need be,
   forget about a HOLD whose holder is gone.  Null if the event is to be
   dropped.  */
extern struct gasp_thread *gasp_thread_at (unsigned long position);
/* The same, but never start a thread: for the end of something.  */
extern struct gasp_thread *gasp_started_thread_at (unsigned long position);
/* Start THREAD, the calling one, if HOLD is still what it was seen to be.  Whether
   it could be; it may have been started meanwhile, by a signal handler.  */
extern bool gasp_thread_start (struct gasp_thread *thread,
			       unsigned long hold);
extern bool gasp_threads_prepare (void);
extern void gasp_thread_reset (struct gasp_thread *thread);

/* Whether it is not the calling thread's own (clone.c).  */
extern bool gasp_is_not_owner (const struct gasp_thread *thread);
static inline bool
gasp_is_borrowed (const struct gasp_thread *thread)
{
  return unlikely (thread->owner) && gasp_is_not_owner (thread);
}

/* THREAD's WHERE, without GASP_GCC_AT_WORK.  */
AT_SITE_INLINE gasp_gcc_word
gasp_where (const struct gasp_thread *thread)
{
  return *(const volatile gasp_gcc_word *) &thread->where & ~GASP_GCC_AT_WORK;
}

/* Set GASP_GCC_AT_WORK, which is in the last byte: recording begins.  */
AT_SITE_INLINE void
gasp_begin_work (struct gasp_thread *thread)
{
  ((volatile char *) &thread->where)[sizeof thread->where - 1] = 1;
}

/* Clear it: recording ends, and THREAD goes on at WHERE.  */
AT_SITE_INLINE void
gasp_end_work (struct gasp_thread *thread, gasp_gcc_word where)
{
  *(volatile gasp_gcc_word *) &thread->where = where;
}

/* Set HOLD, if it is not set; whether that was so.  By one instruction, as seen
   by signal handlers.  */
AT_SITE_INLINE bool
gasp_hold (struct gasp_thread *thread)
{
  if (!gasp_replace (&thread->hold, 0,
		     gasp_stack_pointer () + GASP_CALL_KEEPS_STACK))
    return false;
  thread->dropped = 0;
  gasp_begin_work (thread);
  return true;
}

/* The same, also if who has borrowed THREAD has set it.  */
extern bool gasp_take_back (struct gasp_thread *thread);
static inline __attribute__ ((always_inline)) bool
gasp_hold_own (struct gasp_thread *thread)
{
  return (likely (gasp_hold (thread))
	  || (unlikely (thread->owner) && gasp_take_back (thread)));
}

/* gasp_gcc_call_slowly, but never through a PLT, whose first use does not
   preserve r11.  */
extern void gasp_call_slowly (void (*function) (void *, void *),
			      void *arg1, void *arg2) AT_SITE;
extern void gasp_go_on (void *thread, void *);
/* The same for what a recorder, or who calls the tool in its stead, has to do.
   If this is in a function that gasp_call_slowly has called, and that has set
   STATE_SAVED, the processor's state has been saved: it is large, and signal
   stacks are small.  While HOLD is set no signal handler comes to this, and
   while it is not, STATE_SAVED is not either.  */
extern void gasp_call_tool_slowly (void (*function) (void *, void *),
				   void *arg1, void *arg2) AT_SITE;
/* The same at a site of a function that has the flag GASP_GCC_FEW.  */
extern void gasp_call_tool_among_few (void (*function) (void *, void *),
				      void *arg1, void *arg2) AT_SITE;

/* Clear HOLD.  THREAD goes on at WHERE.  */
AT_SITE_INLINE void
gasp_release_at (struct gasp_thread *thread, gasp_gcc_word where)
{
  barrier ();
  gasp_end_work (thread, where);
  thread->hold = 0;
  barrier ();
  if (unlikely (thread->deferred.go_on))
    gasp_call_slowly (gasp_go_on, thread, NULL);
}

/* What the innermost call of THREAD is at.  */
AT_SITE_INLINE gasp_gcc_word
gasp_innermost (const struct gasp_thread *thread)
{
  return thread->top ? (gasp_gcc_word) thread->top->data : 0;
}

/* The same, in the innermost call.  */
AT_SITE_INLINE void
gasp_release (struct gasp_thread *thread)
{
  gasp_release_at (thread, gasp_innermost (thread));
}

/* Whether the clock has been taken off PATH's ticks.  What has the path's frame
   may have been abandoned, by a signal handler that jumped away, before that
   was done, or when it had been added again.  */
AT_SITE_INLINE bool
gasp_is_open (const struct gasp_gcc_path *path)
{
  return (long long) path->ticks < 0;
}

/* The thread's frames.  HOLD is to be set.  */

/* Set the limits anew.  */
extern void gasp_set_limits (struct gasp_thread *thread);
/* Whether the program may have forbidden itself to ask the kernel for anything
   (gasp_gcc_confine).  */
extern bool gasp_confined;
/* Make sure that a frame can be added.  */
extern bool gasp_room (struct gasp_thread *thread);
/* Close the frames above FRAME, innermost first.  */
extern void gasp_close_above (struct gasp_thread *thread,
			      const struct gasp_gcc_frame *frame);
/* Close those that are below LIVE, but for those of another stack than that of
   POSITION.  */
extern void gasp_close_dead (struct gasp_thread *thread,
			     unsigned long position, unsigned long live);
/* Find the stack that POSITION is on: its frames are the innermost.  */
extern void gasp_settle (struct gasp_thread *thread, unsigned long position);
/* Forget about the alternate stack if POSITION is not on it.  */
extern void gasp_leave_alternate (struct gasp_thread *thread,
				  unsigned long position);
/* Add a frame as it was when its stack was left.  */
extern void gasp_resume_frame (struct gasp_thread *thread,
			       const struct gasp_gcc_frame *suspended);
extern bool gasp_begin_frames (struct gasp_thread *thread);
extern void gasp_unmap_frames (struct gasp_thread *thread);

/* Whether the thread is in a signal handler at POSITION, as far as its stack
   tells; for use, SIZE bytes at WORDS, a power of two.  */
extern bool gasp_in_handler (unsigned long position, unsigned long *words,
			     size_t size);

/* Whether A and B are on the same stack, as far as one can know.  */
extern bool gasp_same_stack (unsigned long a, unsigned long b);

/* ---- The stacks that coroutines have (stacks.c, stack-table.c)  */

/* Calls on a stack that no thread is on.  */
struct gasp_stack
{
  unsigned long low, high;	/* of where they were seen */
  struct gasp_stack *left, *right; /* by address */
  struct gasp_stack *older, *newer; /* by when they were suspended */
  size_t count;			/* of frames */
  unsigned int weight;
  struct gasp_gcc_frame frames[];
};

/* The calling thread is here: it may be the first one.  */
extern void gasp_see_thread (void);
/* THREAD, the calling one, is new, and at POSITION: find its own stack.  */
extern void gasp_own_stack (struct gasp_thread *thread,
			    unsigned long position);
/* THREAD is at POSITION, not in the part known of the stack that it was on:
   suspend and resume what is open accordingly.  */
extern void gasp_find_stack (struct gasp_thread *thread,
			     unsigned long position);
/* Frames above LIVE, which is above POSITION, seem to be dead.  Whether instead
   THREAD is on another stack within this one; then it is settled there.  */
extern bool gasp_leave_part (struct gasp_thread *thread,
			     unsigned long position,
			     const struct gasp_gcc_frame *live);
/* THREAD's frame FLOOR is being removed.  */
extern void gasp_leave_floor (struct gasp_thread *thread);

/* Keep COUNT of FRAMES, outermost first, of the stack LOW to HIGH.  */
extern bool gasp_stack_keep (unsigned long low, unsigned long high,
			     const struct gasp_gcc_frame *frames,
			     size_t count);
/* Forget the stacks that have a part in LOW to HIGH.  */
extern void gasp_stack_forget (unsigned long low, unsigned long high);
/* Take the stack out that POSITION is in, to be freed; null if there is none.  */
extern struct gasp_stack *gasp_stack_take (unsigned long position);
extern void gasp_stack_free (struct gasp_stack *stack);
/* The lowest stack above POSITION: where it begins, and its innermost frame.
   False if there is none.  */
extern bool gasp_stack_above (unsigned long position, unsigned long *low,
			      unsigned long *top);
/* COPY: in the child, if it was created without fork, so no handler ran.  */
enum gasp_fork
{
  GASP_FORK_BEFORE, GASP_FORK_PARENT, GASP_FORK_CHILD, GASP_FORK_COPY
};
extern void gasp_stacks_fork (enum gasp_fork when);

/* Whether the function that has POSITION in its frame, or that is at its entry
   there, has called this one, through others: yes; no, the outermost call of
   the stack was reached before; or not understood.  Safe on stacks that end
   anyhow.  */
enum gasp_chain { GASP_CHAIN_REACHED, GASP_CHAIN_ENDED, GASP_CHAIN_UNKNOWN };
extern enum gasp_chain gasp_call_chain (unsigned long position);
/* What the chain of calls begins with: the outermost call of the stack, or a
   signal handler.  */
enum gasp_origin { GASP_ORIGIN_CALL, GASP_ORIGIN_HANDLER, GASP_ORIGIN_UNKNOWN };
extern enum gasp_origin gasp_chain_origin (void);
/* Where the frame of that outermost call ends; 0 if that is not understood.  */
extern unsigned long gasp_chain_end (void);

/* ---- Function events (recorder.c, hooks.c)  */

/* What function and allocation events go to: a tool's recorder or, if there is
   none, one that calls gasp_event_notify.  */
extern struct gasp_gcc_recorder gasp_recorder;
/* Whether it has them logged.  */
static inline bool
gasp_logs (void)
{
  return gasp_recorder.log;
}
/* Its members of these names, if it has them, by gasp_call_slowly.  */
extern void gasp_decide (void *path, void *context);
extern void gasp_visit (void *path, void *context);
/* Its member LOG, for a path's call.  */
extern void gasp_log_started (void *path, void *context);
extern void gasp_log_ended (void *path, void *context);
extern void gasp_notify_allocation (gasp_context_t context,
				    gasp_evttype_t type,
				    struct gasp_gcc_allocation *a);
/* Whether FUNCTION has the mode GASP_GCC_NOTHING (object.c).  */
extern bool gasp_is_switched_off (const struct gasp_gcc_function *function);
/* What a hook is told to be left instead of a function, or of null, if that may
   have no frame.  */
#define GASP_LEAF ((const struct gasp_gcc_function *) 1)
/* The innermost call is over.  */
extern void gasp_pop (struct gasp_thread *thread);
/* How many times a function was left that nobody had seen entered.  */
extern unsigned long gasp_unmatched_ends;
/* From now on they go nowhere.  */
extern void gasp_silence (void);

/* ---- The process (session.c, object.c, patch.c, exit.c)  */

/* Whether there is a tool, and events are to be raised.  */
extern bool gasp_active;
/* The same, and the tool has not said that it does without the events of
   allocation.  */
extern bool gasp_allocations_wanted;
extern void gasp_set_active (bool on);
/* Whether the tool does without events TAG.  */
extern bool gasp_is_left_out (unsigned int tag);
extern bool gasp_verbose;
/* The process that events are of: not a child of vfork.  */
extern pid_t gasp_process;
extern void gasp_this_is_the_process (void);
/* Whether it is this, and no copy of it that nobody has told of.  */
extern bool gasp_was_not_copied (void);
/* The same, by what the kernel has cleared in a copy; for what events may do.
   Where the kernel does not clear memory on fork, no process is a copy.  */
extern volatile char *gasp_process_mark;
AT_SITE_INLINE bool
gasp_is_copy (void)
{
  return unlikely (!*gasp_process_mark);
}
/* See to it that this process is no copy.  */
extern void gasp_notice_copy (void);
/* Whether it is a child of vfork, which has its parent's memory and stack.  */
extern bool gasp_is_vforked (void);

extern void gasp_session_open (int argc, char **argv);
/* Begin now, with the tool that has been found.  */
extern bool gasp_session_attach (void);

/* attach.c: threads come and go.  */
extern void gasp_attach_note (struct gasp_thread *thread);
extern void gasp_attach_forget (struct gasp_thread *thread);
extern void gasp_attach_fork_child (struct gasp_thread *thread);
/* At an event while there is no tool: if there is to be one, get it.  Whether
   there is one now.  */
extern bool gasp_attach_complete (unsigned long position);
/* Whether that is still to come, or under way.  */
extern bool gasp_attach_pending (void);
/* Whether threads may come to active sites though there is no session.  */
extern bool gasp_attach_unfinished (void);
/* Call FUNCTION with ARGUMENT, for which there may be too little stack if a
   program is being attached to.  */
extern void gasp_attach_call (void (*function) (void *), void *argument);

/* Let the runtime of the program's language start, if it has one; it may change
   the arguments, and become several processes.  (provider.c)  */
extern void gasp_provider_open (int *argc, char ***argv);
extern char **gasp_copy_arguments (int argc, char **argv);
extern void gasp_free_arguments (int argc, char **argv);
/* On the first thread, what the tool made of the arguments is main's.  */
extern bool gasp_take_main_arguments (int argc, char **argv);
/* The arguments that the process began with.  */
extern int gasp_argc;
extern char **gasp_argv;

/* Whether FUNCTION belongs to an object that is still there.  */
extern bool gasp_function_known (const struct gasp_gcc_function *function);
extern bool gasp_objects_left (void);
/* Who holds switch.c's lock may go along the list: what has left it waits.  */
extern struct gasp_object *gasp_objects_first (void);
extern void gasp_objects_count_in (void);
extern void gasp_objects_fork_child (void);
extern void gasp_switch_fork_child (void);

/* Activate the sites of OBJECT.  */
extern void gasp_patch (struct gasp_object *object);
/* The same while the program runs, or the reverse of it.  Nothing but system
   calls.  Whether that could be done.  */
extern bool gasp_patch_all (struct gasp_object *object, bool on);
/* switch.c: who changes code while it runs has its lock, without signals: those
   that were not blocked are in SAVED meanwhile.  */
extern void gasp_switch_lock (gasp_signals *saved);
extern void gasp_switch_unlock (const gasp_signals *saved);
/* The same for who has blocked them already, and unlocks with null.  */
extern bool gasp_switch_try_lock (void);
/* From now on no thread goes on with code that it has fetched before.  */
extern void gasp_synchronise (void);
/* Forget what that has made; its code will never run again.  */
extern void gasp_unpatch (struct gasp_object *object);
/* The name of the file that ADDRESS is in.  */
extern const char *gasp_file_of (const void *address);

extern void gasp_exit_prepare (void);
extern void gasp_exit_wanted (void);
extern void gasp_exit_finish (void);
extern bool gasp_exiting (void);
extern void gasp_exit_fork_child (struct gasp_thread *thread);

/* If this is a signal handler that interrupted a call of the tool, do not
   return: let it end, then call FUNCTION with STATUS and PLACE.  (defer.c)  */
extern void gasp_defer_exit (void (*function) (int, POSITION), int status,
			     struct gasp_place place);
/* The same for JUMP (ENVIRONMENT, VALUE), after which the stack pointer is
   TARGET; unless that is still in the handler.  */
extern void gasp_defer_jump (void (*jump) (void *, int), void *environment,
			     int value, unsigned long target);
/* THREAD is the only one of a process just forked: tell the recorder, as soon
   as the tool is not at work.  */
extern void gasp_defer_fork (struct gasp_thread *thread);
/* It is not.  */
extern void gasp_tell_of_fork (struct gasp_thread *thread);

/* ---- Sites (site.h)  */

static inline unsigned long
gasp_site_address (const struct gasp_site *site)
{
  return (unsigned long) site + site->address_offset;
}

static inline unsigned long
gasp_call_address (const struct gasp_call_site *call)
{
  return (unsigned long) call + call->address_offset;
}

static inline const struct gasp_gcc_function *
gasp_site_function (const struct gasp_site *site)
{
  return (const void *) ((unsigned long) site
			 + (site->function_offset_and_kind & -8));
}

static inline unsigned int
gasp_site_kind (const struct gasp_site *site)
{
  return site->function_offset_and_kind & 7;
}

/* ---- The tool (tool.c, defaults.c)  */

/* The functions of the tool, or libgasp's own.  */
struct gasp_tool
{
  gasp_context_t (*init) (gasp_lang_t, int *, char ***);
  void (*notify) (gasp_context_t, unsigned int, gasp_evttype_t,
		  const char *, int, int, ...);
  void (*notify_va) (gasp_context_t, unsigned int, gasp_evttype_t,
		     const char *, int, int, va_list);
  int (*control) (gasp_context_t, int);
  unsigned int (*create_event) (gasp_context_t, const char *, const char *);
};
extern struct gasp_tool gasp_tool;

/* Fill gasp_tool in.  Whether there is a tool.  */
extern bool gasp_tool_find (void);
/* The same for what dlopen has returned.  */
extern bool gasp_tool_take (void *handle);

extern __typeof__ (gasp_init) gasp_default_init;
extern __typeof__ (gasp_event_notify) gasp_default_notify;
extern __typeof__ (gasp_event_notifyVA) gasp_default_notify_va;
extern __typeof__ (gasp_control) gasp_default_control;
extern __typeof__ (gasp_create_event) gasp_default_create_event;
/* What gasp_control and gasp_create_event answer without a tool.  */
extern int gasp_own_control (int on);
extern unsigned int gasp_own_event (void);

/* ---- Settings (settings.c)  */

/* Whether the switch NAME of settings.def is on.  */
extern bool gasp_setting_on (const char *name);

#pragma GCC visibility pop

#endif /* GASP_RUNTIME_H */
