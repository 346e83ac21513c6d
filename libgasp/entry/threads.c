/* threads.c - the beginning and end of what libgasp knows of a thread.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include "base/arguments.h"
#include "base/tool.h"
#include "block.h"
#include "entry/threads.h"
#include "stack/frames.h"
#include "stack/large-stack.h"
#include "stack/stacks.h"
#include "stack/tool-call.h"

/* Its destructor sees threads end.  */
static pthread_key_t key;

/* libgfortran and libgcc call these where there is pthread_key_create, and
   refer to them weakly: in a static executable they have to be there, as it
   is.  */
static void *const needed_with_keys[] __attribute__ ((used)) = {
  pthread_once, pthread_self, pthread_create, pthread_join,
  pthread_getspecific, pthread_setspecific, pthread_key_delete,
  pthread_mutex_init, pthread_mutex_lock, pthread_mutex_trylock,
  pthread_mutex_unlock, pthread_mutex_destroy,
  pthread_cond_init, pthread_cond_wait, pthread_cond_broadcast,
  pthread_cond_destroy
};

/* ---- Threads that have been started  */

static struct gasp_thread *threads;
static gasp_flag locked;

static bool
try_lock (void)
{
  return !__atomic_exchange_n (&locked, true, __ATOMIC_ACQUIRE);
}

static void
lock (gasp_signals *saved)
{
  gasp_block_signals (saved);
  while (!try_lock ())
    sched_yield ();
}

static void
unlock (void)
{
  __atomic_store_n (&locked, false, __ATOMIC_RELEASE);
}

static void
note (struct gasp_thread *thread)
{
  gasp_signals saved;
  lock (&saved);
  thread->life.next = threads;
  threads = thread;
  unlock ();
  gasp_unblock_signals (&saved);
}

static void
forget (struct gasp_thread *thread)
{
  gasp_signals saved;
  lock (&saved);
  struct gasp_thread **link = &threads;
  while (*link && *link != thread)
    link = &(*link)->life.next;
  if (*link)
    *link = thread->life.next;
  unlock ();
  gasp_unblock_signals (&saved);
}

/* ---- Starting  */

static void
forget_arguments (struct gasp_thread *thread)
{
  char **argv = thread->life.argv;
  thread->life.argv = NULL;
  barrier ();
  if (argv)
    gasp_free_arguments (gasp_argc, argv);
  for (int i = 0; i < GASP_LANGUAGES - 1; i++)
    {
      argv = thread->life.others[i].argv;
      thread->life.others[i].argv = NULL;
      barrier ();
      if (argv)
	gasp_free_arguments (gasp_argc, argv);
    }
}

/* Forgets THREAD's contexts, which the tool has given up.  */
static void
forget_contexts (struct gasp_thread *thread)
{
  thread->life.initialised = false;
  for (int i = 0; i < GASP_LANGUAGES - 1; i++)
    thread->life.others[i].initialised = false;
}

static void
stop (struct gasp_thread *thread, enum gasp_thread_state state)
{
  thread->hold = GASP_HOLD_ALWAYS;
  barrier ();
  thread->life.state = state;
  if (thread->frames.base)
    gasp_unmap_frames (thread);
  forget_arguments (thread);
}

static bool
give_up (struct gasp_thread *thread)
{
  stop (thread, GASP_THREAD_ENDED);
  gasp_gcc_message ("no memory for a thread; it is not measured");
  return false;
}

static void
initialise (void *argument)
{
  struct gasp_thread *thread = argument;
  int argc = gasp_argc;
  char **argv = thread->life.argv;
  thread->context = gasp_tool.init (GASP_LANG_UPC, &argc, &argv);
  thread->life.initialised = true;
  if (!gasp_active && gasp_take_main_arguments (argc, argv))
    thread->life.argv = NULL;
}

static bool
begin (struct gasp_thread *thread)
{
  thread->life.state = GASP_THREAD_STARTING;
  gasp_own_stack (thread, (unsigned long) __builtin_frame_address (0));
  forget_arguments (thread);
  thread->life.argv = gasp_copy_arguments (gasp_argc, gasp_argv);
  if (!thread->life.argv || !gasp_begin_frames (thread))
    return give_up (thread);
  thread->life.rounds = 0;
  pthread_setspecific (key, thread);
  if (!thread->life.initialised)
    {
      struct gasp_kept kept = gasp_keep ();
      gasp_call_with_room (initialise, thread);
      gasp_give_back (kept);
    }
  gasp_set_limits (thread);
  thread->life.state = GASP_THREAD_RUNNING;
  note (thread);
  gasp_release (thread);
  return true;
}

/* ---- Other languages  */

struct initialisation
{
  struct gasp_own_context *own;
  gasp_lang_t language;
};

static void
initialise_own (void *argument)
{
  const struct initialisation *i = argument;
  int argc = gasp_argc;
  char **argv = i->own->argv;
  i->own->context = gasp_tool.init (i->language, &argc, &argv);
  i->own->initialised = true;
}

bool
gasp_context_of (struct gasp_thread *thread, gasp_lang_t language,
		 unsigned int index, gasp_context_t *context)
{
  *context = thread->context;
  if (likely (index == 0))
    return true;
  struct gasp_own_context *own = &thread->life.others[index - 1];
  if (unlikely (!own->initialised))
    {
      struct initialisation argument = { own, language };
      if (!own->argv)
	own->argv = gasp_copy_arguments (gasp_argc, gasp_argv);
      if (!own->argv)
	return false;
      gasp_call_with_room (initialise_own, &argument);
    }
  *context = own->context;
  return true;
}

/* ---- Starting, from outside  */

/* Starts THREAD, the caller, if its hold is still HOLD, as it was read: a
   signal handler may have started it since.  From then on, the hold is this
   call's, and no handler can.  Returns false if it cannot be started.  */
bool
gasp_thread_start (struct gasp_thread *thread, unsigned long hold)
{
  if (!gasp_replace (&thread->hold, hold,
		     gasp_stack_pointer () + GASP_CALL_KEEPS_STACK))
    return false;
  if (thread->life.state != GASP_THREAD_RUNNING)
    return begin (thread);
  gasp_release (thread);
  return true;
}

/* Resets THREAD as if it had had no event yet.  It may be in the middle of a
   hook, and stay there for long if it gets no processor: so its frames stay
   where they are, and it frees them itself when it starts anew.  If the hook
   restores HOLD, there is no room for the next call.  */
static void
reset (struct gasp_thread *thread)
{
  forget_contexts (thread);
  thread->limit = thread->recorder_limit = NULL;
  thread->state_saved = false;
  thread->hold = GASP_HOLD_ALWAYS;
  barrier ();
  thread->life.state = GASP_THREAD_NEW;
}

int
gasp_threads_reset (void)
{
  int left = 0;
  if (!try_lock ())
    return -1;
  struct gasp_thread **link = &threads, *thread;
  while ((thread = *link) != NULL)
    if (thread->hold)
      {
	link = &thread->life.next;
	left++;
      }
    else
      {
	*link = thread->life.next;
	if (gasp_recorder.detach)
	  gasp_recorder.detach (thread->context);
	reset (thread);
      }
  unlock ();
  return left;
}

void
gasp_threads_fork_child (struct gasp_thread *thread)
{
  unlock ();
  threads = NULL;
  if (thread->life.state == GASP_THREAD_RUNNING)
    note (thread);
}

/* ---- Whether to take an event  */

/* How many events to drop for a holder on another stack before looking after
   it: when it is gone on with, it comes to its end.  */
#define PATIENCE 100000

/* Returns whether the frames below HOLD, a stack pointer, have changed since
   the first PATIENCE was over: they belong to the holder.  As long as they
   stay the same, a switch of stacks may return to it.  */
static bool
holder_is_gone (struct gasp_thread *thread, unsigned long hold)
{
  unsigned long seen[GASP_HOLDER_WORDS];
  struct iovec here = { seen, sizeof seen };
  struct iovec there = { (void *) (hold - sizeof seen), sizeof seen };
  unsigned int dropped = ++thread->stale.dropped;
  if (gasp_sandboxed || dropped % PATIENCE != 0)
    return false;
  if (process_vm_readv (gasp_process, &here, 1, &there, 1, 0) != sizeof seen)
    return true;
  if (dropped > PATIENCE)
    return memcmp (seen, thread->stale.holder, sizeof seen) != 0;
  memcpy (thread->stale.holder, seen, sizeof seen);
  return false;
}

/* How far below the stack known the holder may be.  */
#define HOLDER_DEPTH 16384

/* Returns whether the holder, or POSITION, is not on the stack that THREAD is
   known to be on.  */
static bool
is_elsewhere (const struct gasp_thread *thread, unsigned long hold,
	      unsigned long position)
{
  unsigned long low = thread->low - HOLDER_DEPTH;
  return (hold - low > thread->high - low
	  || position - thread->low > thread->high - thread->low);
}

/* Returns whether the holder was left by longjmp and will not set HOLD back.
   The stack pointer cannot be above it, on the same stack, while it is at
   work.  */
static bool
is_stale (struct gasp_thread *thread, unsigned long hold,
	  unsigned long position)
{
  if (is_elsewhere (thread, hold, position))
    return holder_is_gone (thread, hold);
  return position >= hold && gasp_same_stack (position, hold);
}

/* Replaces a holder that is gone by the caller at POSITION; returns whether
   that could be done.  */
static bool
succeed_holder (struct gasp_thread *thread, unsigned long position)
{
  unsigned long hold = thread->hold;
  if (!hold)
    return true;
  if (!is_stale (thread, hold, position)
      || !gasp_replace (&thread->hold, hold, gasp_stack_pointer ()))
    return false;
  thread->deferred.go_on = NULL;
  thread->state_saved = false;
  barrier ();
  gasp_end_work (thread, gasp_innermost (thread));
  thread->hold = 0;
  gasp_tell_of_fork (thread);
  return true;
}

/* Begins a process that was made past the C library's fork (_Fork, clone, a
   system call), at its first event.  */
static inline void
notice_copy (void)
{
  if (gasp_is_copy () && gasp_active)
    gasp_begin_process ();
}

void
gasp_notice_copy (void)
{
  notice_copy ();
}

struct gasp_thread *
gasp_started_thread_at (unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  notice_copy ();
  if (unlikely (thread->hold)
      && (thread->life.state != GASP_THREAD_RUNNING
	  || !succeed_holder (thread, position)))
    return NULL;
  return thread;
}

/* Returns whether no thread has begun to start THREAD with this HOLD, or the
   one that did is gone.  The hook that gasp_threads_reset interrupted
   restores HOLD.  */
static bool
is_to_be_started (struct gasp_thread *thread, unsigned long hold,
		  unsigned long position)
{
  switch (thread->life.state)
    {
    case GASP_THREAD_NEW:
      return (hold == 0 || hold == GASP_HOLD_ALWAYS
	      || is_stale (thread, hold, position));
    case GASP_THREAD_STARTING:
      return is_stale (thread, hold, position);
    default:
      return false;
    }
}

/* Returns whether there is a tool, or is one now.  */
static bool
is_wanted (unsigned long position)
{
  return (likely (gasp_active)
	  || (gasp_begin_late && gasp_begin_late (position)));
}

struct gasp_thread *
gasp_thread_at (unsigned long position)
{
  struct gasp_thread *thread = &gasp_thread;
  if (likely (thread->life.state == GASP_THREAD_RUNNING))
    return gasp_started_thread_at (position) && is_wanted (position)
	   ? thread : NULL;
  if (thread->life.state == GASP_THREAD_ENDED || !is_wanted (position))
    return NULL;
  unsigned long hold = thread->hold;
  /* To the tool, a child of vfork would be a process with memory of its
     own.  */
  if (is_to_be_started (thread, hold, position) && !gasp_is_vforked ())
    gasp_thread_start (thread, hold);
  return gasp_started_thread_at (position);
}

/* ---- Ending  */

static void
end_thread (struct gasp_thread *thread)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  if (gasp_active && gasp_started_thread_at (CALLER_POSITION)
      && gasp_hold (thread))
    {
      gasp_close_above (thread, thread->frames.base);
      if (gasp_recorder.thread_end)
	{
	  gasp_recorder.thread_end (thread->context);
	  forget_contexts (thread);
	}
    }
  forget (thread);
  stop (thread, GASP_THREAD_ENDED);
  gasp_floating_end (&floating);
}

void
gasp_gcc_leave_thread (int on)
{
  struct gasp_thread *thread = &gasp_thread;
  if (!on && thread->life.left)
    thread->life.state = GASP_THREAD_NEW;
  else if (on && thread->life.state == GASP_THREAD_RUNNING)
    end_thread (thread);
  else if (on)
    stop (thread, GASP_THREAD_ENDED);
  thread->life.left = on;
}

/* Other destructors may be instrumented, and set data again: so this one
   tries to be the last, as far as the C library allows.  In the last round,
   what the thread sanitiser inserts here must not be called any more.  */
#ifdef __SANITIZE_THREAD__
# define ROUNDS (PTHREAD_DESTRUCTOR_ITERATIONS - 1)
#else
# define ROUNDS PTHREAD_DESTRUCTOR_ITERATIONS
#endif

static void
thread_ends (void *pointer)
{
  struct gasp_thread *thread = pointer;
  if (++thread->life.rounds < ROUNDS && pthread_setspecific (key, thread) == 0)
    return;
  end_thread (thread);
}

bool
gasp_threads_prepare (void)
{
  return pthread_key_create (&key, thread_ends) == 0;
}
