/* mutex.c - critical, atomic, ordered, and locks.

   SPDX-License-Identifier: Apache-2.0  */

#include "calls.h"
#include "ompt/consumer.h"
#include "raise.h"
#include "samples.h"
#include "sync.h"
#include "ompt/tool.h"
#include "words.h"
#include <errno.h>

/* The only implementation that enumerate_mutex_impls names: futexes.  */
#define IMPLEMENTATION 1
#define ID(object) ((uintptr_t) (object))

/* Stand for the locks of all critical constructs without a name, and of atomic
   ones that need a lock: reports know these names, which stay in a library that
   was stripped.  */
#pragma GCC visibility push (default)
extern char gasp_omp_critical, gasp_omp_atomic;
#pragma GCC visibility pop
char gasp_omp_critical, gasp_omp_atomic;

static struct word critical, atomic;

/* After how many events it is asked whether those of mutexes are still
   wanted.  */
#define ASK_EVERY 64

/* Returns whether all rests but samples of mutexes.  */
static inline bool
only_samples (void)
{
  return IS_DORMANT && unlikely (gasp_omp_mutexes_done);
}

/* Returns whether getting a mutex concerns only the program and libgomp.  */
static inline bool
is_own_affair (void)
{
  return (IS_DORMANT ? likely (!gasp_omp_mutexes_done)
	  : unlikely (gasp_omp_mutexes_done) && !gasp_omp_thread);
}

/* Returns whether THREAD may have the mutex ID, as consumers know.  */
static bool
is_known_to_have (const struct thread *thread, ompt_wait_id_t id)
{
  if (!thread || thread->mutex_count > MUTEXES)
    return thread;
  for (unsigned int i = thread->mutex_count; i-- > 0;)
    if (thread->mutexes[i] == id)
      return true;
  return false;
}

/* Returns whether giving the mutex ID back concerns only them.  */
static inline bool
is_own_release (ompt_wait_id_t id)
{
  return (IS_DORMANT || (unlikely (gasp_omp_mutexes_done) && !mutex_is_had (id)
			 && !is_known_to_have (gasp_omp_thread, id)));
}

/* Returns whether consumers do not get to know that the thread has given the
   mutex ID back.  */
static inline bool
is_over (ompt_wait_id_t id)
{
  return (IS_DORMANT || (unlikely (gasp_omp_mutexes_done)
			 && (mutex_given_quietly (id) || is_own_release (id))));
}

static void
add_mutex (struct thread *thread, ompt_wait_id_t id)
{
  if (thread->mutex_count < MUTEXES)
    thread->mutexes[thread->mutex_count] = id;
  thread->mutex_count++;
}

/* Removes mutex ID from those of THREAD.  A task may give back, on another
   thread, what it has got on this one.  */
static void
remove_mutex (struct thread *thread, ompt_wait_id_t id)
{
  unsigned int i = thread->mutex_count;
  if (i <= MUTEXES)
    while (i > 0 && thread->mutexes[i - 1] != id)
      i--;
  if (i == 0)
    return;
  thread->mutex_count--;
  if (i <= MUTEXES)
    for (; i <= thread->mutex_count; i++)
      thread->mutexes[i - 1] = thread->mutexes[i];
}

/* In place of a state: there are no events of the mutex.  */
#define PASSED_OVER -1

/* Notes that the thread wants to have the mutex; returns its state before.  */
static int
acquire (struct thread *thread, ompt_mutex_t kind, int waiting,
	 ompt_wait_id_t id, const void *place)
{
  int state = thread->state;
  if (unlikely (gasp_omp_mutexes_done) && mutex_is_passed (id, place))
    return PASSED_OVER;
  if (thread->acquired++ % ASK_EVERY == 0)
    gasp_omp_rest_from_mutexes ();
  if (!gasp_omp_mutexes_done)
    add_mutex (thread, id);
  RAISE (ompt_callback_mutex_acquire, kind, 0, IMPLEMENTATION, id, place);
  thread->wait = id;
  thread->state = waiting;
  return state;
}

static void
go_on (struct thread *thread, int state)
{
  thread->state = state;
  thread->wait = 0;
}

/* Goes on where the thread has not got the mutex, or has had it before.  */
static void
go_without (struct thread *thread, int state, ompt_wait_id_t id)
{
  if (state == PASSED_OVER)
    return;
  go_on (thread, state);
  remove_mutex (thread, id);
}

static void
acquired (struct thread *thread, ompt_mutex_t kind, int state,
	  ompt_wait_id_t id, const void *place)
{
  if (state == PASSED_OVER)
    {
      mutex_passed (id);
      return;
    }
  go_on (thread, state);
  RAISE (ompt_callback_mutex_acquired, kind, id, place);
}

static void
released (ompt_mutex_t kind, ompt_wait_id_t id, const void *place)
{
  remove_mutex (gasp_omp_thread, id);
  RAISE (ompt_callback_mutex_released, kind, id, place);
}

/* Takes the mutex ID, if the thread's state BEFORE says that there are no
   events of it and its WORD that it is free.  Returns whether it did.  */
static inline bool
take_free (int before, ompt_wait_id_t id, int *word)
{
  if (before != PASSED_OVER || !word_take (word))
    return false;
  mutex_was_free (id);
  return true;
}

/* ---- Samples alone.  Of threads and tasks nothing is known then, so that
   ordered constructs, whose ID is 0, have none; nor have nestable locks.  */

static const struct task unknown_task;

/* Notes that the thread wants to have the mutex.  Returns whether it has it
   now.  */
static bool
sample_acquire (ompt_mutex_t kind, ompt_wait_id_t id, int *word,
		const void *place, int *state)
{
  *state = 0;
  if (!id)
    return false;
  if (mutex_is_passed (id, place))
    {
      *state = PASSED_OVER;
      return take_free (PASSED_OVER, id, word);
    }
  int saved_errno = errno;
  gasp_omp_builtin.mutex_acquire (kind, 0, IMPLEMENTATION, id, place);
  errno = saved_errno;
  return false;
}

static void
sample_acquired (ompt_mutex_t kind, int state, ompt_wait_id_t id,
		 const void *place)
{
  int saved_errno = errno;
  if (state == PASSED_OVER)
    mutex_passed (id);
  else if (id)
    gasp_omp_builtin.mutex_acquired (kind, id, place);
  errno = saved_errno;
}

static void
sample_released (ompt_mutex_t kind, ompt_wait_id_t id, const void *place)
{
  if (!id || mutex_given_quietly (id) || !mutex_is_had (id))
    return;
  int saved_errno = errno;
  gasp_omp_builtin.mutex_released (kind, id, place);
  errno = saved_errno;
}

#define MUTEX(begin, end, since, params, args, kind, waiting, id, word)	\
INLINE void								\
sample_##begin params							\
{									\
  const struct task *task = &unknown_task;				\
  int state;								\
  (void) task;								\
  if (!sample_acquire (kind, ID (id), word, PLACE, &state))		\
    {									\
      real_##begin args;						\
      sample_acquired (kind, state, ID (id), PLACE);			\
    }									\
}									\
void									\
wrap_##begin params							\
{									\
  if (is_own_affair ())							\
    {									\
      real_##begin args;						\
      return;								\
    }									\
  if (only_samples ())							\
    {									\
      sample_##begin args;						\
      return;								\
    }									\
  struct thread *thread = self ();					\
  struct task *task = thread->current;					\
  ompt_data_t outer = enter (task, FRAME);				\
  const void *place = gasp_omp_begun_at (thread, PLACE);		\
  int before = acquire (thread, kind, waiting, ID (id), place);		\
  if (!take_free (before, ID (id), word))				\
    {									\
      real_##begin args;						\
      acquired (thread, kind, before, ID (id), place);			\
    }									\
  leave (task, outer);							\
}									\
void									\
wrap_##end params							\
{									\
  real_##end args;							\
  if (is_own_affair ())							\
    return;								\
  const struct task *task						\
    = IS_DORMANT ? &unknown_task : self ()->current;			\
  (void) task;								\
  if (IS_DORMANT)							\
    sample_released (kind, ID (id), PLACE);				\
  else if (!is_over (ID (id)))						\
    released (kind, ID (id), PLACE);					\
}

/* ---- Locks.  How often a nestable lock is held only libgomp knows.  */

struct nest_lock {
  int lock, count;
  void *owner;
};

static int
depth (const void *lock)
{
  return ((const struct nest_lock *) lock)->count;
}

static void
nested (ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void *place)
{
  RAISE (ompt_callback_nest_lock, endpoint, id, place);
}

#define LOCK_INIT(name, kind)						\
void									\
wrap_##name (void *lock)						\
{									\
  real_##name (lock);							\
  if (IS_DORMANT)							\
    return;								\
  self ();								\
  RAISE (ompt_callback_lock_init, kind, 0, IMPLEMENTATION, ID (lock),	\
	 PLACE);							\
}
#define LOCK_DESTROY(name, kind)					\
void									\
wrap_##name (void *lock)						\
{									\
  if (!IS_DORMANT)							\
    {									\
      self ();								\
      RAISE (ompt_callback_lock_destroy, kind, ID (lock), PLACE);	\
    }									\
  real_##name (lock);							\
}
/* The wrappers of locks, if there is a tool.  REAL is libgomp's function; NEST
   is where libgomp keeps the state of a nestable LOCK.  */

static void
sample_lock (void (*real) (void *), void *lock, const void *place)
{
  int state;
  if (sample_acquire (ompt_mutex_lock, ID (lock), lock, place, &state))
    return;
  real (lock);
  sample_acquired (ompt_mutex_lock, state, ID (lock), place);
}

static void
set_lock (void (*real) (void *), void *lock, const void *place)
{
  if (only_samples ())
    {
      sample_lock (real, lock, place);
      return;
    }
  struct thread *thread = self ();
  int state = acquire (thread, ompt_mutex_lock, ompt_state_wait_lock,
		       ID (lock), place);
  if (take_free (state, ID (lock), lock))
    return;
  real (lock);
  acquired (thread, ompt_mutex_lock, state, ID (lock), place);
}

static int
sample_test (int (*real) (void *), void *lock, const void *place)
{
  int state;
  if (sample_acquire (ompt_mutex_test_lock, ID (lock), lock, place, &state))
    return 1;
  int got = real (lock);
  if (got)
    sample_acquired (ompt_mutex_test_lock, state, ID (lock), place);
  return got;
}

static int
test_lock (int (*real) (void *), void *lock, const void *place)
{
  if (only_samples ())
    return sample_test (real, lock, place);
  struct thread *thread = self ();
  int state = acquire (thread, ompt_mutex_test_lock, thread->state, ID (lock),
		       place);
  int got = real (lock);
  if (got)
    acquired (thread, ompt_mutex_test_lock, state, ID (lock), place);
  else
    go_without (thread, state, ID (lock));
  return got;
}

static void
set_nest_lock (void (*real) (void *), void *lock, const void *nest,
	       const void *place)
{
  if (IS_DORMANT)
    {
      real (lock);
      return;
    }
  struct thread *thread = self ();
  int state = acquire (thread, ompt_mutex_nest_lock, ompt_state_wait_lock,
		       ID (lock), place);
  real (lock);
  if (depth (nest) == 1)
    {
      acquired (thread, ompt_mutex_nest_lock, state, ID (lock), place);
      return;
    }
  go_without (thread, state, ID (lock));
  nested (ompt_scope_begin, ID (lock), place);
}

static void
unset_nest_lock (void (*real) (void *), void *lock, const void *nest,
		 const void *place)
{
  self ();
  bool last = depth (nest) == 1;
  real (lock);
  if (!last)
    nested (ompt_scope_end, ID (lock), place);
  else if (!is_over (ID (lock)))
    released (ompt_mutex_nest_lock, ID (lock), place);
}

static int
test_nest_lock (int (*real) (void *), void *lock, const void *place)
{
  if (IS_DORMANT)
    return real (lock);
  struct thread *thread = self ();
  int state = acquire (thread, ompt_mutex_test_nest_lock, thread->state,
		       ID (lock), place);
  int held = real (lock);
  if (held == 1)
    acquired (thread, ompt_mutex_test_nest_lock, state, ID (lock), place);
  else
    go_without (thread, state, ID (lock));
  if (held > 1)
    nested (ompt_scope_begin, ID (lock), place);
  return held;
}

#define LOCK_SET(name, function, ...)					\
void									\
wrap_##name (void *lock)						\
{									\
  if (is_own_affair ())							\
    real_##name (lock);							\
  else									\
    function (real_##name, lock, ##__VA_ARGS__, PLACE);			\
}
#define LOCK_UNSET(name)						\
void									\
wrap_##name (void *lock)						\
{									\
  real_##name (lock);							\
  if (only_samples ())							\
    sample_released (ompt_mutex_lock, ID (lock), PLACE);		\
  if (is_over (ID (lock)))						\
    return;								\
  self ();								\
  released (ompt_mutex_lock, ID (lock), PLACE);				\
}
#define LOCK_UNSET_NEST(name, ref)					\
void									\
wrap_##name (void *lock)						\
{									\
  if (is_own_release (ID (lock)))					\
    real_##name (lock);							\
  else									\
    unset_nest_lock (real_##name, lock, ref, PLACE);			\
}
#define LOCK_TEST(name, function)					\
int									\
wrap_##name (void *lock)						\
{									\
  return (is_own_affair () ? real_##name (lock)				\
	  : function (real_##name, lock, PLACE));			\
}

#define LOCKS(suffix, since, ref)					\
  LOCK_INIT (omp_init_lock##suffix, ompt_mutex_lock)			\
  LOCK_INIT (omp_init_nest_lock##suffix, ompt_mutex_nest_lock)		\
  LOCK_DESTROY (omp_destroy_lock##suffix, ompt_mutex_lock)		\
  LOCK_DESTROY (omp_destroy_nest_lock##suffix, ompt_mutex_nest_lock)	\
  LOCK_SET (omp_set_lock##suffix, set_lock)				\
  LOCK_UNSET (omp_unset_lock##suffix)					\
  LOCK_TEST (omp_test_lock##suffix, test_lock)				\
  LOCK_SET (omp_set_nest_lock##suffix, set_nest_lock, ref)		\
  LOCK_UNSET_NEST (omp_unset_nest_lock##suffix, ref)			\
  LOCK_TEST (omp_test_nest_lock##suffix, test_nest_lock)

#include "gomp-calls.def"
