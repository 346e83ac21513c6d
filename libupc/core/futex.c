/* futex.c - waiting: spin a little, then sleep.

   SPDX-License-Identifier: Apache-2.0

   With a processor for each thread, what is waited for is likely to come while
   spinning.  With fewer, spinning keeps away the one that is waited for: give
   the processor up at once, a few times, as the others may be just as short of
   it, and then sleep.

   Whoever changes a word looks for sleepers after that, who look at the word
   after having been counted.  So each needs a fence, or one of them sees
   nothing of the other.  A fence waits until the word has come from the
   processor of those who looked at it.  Where waiting mostly ends before
   sleeping, those who are about to sleep have the kernel do the others' fences
   too.  */

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>
#include "berkeley/bupc.h"
#include "core/control.h"
#include "syscall.h"

static struct
{
  int spins;			/* looks before giving up the processor */
  int yields;
  bool spread;			/* each thread can have a processor */
} patience = { 0, 0, false };

/* True if sleepers do the fences of those that wake them, in all processes.  */
static bool sleepers_fence;

/* The kernel is asked directly: a tool takes the C library's function for the
   program's own wait.  */

static bool
membarrier (int command)
{
  return ASK_KERNEL (SYS_membarrier, command, 0, 0) == 0;
}

void
upc_nap (long ns)
{
  const struct timespec time = { 0, ns };
  ASK_KERNEL (SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, (long) &time);
}

void
upc_spin_prepare (int processors)
{
  int threads = upc_control->count;
  bool crowded = threads > processors;
  patience.spread = !crowded && threads > 1;
  patience.spins = crowded ? 20 : 500;
  patience.yields = threads > 8 * processors ? 0 : crowded ? 20 : 50;
  int saved_errno = errno;
  sleepers_fence
    = patience.spread && membarrier (MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED);
  errno = saved_errno;
}

/* Registers this process for the kernel's fences, which it does in those that
   have asked for it.  */
void
upc_spin_prepare_thread (void)
{
  int saved_errno = errno;
  if (sleepers_fence)
    membarrier (MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED);
  errno = saved_errno;
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
  return ASK_KERNEL (SYS_futex, (long) word, operation, value, (long) limit);
}

/* How long a thread waits before it looks whether the one that it waits for is
   still there.  */
static const struct timespec a_while = { 0, 500000000 };

static bool
has_changed (const uint32_t *word, uint32_t value)
{
  return __atomic_load_n (word, __ATOMIC_ACQUIRE) != value;
}

/* Looks at *WORD until it is 0, less and less often, as looking delays the
   thread that is to change it.  Returns whether that came before patience
   ended.  */
bool
upc_is_free_soon (const uint32_t *word)
{
  int longest = patience.spread ? 32 : 4, pause = 1;
  for (int left = 4 * patience.spins; left > 0; left -= pause)
    {
      if (__atomic_load_n (word, __ATOMIC_RELAXED) == 0)
	return true;
      pause = pause < longest ? 2 * pause : longest;
      for (int i = 0; i < pause; i++)
	relax ();
    }
  return false;
}

/* Sleeps while *WORD is VALUE, until it is woken or half a second is over.
   Returns whether it was woken.  */
bool
upc_sleep_while (const uint32_t *word, uint32_t value)
{
  int saved_errno = errno;
  bool woken = futex (word, FUTEX_WAIT, value, &a_while) == 0;
  errno = saved_errno;
  return woken;
}

/* Wakes one sleeper.  Returns whether there was one.  */
bool
upc_wake_one (const uint32_t *word)
{
  int saved_errno = errno;
  bool woken = futex (word, FUTEX_WAKE, 1, NULL) > 0;
  errno = saved_errno;
  return woken;
}

/* Returns whether *WORD changed before patience ended.  */
static bool
changes_soon (const uint32_t *word, uint32_t value)
{
  for (int i = 0; i < patience.spins; i++)
    {
      if (has_changed (word, value))
	return true;
      relax ();
    }
  for (int i = 0; i < patience.yields; i++)
    {
      sched_yield ();
      if (has_changed (word, value))
	return true;
    }
  return false;
}

/* Sleeps while *WORD is VALUE, but not for ever: a seccomp filter of the
   program may forbid the fence.  */
static void
sleep_a_while (const uint32_t *word, uint32_t value, uint32_t *sleepers)
{
  int saved_errno = errno;
  __atomic_add_fetch (sleepers, 1, __ATOMIC_SEQ_CST);
  if (sleepers_fence)
    membarrier (MEMBARRIER_CMD_GLOBAL_EXPEDITED);
  if (!has_changed (word, value))
    futex (word, FUTEX_WAIT, value, &a_while);
  __atomic_sub_fetch (sleepers, 1, __ATOMIC_RELAXED);
  errno = saved_errno;
}

/* Lets others go on.  The program calls it while it waits by itself.  */
void
bupc_poll (void)
{
  upc_conduit_fence ();
  if (THREADS > 1 && !patience.spread)
    sched_yield ();
}

void
upc_wait_while (const uint32_t *word, uint32_t value, uint32_t *sleepers)
{
  if (changes_soon (word, value))
    return;
  while (!has_changed (word, value))
    sleep_a_while (word, value, sleepers);
}

bool
upc_wait_a_while (const uint32_t *word, uint32_t value, uint32_t *sleepers)
{
  if (changes_soon (word, value))
    return true;
  sleep_a_while (word, value, sleepers);
  return has_changed (word, value);
}

static void
wake_all (const uint32_t *word)
{
  int saved_errno = errno;
  futex (word, FUTEX_WAKE, INT_MAX, NULL);
  errno = saved_errno;
}

void
upc_wake_all (const uint32_t *word, uint32_t *sleepers)
{
  if (sleepers_fence)
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
  else
    __atomic_thread_fence (__ATOMIC_SEQ_CST);
  if (unlikely (__atomic_load_n (sleepers, __ATOMIC_RELAXED)))
    wake_all (word);
}

/* ---- Barriers  */

uint32_t
upc_count_arrival (struct upc_barrier *barrier, uint32_t one)
{
  return __atomic_fetch_add (&barrier->arrived, one, __ATOMIC_SEQ_CST);
}

void
upc_next_phase (struct upc_barrier *barrier)
{
  __atomic_store_n (&barrier->arrived, 0, __ATOMIC_RELAXED);
  __atomic_add_fetch (&barrier->phase, 1, __ATOMIC_RELEASE);
  upc_wake_all (&barrier->phase, &barrier->sleepers);
}

uint32_t
upc_arrive (struct upc_barrier *barrier)
{
  uint32_t phase = __atomic_load_n (&barrier->phase, __ATOMIC_ACQUIRE);
  if (upc_count_arrival (barrier, 1) + 1 == (uint32_t) THREADS)
    upc_next_phase (barrier);
  return phase;
}

void
upc_await (struct upc_barrier *barrier, uint32_t phase)
{
  enum upc_waits_for what = UPC_WAITS_FOR_COLLECTIVE;
  if (barrier == &upc_control->barrier)
    what = UPC_WAITS_FOR_BARRIER;
  if (changes_soon (&barrier->phase, phase))
    return;
  while (!has_changed (&barrier->phase, phase))
    {
      sleep_a_while (&barrier->phase, phase, &barrier->sleepers);
      if (!has_changed (&barrier->phase, phase))
	upc_keep_waiting (what, 0);
    }
  upc_end_waiting_for ();
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

/* Spins, then sleeps a while, or until MUTEX may be free.  Returns whether it
   was taken.  */
static bool
mutex_lock_once (struct upc_mutex *mutex)
{
  if (mutex_comes_soon (mutex)
      || __atomic_exchange_n (&mutex->word, 2, __ATOMIC_ACQUIRE) == 0)
    return true;
  upc_sleep_while (&mutex->word, 2);
  return __atomic_exchange_n (&mutex->word, 2, __ATOMIC_ACQUIRE) == 0;
}

void
upc_mutex_lock (struct upc_mutex *mutex)
{
  if (upc_mutex_try (mutex))
    return;
  while (!mutex_lock_once (mutex))
    ;
}

void
upc_mutex_unlock (struct upc_mutex *mutex)
{
  if (__atomic_exchange_n (&mutex->word, 0, __ATOMIC_RELEASE) == 2)
    upc_wake_one (&mutex->word);
}
