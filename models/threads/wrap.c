/* wrap.c - what is called in place of functions that may wait.

   SPDX-License-Identifier: Apache-2.0

   A wrapper for each row of functions.def.  libgasp loads this library when
   there is a tool; calls that objects make of each other lead here by slots.h,
   whether these are instrumented or not, but for those of the recorder and of
   runtimes that have events of their own.

   A lock is tried first.  If it is free, that is counted, in memory of the
   thread's own (held.h), and there is no event: it takes a few nanoseconds.  If
   not, the events are those of waiting and, in the end, of giving the lock
   back.  */

#include "held.h"
#include "loader.h"
#include "pipes.h"
#include "slots.h"
#include "streams.h"
#include "ticks.h"
#include "wakers.h"
#include "words.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* ---- The real functions  */

#define LOCK(name, params, args, lock, try) static int (*real_##name) params;
#define TRYLOCK(name, params, args, lock) static int (*real_##name) params;
#define UNLOCK(name, params, args, lock) static int (*real_##name) params;
#define CONDITION(name, params, args, condition, lock) \
  static int (*real_##name) params;
#define AWAIT(name, params, args, object, needless) \
  static int (*real_##name) params;
#define WAKE(name, params, args, object) static int (*real_##name) params;
#define BLOCK(type, name, params, args, needless) \
  static type (*real_##name) params;
#include "functions.def"

/* Not as unistd.h has it, as functions with "..." have frames.  */
static long (*real_syscall) (long number, long a0, long a1, long a2, long a3,
			     long a4, long a5);

/* A byte that is not 0 while there is a tool that wants events.  */
static const volatile unsigned char never, *activity = &never;

/* ---- Locks  */

/* A part of a wrapper: the call of NAME that it is.  */
#define HERE(of)							\
  { .name = of, .position = (unsigned long) __builtin_dwarf_cfa (),	\
    .frame = (unsigned long) __builtin_frame_address (0),		\
    .address = __builtin_return_address (0) }

static inline bool
has_got (int error)
{
  return error == 0 || error == EOWNERDEAD;
}

/* Returns what a function of C11's that tries returns, as the others do.  */
static inline int
of_c11 (int result)
{
  return result == thrd_busy ? EBUSY : result;
}

/* Tries to take a MUTEX.  While there is one thread, glibc's lock function
   takes less time than the one that tries.  It cannot wait then, if the mutex
   is not held, not shared with other processes, and of no special kind.  */
static int
try_mutex (pthread_mutex_t *mutex)
{
#ifdef __GLIBC__
  extern char __libc_single_threaded __attribute__ ((weak));
  enum { SPECIAL_KINDS = 0xf0 };
  if (&__libc_single_threaded && __libc_single_threaded && !mutex->__data.__lock
      && !(mutex->__data.__kind & SPECIAL_KINDS))
    return real_pthread_mutex_lock (mutex);
#endif
  return real_pthread_mutex_trylock (mutex);
}

/* Tries for a while to take a spinning LOCK before waiting for it is worth an
   event.  Returns 0, or an error.  */
static int
try_to_spin (pthread_spinlock_t *lock)
{
  static int (*try) (pthread_spinlock_t *);
  if (unlikely (!try))
    try = (int (*) (pthread_spinlock_t *)) dlsym (RTLD_DEFAULT,
						  "pthread_spin_trylock");
  int error = EBUSY;
  for (int i = 0; i < 100 && error == EBUSY; i++)
    error = try (lock);
  return error;
}

/* Notes that the calling thread has got LOCK by CALL.  */
static __attribute__ ((noinline)) void
note_new (const struct library_call *call, const void *lock,
	  enum held_how how)
{
  int saved_errno = errno;
  struct mine *me = held_by_me ();
  if (me)
    held_got (me, call, lock, how);
  errno = saved_errno;
}

/* Notes the same if it was free and the use is known, as for most.  Returns
   false if nothing is noted.  */
static inline bool
note_known (const void *lock, const void *address)
{
  struct mine *me = held_mine;
  if (unlikely (!me || !me->is_taken || !users_is_own (address)))
    return false;
  struct use *use = held_known (me, lock, address);
  if (unlikely (!use && me->misses >= MOST_MISSES))
    use = held_known (me, NULL, address);
  if (unlikely (!use))
    return false;
  (*use->told.count)++;
  held_push (me, lock, use->told.place, FREE);
  return true;
}

/* The callers of what waits: addresses that their calls return to, and 0.  */
struct further { unsigned long addresses[GASP_GCC_FURTHER + 1]; };

static struct further
find_further (const struct library_call *call)
{
  struct gasp_gcc_caller callers[GASP_GCC_FURTHER + 1] = { users_first (call) };
  unsigned int count = gasp_gcc_callers (callers, GASP_GCC_FURTHER + 1);
  struct further further = { { 0 } };
  for (unsigned int i = 1; i < count; i++)
    further.addresses[i - 1] = callers[i].address;
  return further;
}

/* Ticks, as the tool has answered: shorter waits have no sample.  */
static uint64_t long_wait;

/* Returns the time in ticks; 1 in a sandbox, which may refuse to give it.  */
static uint64_t
ticks_now (void)
{
  return unlikely (gasp_gcc_is_sandboxed ()) ? 1 : read_tsc ();
}

/* Returns how much later than SINCE it is; 0 in a sandbox.  */
static uint64_t
ticks_since (uint64_t since)
{
  uint64_t now = ticks_now ();
  return now > since ? now - since : 0;
}

/* Returns whether a wait that TOOK so many ticks has a sample.  */
static bool
is_long (uint64_t took)
{
  return took > 0 && took >= __atomic_load_n (&long_wait, __ATOMIC_RELAXED);
}

/* Reports the WAIT of CALL, which was long, and whose events are left out.  */
static __attribute__ ((noinline)) void
raise_waited (const struct library_call *call, struct gasp_gcc_wait wait)
{
  const struct further further = find_further (call);
  int saved_errno = errno;
  wait.further = further.addresses;
  CALL_RAISE (call, GASP_THREADS_WAITED, GASP_ATOMIC, call->name, call->address,
	      &wait);
  if (wait.long_wait)
    __atomic_store_n (&long_wait, wait.long_wait, __ATOMIC_RELAXED);
  errno = saved_errno;
}

/* A wait for a lock.  SINCE is 0 if there are events of it; else they may be
   replaced by a sample.  */
struct wait {
  struct gasp_gcc_lock_use holder;
  uint64_t since;
};

static void
wait_begins (const struct library_call *call, const void *lock,
	     struct wait *wait)
{
  bool is_known = held_find_holder (lock, &wait->holder);
  wait->since = 0;
  if (gasp_gcc_is_left_out (GASP_THREADS_LOCK))
    {
      if (!is_known)
	wait->holder = (struct gasp_gcc_lock_use) { 0 };
      wait->since = ticks_now ();
      return;
    }
  const struct further further = find_further (call);
  CALL_RAISE (call, GASP_THREADS_LOCK, GASP_START, call->name, call->address,
	      lock, is_known ? &wait->holder : NULL, further.addresses);
}

static void
raise_sample (const struct library_call *call, struct sample *sample)
{
  CALL_RAISE (call, GASP_THREADS_LOCK_SAMPLE, GASP_ATOMIC, sample->name,
	      sample->address, &sample->told);
}

/* Notes that the calling thread has got LOCK after WAIT, of which there are no
   events.  */
static void
note_sampled (const struct library_call *call, const void *lock,
	      const struct wait *wait)
{
  uint64_t took = ticks_since (wait->since);
  struct mine *me = held_by_me ();
  const void *user = call->address;
  users_find (&user, call);
  if (!me || !is_long (took) || me->sample_count == SAMPLES)
    {
      note_new (call, lock, FREE);
      return;
    }
  raise_waited (call, (struct gasp_gcc_wait) {
    .tag = GASP_THREADS_LOCK, .took = took
  });
  me->samples[me->sample_count++] = (struct sample) {
    call->name, user,
    { .lock = lock, .waiting = GASP_THREADS_LOCK, .holding = GASP_THREADS_LOCK,
      .stands_for = 1, .since = wait->since, .got = wait->since + took,
      .holder = wait->holder }
  };
  note_new (call, lock, SAMPLED);
}

/* Raises the sample of LOCK, which the calling thread has given back by CALL,
   in the name of the call that waited for it.  */
static void
raise_sampled (const struct library_call *call, const void *lock)
{
  struct mine *me = held_mine;
  int saved_errno = errno;
  unsigned int i = me->sample_count;
  while (i > 0 && me->samples[i - 1].told.lock != lock)
    i--;
  if (i == 0)
    return;
  struct sample sample = me->samples[i - 1];
  sample.told.given = sample.told.got + ticks_since (sample.told.got);
  for (me->sample_count--; i <= me->sample_count; i++)
    me->samples[i - 1] = me->samples[i];
  raise_sample (call, &sample);
  errno = saved_errno;
}

static void
wait_ends (const struct library_call *call, const void *lock, bool got,
	   const struct wait *wait)
{
  const void *user = call->address;
  users_find (&user, call);
  if (!wait->since)
    CALL_RAISE (call, GASP_THREADS_LOCK, GASP_END, call->name, user, lock,
		(int) got);
  if (got && wait->since)
    note_sampled (call, lock, wait);
  else if (got)
    note_new (call, lock, WAITED);
}

/* Notes that the calling thread releases LOCK by CALL; HOW says how it had
   got it.  */
static void
unlock_begins (const struct library_call *call, const void *lock,
	       enum held_how how)
{
  int saved_errno = errno;
  unsigned int place = held_learn (held_mine, call, lock);
  errno = saved_errno;
  if (how != WAITED)
    return;
  const struct further further = find_further (call);
  CALL_RAISE (call, GASP_THREADS_UNLOCK, GASP_START, call->name, call->address,
	      lock, place, further.addresses);
}

/* Notes that it has done so.  */
static void
unlock_ends (const struct library_call *call, const void *lock,
	     enum held_how how)
{
  if (how == WAITED)
    CALL_RAISE (call, GASP_THREADS_UNLOCK, GASP_END, call->name, call->address,
		lock);
  else if (how == SAMPLED)
    raise_sampled (call, lock);
}

#define LOCK(called, params, args, lock, try)				\
  static int								\
  wrap_##called params							\
  {									\
    if (unlikely (!*activity))						\
      return real_##called args;					\
    int error = try;							\
    if (unlikely (error == EBUSY))					\
      {									\
	const struct library_call call = HERE (#called);		\
	struct wait wait;						\
	wait_begins (&call, lock, &wait);				\
	error = real_##called args;					\
	wait_ends (&call, lock, has_got (error), &wait);		\
      }									\
    else if (has_got (error)						\
	     && unlikely (!note_known (lock, __builtin_return_address (0)))) \
      {									\
	const struct library_call call = HERE (#called);		\
	note_new (&call, lock, FREE);					\
      }									\
    return error;							\
  }
#define TRYLOCK(called, params, args, lock)				\
  static int								\
  wrap_##called params							\
  {									\
    int error = real_##called args;					\
    if (*activity && has_got (error)					\
	&& !note_known (lock, __builtin_return_address (0)))		\
      {									\
	const struct library_call call = HERE (#called);		\
	note_new (&call, lock, FREE);					\
      }									\
    return error;							\
  }
#define UNLOCK(called, params, args, lock)				\
  static int								\
  wrap_##called params							\
  {									\
    struct mine *me = held_mine;					\
    struct held held;							\
    if (!me || !held_pop (me, lock, &held) || likely (held.how == FREE)) \
      return real_##called args;					\
    const struct library_call call = HERE (#called);			\
    unlock_begins (&call, lock, held.how);				\
    int error = real_##called args;					\
    unlock_ends (&call, lock, held.how);				\
    return error;							\
  }
#define CONDITION(name, params, args, condition, lock)
#define AWAIT(name, params, args, object, needless)
#define WAKE(name, params, args, object)
#define BLOCK(type, name, params, args, needless)
#include "functions.def"

/* ---- What else waits  */

/* A wait that is not for a lock.  SINCE is 0 if there are events of it.  OF, an
   object, SOURCE, and SINK, a descriptor that is written to, may be null.  */
struct pause {
  unsigned int tag;
  const void *of;
  const struct source *source;
  const int *sink;
  int waker;			/* if that is known before */
  unsigned int woken;		/* how often OF had been */
  uint64_t began;		/* if there is a SOURCE or SINK: ticks */
  uint64_t since;
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

/* Returns who has ended PAUSE of the calling thread, and sets ADDRESSES as
   wakers_find does; 0 if that is not known.  */
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
    .tag = pause->tag, .took = took, .object = pause->of
  };
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

/* Returns whether a thread calls the function that is to be called once, by
   what ONCE, of POSIX's or C11's, is in the C libraries.  */
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
  static int								\
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
#define AWAIT(called, params, args, object, needless)			\
  static int								\
  wrap_##called params							\
  {									\
    if (!*activity)							\
      return real_##called args;					\
    if (needless)							\
      return 0;								\
    const struct library_call call = HERE (#called);			\
    WAIT_AND_RETURN (int, called, args, .tag = GASP_THREADS_WAIT,	\
		     .of = object);					\
  }
#define AWAIT_END(called, params, args, thread)				\
  static int								\
  wrap_##called params							\
  {									\
    if (!*activity)							\
      return real_##called args;					\
    const struct library_call call = HERE (#called);			\
    WAIT_AND_RETURN (int, called, args, .tag = GASP_THREADS_WAIT,	\
		     .of = (const void *) thread,			\
		     .waker = number_of_thread (thread));		\
  }
#define WAKE(called, params, args, object)				\
  static int								\
  wrap_##called params							\
  {									\
    const struct library_call call = HERE (#called);			\
    if (*activity)							\
      wakers_wake (object, &call);					\
    return real_##called args;						\
  }
#define BLOCK(type, called, params, args, needless)			\
  static type								\
  wrap_##called params							\
  {									\
    if (!*activity || (needless))					\
      return real_##called args;					\
    const struct library_call call = HERE (#called);			\
    WAIT_AND_RETURN (type, called, args, .tag = GASP_THREADS_CALL);	\
  }
#define READ_BY(wrapper, type, called, params, args, needless, from)	\
  static __attribute__ ((noinline)) type				\
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
  static __attribute__ ((noinline)) type				\
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
  static								\
  __attribute__ ((optimize ("omit-frame-pointer",			\
			    "optimize-sibling-calls"))) type		\
  wrap_##called params							\
  {									\
    return likely (!*activity || (holds)) ? real_##called args		\
	   : wait_##called args;					\
  }
#define GET(type, called, params, args, holds, descriptor)		\
  READ_BY (wait_##called, type, called, params, args, false,		\
	   one (descriptor))						\
  QUICK (type, called, params, args, holds)
#define PUT(type, called, params, args, holds, descriptor)		\
  WRITE_BY (wait_##called, type, called, params, args, false, descriptor) \
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
static long
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

static int (*real_socketpair) (int domain, int type, int protocol, int ends[2]);

static int
wrap_socketpair (int domain, int type, int protocol, int ends[2])
{
  int result = real_socketpair (domain, type, protocol, ends);
  if (!result && *activity)
    wakers_pair (ends);
  return result;
}

/* ---- Calls lead here  */

/* The first of two versions of a function is one for programs of long ago.  */
#ifdef __x86_64__
#define SINCE(name)							\
  (strcmp (name, "pthread_cond_wait")					\
   && strcmp (name, "pthread_cond_timedwait")				\
   && strcmp (name, "pthread_cond_signal")				\
   && strcmp (name, "pthread_cond_broadcast") ? NULL : "GLIBC_2.3.2")
#else
#define SINCE(name) NULL
#endif
#define ENTRY(name, since) \
  { #name, (void **) &real_##name, (void *) wrap_##name, since },

static const struct slots_entry entries[] = {
#define LOCK(name, params, args, lock, try) ENTRY (name, NULL)
#define TRYLOCK(name, params, args, lock) ENTRY (name, NULL)
#define UNLOCK(name, params, args, lock) ENTRY (name, NULL)
#define CONDITION(name, params, args, condition, lock) \
  ENTRY (name, SINCE (#name))
#define AWAIT(name, params, args, object, needless) ENTRY (name, NULL)
#define WAKE(name, params, args, object) ENTRY (name, SINCE (#name))
#define BLOCK(type, name, params, args, needless) ENTRY (name, NULL)
#include "functions.def"
  ENTRY (syscall, NULL)
  ENTRY (socketpair, NULL)
};

/* Which of them something else replaces: a program may call a function of its
   own "read".  */
static bool is_replaced[sizeof entries / sizeof *entries];

static const struct slots_entry *
find_entry (const char *name)
{
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (*entries[i].name == *name && !strcmp (entries[i].name, name))
      return is_replaced[i] ? NULL : &entries[i];
  return NULL;
}

/* Returns whether NAME begins with one of COUNT BEGINNINGS.  */
static bool
begins_with (const char *name, const char *const *beginnings, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!strncmp (name, beginnings[i], strlen (beginnings[i])))
      return true;
  return false;
}

/* Returns whether LIBRARY is loaded, which may be for one other only.  */
static bool
is_loaded (const char *library)
{
  void *handle = dlopen (library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle)
    dlclose (handle);
  return handle != NULL;
}

/* Returns whether library NAME is left alone: the recorder, what it is built
   upon (who uses a lock is found by libgcc_s, which takes its own), sanitizers,
   and runtimes that have events of their own, or wait as a part of these.  What
   MPIs are built upon others use, too.  */
static bool
is_left_alone (const char *name)
{
  static const char *const names[] = {
    "libgasp", "libgcc_s.", "libpapi.", "libpfm.", "libsde.",
    "libpthread.", "librt.",
    "libasan.", "libtsan.", "libubsan.", "liblsan.", "vgpreload",
    "libgomp.", "libomp.", "libiomp5.", "libupc",
    "libmpi", "libopen-", "liboshmem", "libsma", "libshmem", "libcaf",
    "libpmix", "libprrte", "mca_"
  };
  static const char *const of_mpis[] = {
    "libhwloc", "libevent", "libuc", "libfabric"
  };
  return begins_with (name, names, sizeof names / sizeof *names)
	 || (begins_with (name, of_mpis, sizeof of_mpis / sizeof *of_mpis)
	     && (is_loaded ("libmpi.so.40") || is_loaded ("libmpi.so.12")
		 || dlsym (RTLD_DEFAULT, "MPI_Init")
		 || dlsym (RTLD_DEFAULT, "shmem_init")));
}

/* Returns whether FUNCTION is one of the recorder's, which stands in front of
   the C library's.  */
static bool
is_recorders (void *function)
{
  Dl_info info;
  const char *name
    = dladdr (function, &info) ? strrchr (info.dli_fname, '/') : NULL;
  return name && !strncmp (name, "/libgasp", 8);
}

/* Finds the functions, and which are replaced: the first use of a name stays
   that.  */
static void
find_real_functions (void)
{
  void *library = dlopen ("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    {
      void *first = dlsym (RTLD_DEFAULT, entries[i].name);
      if (!*entries[i].real)
	*entries[i].real = first;
      is_replaced[i] = library && first != dlsym (library, entries[i].name)
		       && !is_recorders (first);
    }
  if (library)
    dlclose (library);
}

static void
redirect (void)
{
  static struct slots_seen seen;
  if (activity == &never)
    {
      find_real_functions ();
      held_prepare ();
      activity = gasp_gcc_activity ();
    }
  slots_redirect (find_entry, is_left_alone, &seen);
  loader_redirect ();
}

/* In the contexts of C, so that no thread needs memory for another one.  */
struct gasp_gcc_provider library_provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_UPC,
  .loaded = redirect
};

__attribute__ ((constructor)) static void
load (void)
{
  if (gasp_gcc_register_provider)
    gasp_gcc_register_provider (&library_provider);
}
