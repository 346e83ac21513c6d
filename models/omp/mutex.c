/* mutex.c - critical, atomic, ordered, and locks.

   SPDX-License-Identifier: Apache-2.0  */

#include "calls.h"
#include "raise.h"
#include "sync.h"

/* The only implementation that enumerate_mutex_impls names: futexes.  */
#define IMPLEMENTATION 1
#define ID(object) ((uintptr_t) (object))

/* The thread wants to have the mutex; returns its state before.  */
static int
acquire (struct thread *thread, ompt_mutex_t kind, int waiting,
	 ompt_wait_id_t id, const void *place)
{
  int state = thread->state;
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

static void
acquired (struct thread *thread, ompt_mutex_t kind, int state,
	  ompt_wait_id_t id, const void *place)
{
  go_on (thread, state);
  RAISE (ompt_callback_mutex_acquired, kind, id, place);
}

static void
released (ompt_mutex_t kind, ompt_wait_id_t id, const void *place)
{
  RAISE (ompt_callback_mutex_released, kind, id, place);
}

#define MUTEX(begin, end, since, params, args, kind, state, id)		\
void									\
wrap_##begin params							\
{									\
  if (IS_DORMANT)							\
    {									\
      real_##begin args;						\
      return;								\
    }									\
  struct thread *thread = self ();					\
  struct task *task = thread->current;					\
  ompt_data_t outer = enter (task, FRAME);				\
  const void *place = gasp_omp_begun_at (thread, PLACE);		\
  int before = acquire (thread, kind, state, ID (id), place);		\
  real_##begin args;							\
  acquired (thread, kind, before, ID (id), place);			\
  leave (task, outer);							\
}									\
void									\
wrap_##end params							\
{									\
  real_##end args;							\
  if (IS_DORMANT)							\
    return;								\
  struct task *task = self ()->current;					\
  (void) task;								\
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
set_lock (void (*real) (void *), void *lock, const void *place)
{
  struct thread *thread = self ();
  int state = acquire (thread, ompt_mutex_lock, ompt_state_wait_lock,
		       ID (lock), place);
  real (lock);
  acquired (thread, ompt_mutex_lock, state, ID (lock), place);
}

static int
test_lock (int (*real) (void *), void *lock, const void *place)
{
  struct thread *thread = self ();
  int state = acquire (thread, ompt_mutex_test_lock, thread->state, ID (lock),
		       place);
  int got = real (lock);
  if (got)
    acquired (thread, ompt_mutex_test_lock, state, ID (lock), place);
  else
    go_on (thread, state);
  return got;
}

static void
set_nest_lock (void (*real) (void *), void *lock, const void *nest,
	       const void *place)
{
  struct thread *thread = self ();
  int state = acquire (thread, ompt_mutex_nest_lock, ompt_state_wait_lock,
		       ID (lock), place);
  real (lock);
  if (depth (nest) == 1)
    {
      acquired (thread, ompt_mutex_nest_lock, state, ID (lock), place);
      return;
    }
  go_on (thread, state);
  nested (ompt_scope_begin, ID (lock), place);
}

static void
unset_nest_lock (void (*real) (void *), void *lock, const void *nest,
		 const void *place)
{
  self ();
  bool last = depth (nest) == 1;
  real (lock);
  if (last)
    released (ompt_mutex_nest_lock, ID (lock), place);
  else
    nested (ompt_scope_end, ID (lock), place);
}

static int
test_nest_lock (int (*real) (void *), void *lock, const void *place)
{
  struct thread *thread = self ();
  int state = acquire (thread, ompt_mutex_test_nest_lock, thread->state,
		       ID (lock), place);
  int held = real (lock);
  if (held == 1)
    acquired (thread, ompt_mutex_test_nest_lock, state, ID (lock), place);
  else
    go_on (thread, state);
  if (held > 1)
    nested (ompt_scope_begin, ID (lock), place);
  return held;
}

#define LOCK_SET(name, function, ...)					\
void									\
wrap_##name (void *lock)						\
{									\
  if (IS_DORMANT)							\
    real_##name (lock);							\
  else									\
    function (real_##name, lock, ##__VA_ARGS__, PLACE);			\
}
#define LOCK_UNSET(name)						\
void									\
wrap_##name (void *lock)						\
{									\
  real_##name (lock);							\
  if (IS_DORMANT)							\
    return;								\
  self ();								\
  released (ompt_mutex_lock, ID (lock), PLACE);				\
}
#define LOCK_TEST(name, function)					\
int									\
wrap_##name (void *lock)						\
{									\
  return (IS_DORMANT ? real_##name (lock)				\
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
  LOCK_SET (omp_unset_nest_lock##suffix, unset_nest_lock, ref)		\
  LOCK_TEST (omp_test_nest_lock##suffix, test_nest_lock)

#include "gomp-calls.def"
