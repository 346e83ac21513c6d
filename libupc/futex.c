/* futex.c - waiting: spin a little, then sleep.

   SPDX-License-Identifier: Apache-2.0

   With a processor for each thread, what is waited for is likely to come while
   spinning.  With fewer, spinning keeps away the one that is waited for: give
   the processor up at once, a few times, as the others may be just as short of
   it, and then sleep.

   The kernel likes to wake a thread where the one that woke it is, and where
   there are other programs it leaves the two there, taking turns, though each
   could have a processor.  So whoever waits in vain looks whether that is so,
   and then goes to another one.  */

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "control.h"

static struct
{
  int spins;			/* looks before giving up the processor */
  int yields;
  bool spread;			/* each thread can have a processor */
} patience = { 0, 0, false };

void
upc_spin_prepare (void)
{
  cpu_set_t set;
  int processors = (sched_getaffinity (0, sizeof set, &set) == 0
		    ? CPU_COUNT (&set) : 1);
  bool crowded = THREADS > processors;
  patience.spread = !crowded && THREADS > 1;
  for (int t = 0; t < THREADS; t++)
    upc_control->threads[t].processor = -1;
  patience.spins = crowded ? 20 : 500;
  patience.yields = THREADS > 8 * processors ? 0 : crowded ? 20 : 50;
}

static inline void
relax (void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause ();
#else
  __asm__ volatile ("" : : : "memory");
#endif
}

static long
futex (const uint32_t *word, int operation, uint32_t value,
       const struct timespec *limit)
{
  return syscall (SYS_futex, word, operation, value, limit, NULL, 0);
}

/* After that, one looks whether the one that is waited for is still there.  */
static const struct timespec a_while = { 0, 500000000 };

static bool
has_changed (const uint32_t *word, uint32_t value)
{
  return __atomic_load_n (word, __ATOMIC_ACQUIRE) != value;
}

/* ---- Threads that share a processor without need  */

/* Milliseconds from one move to the next.  */
enum { REST = 20 };

static bool
rested (void)
{
  static long last;
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC_COARSE, &t);
  long now = t.tv_sec * 1000 + t.tv_nsec / 1000000;
  if (now - last < REST)
    return false;
  last = now;
  return true;
}

/* Go to a processor of SET where no other thread has been seen waiting.  */
static void
move_from (const cpu_set_t *set)
{
  cpu_set_t left = *set, one;
  for (int t = 0; t < THREADS; t++)
    {
      int taken = __atomic_load_n (&upc_control->threads[t].processor,
				   __ATOMIC_RELAXED);
      if (t != MYTHREAD && taken >= 0)
	CPU_CLR (taken, &left);
    }
  for (int to = 0; to < CPU_SETSIZE; to++)
    if (CPU_ISSET (to, &left))
      {
	CPU_ZERO (&one);
	CPU_SET (to, &one);
	if (sched_setaffinity (0, sizeof one, &one) == 0)
	  sched_setaffinity (0, sizeof *set, set);
	return;
      }
}

static void
part_company (void)
{
  int here = sched_getcpu (), saved_errno = errno;
  cpu_set_t set;
  if (here < 0)
    return;
  __atomic_store_n (&upc_this_thread ()->processor, here, __ATOMIC_RELAXED);
  for (int t = 0; t < MYTHREAD; t++)
    if (__atomic_load_n (&upc_control->threads[t].processor, __ATOMIC_RELAXED)
	== here)
      {
	if (rested () && sched_getaffinity (0, sizeof set, &set) == 0)
	  move_from (&set);
	break;
      }
  errno = saved_errno;
}

/* Whether *WORD changed before patience ended.  */
static bool
changes_soon (const uint32_t *word, uint32_t value)
{
  for (int i = 0; i < patience.spins; i++)
    {
      if (has_changed (word, value))
	return true;
      relax ();
    }
  if (patience.spread)
    part_company ();
  for (int i = 0; i < patience.yields; i++)
    {
      sched_yield ();
      if (has_changed (word, value))
	return true;
    }
  return false;
}

void
upc_wait_while (const uint32_t *word, uint32_t value, uint32_t *sleepers)
{
  if (changes_soon (word, value))
    return;
  int saved_errno = errno;
  __atomic_add_fetch (sleepers, 1, __ATOMIC_SEQ_CST);
  while (!has_changed (word, value))
    futex (word, FUTEX_WAIT, value, NULL);
  __atomic_sub_fetch (sleepers, 1, __ATOMIC_RELAXED);
  errno = saved_errno;
}

bool
upc_wait_a_while (const uint32_t *word, uint32_t value, uint32_t *sleepers)
{
  if (changes_soon (word, value))
    return true;
  int saved_errno = errno;
  __atomic_add_fetch (sleepers, 1, __ATOMIC_SEQ_CST);
  if (!has_changed (word, value))
    futex (word, FUTEX_WAIT, value, &a_while);
  __atomic_sub_fetch (sleepers, 1, __ATOMIC_RELAXED);
  errno = saved_errno;
  return has_changed (word, value);
}

void
upc_wake_all (const uint32_t *word, uint32_t *sleepers)
{
  int saved_errno = errno;
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
  if (__atomic_load_n (sleepers, __ATOMIC_RELAXED))
    futex (word, FUTEX_WAKE, INT_MAX, NULL);
  errno = saved_errno;
}

/* ---- Meetings  */

uint32_t
upc_count_arrival (struct upc_meeting *meeting, uint32_t one)
{
  return __atomic_fetch_add (&meeting->arrived, one, __ATOMIC_SEQ_CST);
}

void
upc_next_phase (struct upc_meeting *meeting)
{
  __atomic_store_n (&meeting->arrived, 0, __ATOMIC_RELAXED);
  __atomic_add_fetch (&meeting->phase, 1, __ATOMIC_RELEASE);
  upc_wake_all (&meeting->phase, &meeting->sleepers);
}

uint32_t
upc_arrive (struct upc_meeting *meeting)
{
  uint32_t phase = __atomic_load_n (&meeting->phase, __ATOMIC_ACQUIRE);
  if (upc_count_arrival (meeting, 1) + 1 == (uint32_t) THREADS)
    upc_next_phase (meeting);
  return phase;
}

void
upc_await (struct upc_meeting *meeting, uint32_t phase)
{
  upc_wait_while (&meeting->phase, phase, &meeting->sleepers);
}

/* ---- Mutexes: 0 is free, 1 held, 2 held and perhaps waited for  */

bool
upc_mutex_try (struct upc_mutex *mutex)
{
  uint32_t expected = 0;
  return __atomic_compare_exchange_n (&mutex->word, &expected, 1, false,
				      __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static bool
mutex_comes_soon (struct upc_mutex *mutex)
{
  for (int i = 0; i < patience.spins / 10; i++)
    {
      relax ();
      if (__atomic_load_n (&mutex->word, __ATOMIC_RELAXED) == 0
	  && upc_mutex_try (mutex))
	return true;
    }
  return false;
}

/* Spin, then sleep a while, or until MUTEX may be free; whether it was taken.  */
bool
upc_mutex_lock_once (struct upc_mutex *mutex)
{
  if (mutex_comes_soon (mutex)
      || __atomic_exchange_n (&mutex->word, 2, __ATOMIC_ACQUIRE) == 0)
    return true;
  int saved_errno = errno;
  futex (&mutex->word, FUTEX_WAIT, 2, &a_while);
  errno = saved_errno;
  return __atomic_exchange_n (&mutex->word, 2, __ATOMIC_ACQUIRE) == 0;
}

void
upc_mutex_lock (struct upc_mutex *mutex)
{
  if (upc_mutex_try (mutex))
    return;
  while (!upc_mutex_lock_once (mutex))
    ;
}

void
upc_mutex_unlock (struct upc_mutex *mutex)
{
  if (__atomic_exchange_n (&mutex->word, 0, __ATOMIC_RELEASE) != 2)
    return;
  int saved_errno = errno;
  futex (&mutex->word, FUTEX_WAKE, 1, NULL);
  errno = saved_errno;
}
