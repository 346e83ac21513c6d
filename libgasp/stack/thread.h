/* thread.h - a thread, and who may work on it.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/common.h"
#include "floating.h"

#pragma GCC visibility push (hidden)

/* The tool may call cancellation points, but must not be left in the middle:
   so cancellation is put off.  */
struct gasp_kept
{
  int error, cancel_state, cancel_type;
  char work;			/* whether recording had begun */
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

/* A call that is due as soon as the tool has returned: of GO_ON, with this
   argument.  */
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

/* Counts of events that are open, of runtimes (provider.c): those of some tags
   share one.  */
#define GASP_OPEN_EVENTS 64

/* Languages whose events one process can have, each with a context of its
   own for each thread (GASP 1.4, 3.2).  */
#define GASP_LANGUAGES 8

/* Members that hooks use come first; x86-64's hooks find them by offsets.h.  */
struct gasp_thread
{
  unsigned long hold;
  struct gasp_gcc_frame *top;	/* the innermost frame */
  /* If TOP is below, it may just be raised: for a path, and for a call that
     goes to the recorder.  */
  struct gasp_gcc_frame *limit, *recorder_limit;
  gasp_context_t context;	/* for C and UPC; others: see life */
  gasp_gcc_word *latest;	/* gasp_gcc_begin_paths */
  gasp_gcc_word due;		/* gasp_gcc_due */
  struct gasp_known_paths *known_paths;
  bool slow_path;			/* gasp_gcc_use_slow_path */
  bool state_saved;		/* set by the holder of HOLD:
				   gasp_call_tool_slowly */
  char allocates;		/* is in an allocation that the tool knows of:
				   what that calls to allocate is a part of
				   it */
  /* The part known of the stack that the thread is on.  */
  unsigned long low, high;
  gasp_gcc_word where;		/* gasp_gcc_where */
  struct gasp_gcc_log *log;	/* the recorder's; null: there is none */
  size_t until_sample;		/* gasp_gcc_until_sample */
  /* What a signal handler asked for while HOLD was set.  */
  struct gasp_deferred deferred;
  struct gasp_kept kept;	/* while a provider calls the tool */

  /* The open calls (frames.c), and which stacks they are on (stacks.c).  */
  struct
  {
    struct gasp_gcc_frame *base; /* the frame that stands for the thread */
    size_t capacity;		 /* in frames */
    /* While a signal handler runs on an alternate stack that lies above frames
       of the interrupted one: the index of the marker between both, and the
       alternate stack.  Else 0.  */
    size_t marker;
    unsigned long alternate;
    size_t alternate_size;
    /* While the thread is on a stack that is not its own: the index of the
       frame after which the frames of that one are.  Else 0.  */
    size_t floor;
    /* The part known of its own stack.  */
    unsigned long own_low, own_high;
  } frames;

  /* From the thread's first event to its last (threads.c).  */
  struct
  {
    enum gasp_thread_state state;
    bool initialised;	      /* CONTEXT is what gasp_init returned */
    bool left;		      /* gasp_gcc_leave_thread */
    const void *function;     /* gasp_gcc_thread_function */
    bool forked;	      /* the recorder has to be called */
    int rounds;		      /* of thread-specific data destructors */
    char **argv;	      /* what gasp_init was given, to be freed */
    struct gasp_own_context   /* the same for other languages */
    {
      gasp_context_t context;
      char **argv;
      bool initialised;
    } others[GASP_LANGUAGES - 1];
    struct gasp_thread *next; /* of those that have been started */
  } life;

  /* A HOLD that was seen to belong to another stack.  */
  struct
  {
    unsigned int dropped;		     /* events, because of it */
    unsigned long holder[GASP_HOLDER_WORDS]; /* what was on the stack there:
						threads.c */
  } stale;

  unsigned short open_events[GASP_OPEN_EVENTS];
};

extern __thread struct gasp_thread gasp_thread
  __attribute__ ((tls_model ("initial-exec")));

/* Returns THREAD's WHERE, without GASP_GCC_AT_WORK.  */
AT_SITE_INLINE gasp_gcc_word
gasp_where (const struct gasp_thread *thread)
{
  return *(const volatile gasp_gcc_word *) &thread->where & ~GASP_GCC_AT_WORK;
}

/* Returns where THREAD has GASP_GCC_AT_WORK: it is the last byte.  */
AT_SITE_INLINE volatile char *
gasp_work (struct gasp_thread *thread)
{
  return (volatile char *) &thread->where + sizeof thread->where - 1;
}

/* Sets GASP_GCC_AT_WORK: recording begins.  */
AT_SITE_INLINE void
gasp_begin_work (struct gasp_thread *thread)
{
  *gasp_work (thread) = 1;
}

/* Clears it: recording ends, and THREAD continues at WHERE.  */
AT_SITE_INLINE void
gasp_end_work (struct gasp_thread *thread, gasp_gcc_word where)
{
  *(volatile gasp_gcc_word *) &thread->where = where;
}

/* Sets HOLD, if it is not set, by one instruction, as seen by signal handlers.
   Returns whether it did.  */
AT_SITE_INLINE bool
gasp_hold (struct gasp_thread *thread)
{
  if (!gasp_replace (&thread->hold, 0,
		     gasp_stack_pointer () + GASP_CALL_KEEPS_STACK))
    return false;
  thread->stale.dropped = 0;
  gasp_begin_work (thread);
  return true;
}

/* Calls FUNCTION as gasp_gcc_call_slowly does, but never through a PLT, whose
   first use does not preserve r11.  */
extern void gasp_call_slowly (void (*function) (void *, void *),
			      void *arg1, void *arg2) AT_SITE;
extern void gasp_go_on (void *thread, void *);
/* Calls FUNCTION as gasp_call_slowly does, for a recorder, or for code that
   calls the tool in its stead.  In a function that gasp_call_slowly has
   called, and that has set STATE_SAVED, the processor's state has been saved:
   it is large, and signal stacks are small.  While HOLD is set no signal
   handler comes to this, and while it is not, STATE_SAVED is not either.  */
extern void gasp_call_tool_slowly (void (*function) (void *, void *),
				   void *arg1, void *arg2) AT_SITE;
/* Calls FUNCTION in this way at a site of a function that has the flag
   GASP_GCC_FEW.  */
extern void gasp_call_tool_among_few (void (*function) (void *, void *),
				      void *arg1, void *arg2) AT_SITE;

/* Clears HOLD.  THREAD continues at WHERE.  */
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

/* Returns the node of the innermost call of THREAD, 0 if there is none.  */
AT_SITE_INLINE gasp_gcc_word
gasp_innermost (const struct gasp_thread *thread)
{
  return thread->top ? (gasp_gcc_word) thread->top->data : 0;
}

/* Clears HOLD.  THREAD continues in its innermost call.  */
AT_SITE_INLINE void
gasp_release (struct gasp_thread *thread)
{
  gasp_release_at (thread, gasp_innermost (thread));
}

/* Returns whether the clock has been taken off PATH's ticks.  What has the
   path's frame may have been abandoned, by a signal handler that jumped away,
   before that was done, or when it had been added again.  */
AT_SITE_INLINE bool
gasp_is_open (const struct gasp_gcc_path *path)
{
  return (long long) path->ticks < 0;
}


/* Notifies the recorder that THREAD is the only one of a process just forked,
   and that it is not at work.  */
extern void gasp_tell_of_fork (struct gasp_thread *thread);
extern void gasp_call_keeping_errno (void (*) (void *, void *), void *, void *);

#pragma GCC visibility pop
