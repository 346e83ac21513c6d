/* lock.h - a lock that needs nothing of the program's thread library.

   SPDX-License-Identifier: Apache-2.0

   Held for some instructions, or for a system call at most; never over a
   call to anything outside the recorder.  In the child of a fork all are free:
   they are in a section of their own for that (fork.c).  */

#pragma once

#include <linux/futex.h>
#include <stdbool.h>
#include <unistd.h>
#include "block.h"
#include "ground/state.h"

/* 0 free, 1 held, 2 held and someone may be waiting.  */
typedef int gasp_tool_lock;

/* static GASP_TOOL_LOCK (NAME): one.  */
#define GASP_TOOL_LOCK(name) \
  gasp_tool_lock name __attribute__ ((section ("gasp_tool_locks")))

static inline void
lock (gasp_tool_lock *l)
{
  int state = 0;
  if (__atomic_compare_exchange_n (l, &state, 1, 0, __ATOMIC_ACQUIRE,
				   __ATOMIC_RELAXED))
    return;
  while (__atomic_exchange_n (l, 2, __ATOMIC_ACQUIRE) != 0)
    if (!gasp_tool_sandboxed)
      ASK_KERNEL (SYS_futex, (long) l, FUTEX_WAIT_PRIVATE, 2);
}

/* Returns whether L is held now.  */
static inline bool
try_lock (gasp_tool_lock *l)
{
  int state = 0;
  return __atomic_compare_exchange_n (l, &state, 1, 0, __ATOMIC_ACQUIRE,
				      __ATOMIC_RELAXED);
}

static inline void
unlock (gasp_tool_lock *l)
{
  if (__atomic_exchange_n (l, 0, __ATOMIC_RELEASE) == 2
      && !gasp_tool_sandboxed)
    ASK_KERNEL (SYS_futex, (long) l, FUTEX_WAKE_PRIVATE, 1);
}

/* The holder of a lock, with signals blocked.  Otherwise a handler could
   stop the thread until another one, such as a garbage collector, has called
   functions that need the lock; or the handler itself may need it.  For all
   locks but those that no thread waits for.  */
struct gasp_tool_holder {
  bool has_blocked;
  gasp_signals saved;
};

static inline void
begin_quiet (struct gasp_tool_holder *holder)
{
  holder->has_blocked = !gasp_tool_may_be_sandboxed;
  if (holder->has_blocked)
    gasp_block_signals (&holder->saved);
}

static inline void
end_quiet (const struct gasp_tool_holder *holder)
{
  if (holder->has_blocked)
    gasp_unblock_signals (&holder->saved);
}

static inline void
lock_quietly (gasp_tool_lock *l, struct gasp_tool_holder *holder)
{
  begin_quiet (holder);
  lock (l);
}

/* Takes L if no other holds it: the caller may have interrupted a holder in
   spite of that.  Returns whether L is held now.  */
static inline bool
try_lock_quietly (gasp_tool_lock *l, struct gasp_tool_holder *holder)
{
  if (gasp_tool_may_be_sandboxed)
    {
      holder->has_blocked = false;
      return try_lock (l);
    }
  lock_quietly (l, holder);
  return true;
}

/* Takes L, which may be held with signals unblocked: by a call that a handler
   has left for another stack and that never goes on.  Returns whether L is held
   now; if not, after a while, signals are not blocked, either.  */
static inline bool
lock_for_a_while (gasp_tool_lock *l, struct gasp_tool_holder *holder)
{
  const struct timespec tick = { .tv_nsec = 1000000 };
  begin_quiet (holder);
  for (int i = 0; i < 100; i++)
    {
      if (try_lock (l))
	return true;
      if (gasp_tool_sandboxed)
	break;
      ASK_KERNEL (SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, (long) &tick);
    }
  end_quiet (holder);
  return false;
}

static inline void
unlock_quietly (gasp_tool_lock *l, const struct gasp_tool_holder *holder)
{
  unlock (l);
  end_quiet (holder);
}
