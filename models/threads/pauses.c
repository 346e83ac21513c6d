/* pauses.c - what is called in place of functions that wait, but for no lock,
   and of those that end such waits.

   SPDX-License-Identifier: Apache-2.0  */

#include "pipes.h"
#include "streams.h"
#include "syscall.h"
#include "wakers.h"
#include "wrap.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/syscall.h>

/* A wait for something other than a lock.  */
struct pause {
  unsigned int tag;		/* of its event */
  /* What the thread waits for; null where it waits for something else.  */
  const void *of;		/* an object */
  const struct source *source;	/* descriptors to read from */
  const int *sink;		/* a descriptor to write to */
  int waker;			/* the thread that ends it, if that is known */
  unsigned int woken;		/* how often OF had been woken before */
  uint64_t began;		/* in ticks, if there is a SOURCE or SINK */
  uint64_t since;		/* in ticks; 0 if it has events */
};

static inline struct source
one (int descriptor)
{
  return (struct source) { FROM_ONE, descriptor, NULL };
}

static inline struct source
some (enum source_kind kind, int number, const void *set)
{
  return (struct source) { kind, number, set };
}

/* Returns the thread that ended PAUSE, a wait of the calling one, or 0 if it is
   not known.  Sets ADDRESSES as wakers_find does.  */
static int
waker_of_pause (const struct pause *pause,
		unsigned long addresses[WAKER_CALLERS])
{
  if (pause->waker)
    return pause->waker;
  if (pause->source)
    return wakers_writer (pause->source, pause->began, addresses);
  return pause->of ? wakers_find (pause->of, pause->woken, addresses)
	 : 0;
}

/* Returns whether the calling thread has been off the processor since this was
   last asked, or may have: it may be busy for all of a long system call.  */
static bool
has_been_away (void)
{
  struct mine *me = held_by_me ();
  struct rusage usage;
  if (!me || !long_wait || gasp_gcc_is_sandboxed ()
      || ASK_KERNEL (SYS_getrusage, RUSAGE_THREAD, (long) &usage))
    return true;
  unsigned long before = me->switches;
  me->switches = (unsigned long) (usage.ru_nvcsw + usage.ru_nivcsw);
  return me->switches != before;
}

/* Returns whether a call that was busy for long is reported as PAUSE,
   for the sake of who waits at the other end of the pipe.  */
static bool
is_of_use (const struct pause *pause)
{
  if (pause->sink)
    return pipes_are_due (*pause->sink, true, pause->began);
  return pause->source && pause->source->kind == FROM_ONE
	 && pipes_are_due (pause->source->number, false, pause->began);
}

/* Returns the number of the pipe that PAUSE of the calling thread was for; or
   null.  */
static const void *
pipe_of_pause (const struct pause *pause)
{
  uint64_t number = 0;
  if (pause->sink)
    number = pipes_number (*pause->sink, true, pause->began);
  else if (pause->source)
    number = pipes_number_of (pause->source, pause->began);
  return (const void *) number;
}

static void
raise_pause (const struct library_call *call, const struct pause *pause,
	     gasp_evttype_t type)
{
  int saved_errno = errno;
  struct further further;
  bool has_object = pause->tag == GASP_THREADS_WAIT;
  unsigned long woken_at[WAKER_CALLERS] = { 0 };
  int waker = type == GASP_END ? waker_of_pause (pause, woken_at) : 0;
  if (type == GASP_START)
    further = find_further (call);
  if (has_object && type == GASP_START)
    CALL_RAISE (call, GASP_THREADS_WAIT, type, call->name, call->address,
		pause->of, further.addresses);
  else if (has_object)
    CALL_RAISE (call, GASP_THREADS_WAIT, type, call->name, call->address,
		pause->of, waker, woken_at);
  else if (type == GASP_START)
    CALL_RAISE (call, GASP_THREADS_CALL, type, call->name, call->address,
		further.addresses);
  else
    CALL_RAISE (call, GASP_THREADS_CALL, type, call->name, call->address,
		waker ? NULL : pipe_of_pause (pause), waker, woken_at);
  errno = saved_errno;
}

static void
pause_begins (const struct library_call *call, struct pause *pause)
{
  if (pause->of)
    pause->woken = wakers_await (pause->of, 1);
  if (pause->source)
    wakers_read (1);
  if (pause->source || pause->sink)
    pause->began = ticks_now ();
  if (gasp_gcc_is_left_out (pause->tag))
    pause->since = ticks_now ();
  else
    raise_pause (call, pause, GASP_START);
}

static void
pause_ends (const struct library_call *call, const struct pause *pause)
{
  if (pause->of)
    wakers_await (pause->of, -1);
  if (pause->source)
    wakers_read (-1);
  if (!pause->since)
    {
      raise_pause (call, pause, GASP_END);
      return;
    }
  uint64_t took = ticks_since (pause->since);
  if (!is_long (took))
    return;
  struct gasp_gcc_wait wait = {
    .tag = pause->tag, .took = took, .object = pause->of,
    .was_busy = !has_been_away ()
  };
  if (wait.was_busy && !is_of_use (pause))
    return;
  unsigned long woken_at[WAKER_CALLERS] = { 0 };
  wait.waker = waker_of_pause (pause, woken_at);
  wait.woken_at = woken_at;
  if (!wait.waker && !wait.object)
    wait.object = pipe_of_pause (pause);
  raise_waited (call, wait);
}

/* Returns whether SEMAPHORE was not 0, and so has been waited for.  As in the C
   library, the thread may be cancelled here.  */
static bool
is_posted (sem_t *semaphore)
{
  int saved_errno = errno;
  pthread_testcancel ();
  bool result = !sem_trywait (semaphore);
  errno = saved_errno;
  return result;
}

/* Returns whether a thread is calling the function that ONCE, a once_flag or
   pthread_once_t, is for: in the C libraries, its lowest bit says so.  */
static bool
is_at_work (const void *once)
{
  return __atomic_load_n ((const int *) once, __ATOMIC_RELAXED) & 1;
}

/* Begins to wait for a condition, so that LOCK is released: *HELD is how it was
   held.  */
static bool
condition_begins (const struct library_call *call, struct pause *pause,
		  const void *lock, struct held *held)
{
  struct mine *me = held_mine;
  bool was_held = me && held_pop (me, lock, held);
  if (was_held && held->how != FREE)
    {
      unlock_begins (call, lock, held->how);
      unlock_ends (call, lock, held->how);
    }
  pause_begins (call, pause);
  return was_held;
}

static void
condition_ends (const struct library_call *call, const struct pause *pause,
		const struct held *held)
{
  struct mine *me = held_mine;
  pause_ends (call, pause);
  if (held && me)
    held_push (me, held->lock, held->place, FREE);
}

#define LOCK(name, params, args, lock, try)
#define TRYLOCK(name, params, args, lock)
#define UNLOCK(name, params, args, lock)
/* The rest of a wrapper, which has CALL: a wait that begins as those that
   follow say.  */
#define WAIT_AND_RETURN(type, called, args, ...)			\
    struct pause pause = { __VA_ARGS__ };				\
    pause_begins (&call, &pause);					\
    type result = real_##called args;					\
    pause_ends (&call, &pause);						\
    return result
#define CONDITION(called, params, args, condition, lock)		\
  int									\
  wrap_##called params							\
  {									\
    if (!*activity)							\
      return real_##called args;					\
    const struct library_call call = HERE (#called);			\
    struct pause pause = { .tag = GASP_THREADS_WAIT, .of = condition };\
    struct held held;							\
    bool was_held = condition_begins (&call, &pause, lock, &held);	\
    int result = real_##called args;					\
    condition_ends (&call, &pause, was_held ? &held : NULL);		\
    return result;							\
  }
#define AWAIT_FOR(called, params, args, needless, ...)		\
  int									\
  wrap_##called params							\
  {									\
    if (!*activity)							\
      return real_##called args;					\
    if (needless)							\
      return 0;								\
    const struct library_call call = HERE (#called);			\
    WAIT_AND_RETURN (int, called, args, __VA_ARGS__);			\
  }
#define AWAIT(called, params, args, object, needless)			\
  AWAIT_FOR (called, params, args, needless,			\
	     .tag = GASP_THREADS_WAIT, .of = object)
#define AWAIT_END(called, params, args, thread)				\
  AWAIT_FOR (called, params, args, false,				\
	     .tag = GASP_THREADS_WAIT, .of = (const void *) thread,	\
	     .waker = number_of_thread (thread))
#define WAKE(called, params, args, object)				\
  int									\
  wrap_##called params							\
  {									\
    const struct library_call call = HERE (#called);			\
    if (*activity)							\
      wakers_wake (object, &call);					\
    return real_##called args;						\
  }
#define BLOCK(type, called, params, args, needless)			\
  type									\
  wrap_##called params							\
  {									\
    if (!*activity || (needless))					\
      return real_##called args;					\
    const struct library_call call = HERE (#called);			\
    WAIT_AND_RETURN (type, called, args, .tag = GASP_THREADS_CALL);	\
  }
#define READ_BY(wrapper, type, called, params, args, needless, from)	\
  __attribute__ ((noinline)) type					\
  wrapper params							\
  {									\
    if (!*activity || (needless))					\
      return real_##called args;					\
    const struct library_call call = HERE (#called);			\
    const struct source source = from;					\
    WAIT_AND_RETURN (type, called, args, .tag = GASP_THREADS_CALL,	\
		     .source = &source);				\
  }
#define READ(type, called, params, args, needless, from)		\
  READ_BY (wrap_##called, type, called, params, args, needless, from)
#define WRITE_BY(wrapper, type, called, params, args, needless, descriptor) \
  __attribute__ ((noinline)) type					\
  wrapper params							\
  {									\
    if (!*activity)							\
      return real_##called args;					\
    const struct library_call call = HERE (#called);			\
    wakers_write (descriptor, &call, ticks_now ());			\
    if (needless)							\
      return real_##called args;					\
    const int sink = descriptor;					\
    WAIT_AND_RETURN (type, called, args, .tag = GASP_THREADS_CALL,	\
		     .sink = &sink);					\
  }
#define WRITE(type, called, params, args, needless, descriptor)		\
  WRITE_BY (wrap_##called, type, called, params, args, needless, descriptor)
/* A call for which a stream holds enough goes on with the same stack, and takes
   hardly longer.  */
#define QUICK(type, called, params, args, holds)			\
  __attribute__ ((optimize ("omit-frame-pointer",			\
			    "optimize-sibling-calls"))) type		\
  wrap_##called params							\
  {									\
    return likely (!*activity || (holds)) ? real_##called args		\
	   : wait_##called args;					\
  }
#define GET(type, called, params, args, holds, descriptor)		\
  static READ_BY (wait_##called, type, called, params, args, false,	\
		  one (descriptor))					\
  QUICK (type, called, params, args, holds)
#define PUT(type, called, params, args, holds, descriptor)		\
  static WRITE_BY (wait_##called, type, called, params, args, false,	\
		   descriptor)						\
  QUICK (type, called, params, args, holds)
#include "functions.def"

/* Returns whether system call NUMBER, with OPERATION as its second argument,
   waits for a futex.  */
static bool
awaits_futex (long number, long operation)
{
  if (likely (number != SYS_futex))
    return false;
  switch (operation & FUTEX_CMD_MASK)
    {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
    case FUTEX_WAIT_REQUEUE_PI:
    case FUTEX_LOCK_PI:
      return true;
    default:
      return false;
    }
}

static bool
wakes_futex (long number, long operation)
{
  long command = operation & FUTEX_CMD_MASK;
  return number == SYS_futex
	 && (command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET);
}

/* Records a wait for a futex that has no function of its own: those of
   std::future, std::atomic, and locks of other languages.  */
long
wrap_syscall (long number, long a0, long a1, long a2, long a3, long a4, long a5)
{
  const struct library_call call = HERE ("futex");
  if (unlikely (wakes_futex (number, a1)) && *activity)
    wakers_wake ((const void *) a0, &call);
  if (!awaits_futex (number, a1) || !*activity)
    return real_syscall (number, a0, a1, a2, a3, a4, a5);
  struct pause pause = { .tag = GASP_THREADS_WAIT, .of = (const void *) a0 };
  pause_begins (&call, &pause);
  long result = real_syscall (number, a0, a1, a2, a3, a4, a5);
  pause_ends (&call, &pause);
  return result;
}

int
wrap_socketpair (int domain, int type, int protocol, int ends[2])
{
  int result = real_socketpair (domain, type, protocol, ends);
  if (!result && *activity)
    wakers_pair (ends);
  return result;
}
