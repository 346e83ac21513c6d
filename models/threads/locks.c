/* locks.c - what is called in place of functions that take locks.

   SPDX-License-Identifier: Apache-2.0

   A lock is tried first.  If it is free, that is counted, in memory of the
   thread's own (held.h), and there is no event: it takes a few nanoseconds.  If
   not, the events are those of waiting and, in the end, of giving the lock
   back.  */

#include "wrap.h"
#include <dlfcn.h>
#include <errno.h>

/* ---- The real functions, of pauses.c, too  */

#define LOCK(name, params, args, lock, try) int (*real_##name) params;
#define TRYLOCK(name, params, args, lock) int (*real_##name) params;
#define UNLOCK(name, params, args, lock) int (*real_##name) params;
#define CONDITION(name, params, args, condition, lock) \
  int (*real_##name) params;
#define AWAIT(name, params, args, object, needless) int (*real_##name) params;
#define WAKE(name, params, args, object) int (*real_##name) params;
#define BLOCK(type, name, params, args, needless) type (*real_##name) params;
#include "functions.def"
long (*real_syscall) (long number, long a0, long a1, long a2, long a3, long a4,
		      long a5);
int (*real_socketpair) (int domain, int type, int protocol, int ends[2]);

const volatile unsigned char never_active, *activity = &never_active;

/* ---- Locks  */

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

struct further
find_further (const struct library_call *call)
{
  struct gasp_gcc_caller callers[GASP_GCC_FURTHER + 1] = { users_first (call) };
  unsigned int count = gasp_gcc_callers (callers, GASP_GCC_FURTHER + 1);
  struct further further = { { 0 } };
  for (unsigned int i = 1; i < count; i++)
    further.addresses[i - 1] = callers[i].address;
  return further;
}

uint64_t long_wait;

/* Reports the WAIT of CALL, which was long, and whose events are left out.  */
__attribute__ ((noinline)) void
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
void
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

/* Notes that the thread has given LOCK back.  */
void
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
  int									\
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
  int									\
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
  int									\
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
