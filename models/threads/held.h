/* held.h - which locks the threads hold, and how often they took which.

   SPDX-License-Identifier: Apache-2.0

   Written at each lock and unlock, so each thread writes memory of its own, and
   takes no time from a clock.  Another one reads it only when it has to
   wait.  */

#pragma once

#include "gasp_threads.h"
#include "library-call.h"
#include "users.h"
#include <stdint.h>

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

#pragma GCC visibility push (hidden)

/* A lock that a thread has, from PLACE on, a number of the tool's.  */
enum held_how {
  FREE,
  NEW,				/* likewise, at a place that is: see users.h */
  WAITED,			/* it was not free: there are events */
  SAMPLED			/* likewise, but for a sample at the end */
};
struct held {
  const void *lock;
  unsigned int place;
  enum held_how how;
};

/* A lock, and the address to which the call that takes it returns, or its
   user's call.  */
struct use {
  const void *lock, *address;
  struct gasp_gcc_lock_use told;
};

/* After this many uses that were new or had been forgotten, those of different
   locks at one place are counted as one, of no lock.  */
#define MOST_MISSES 20000

/* A lock that was waited for long, by a call of NAME, returning to ADDRESS in
   its user.  */
struct sample {
  const char *name;
  const void *address;
  struct gasp_gcc_lock_sample told;
};

/* Of a thread.  A child of a fork finds zeros.  */
#define HELD 32
#define SAMPLES 8
#define USES 256		/* a power of 2 */
#define LEARNING 4
struct mine {
  bool is_taken;
  unsigned int held_count, misses;
  unsigned int thread;		/* a number of the tool's */
  unsigned long switches;	/* how often it had left the processor */
  struct held held[HELD];
  unsigned long uncounted;
  struct use uses[USES];
  unsigned int sample_count;
  struct sample samples[SAMPLES];	/* of locks that it has */
  struct learning learning[LEARNING];	/* likewise */
} __attribute__ ((aligned (4096)));

/* The calling thread's, or null.  */
extern __thread struct mine *held_mine
  __attribute__ ((tls_model ("initial-exec")));
/* Gives the calling thread one; null if there is none.  */
extern struct mine *held_begin (void);
/* Counts that ME has got LOCK by CALL, of a user that may be new, and notes
   HOW.  */
extern void held_got (struct mine *me, const struct library_call *call,
		      const void *lock, enum held_how how);
/* Learns who uses LOCK, which ME gives back by CALL, if that was new.  Returns
   the place, if another one was said so far; else 0.  */
extern unsigned int held_learn (struct mine *me,
				const struct library_call *call,
				const void *lock);
/* Sets *HOLDER to the thread that has LOCK.  Returns false if that is not
   known.  */
extern bool held_find_holder (const void *lock,
			      struct gasp_gcc_lock_use *holder);

extern void held_prepare (void);

static inline struct mine *
held_by_me (void)
{
  struct mine *me = held_mine;
  return likely (me && me->is_taken) ? me : held_begin ();
}

/* Returns where the use of LOCK at ADDRESS is, if ME knows it.  */
static inline struct use *
held_slot (struct mine *me, const void *lock, const void *address)
{
  uintptr_t bits = (uintptr_t) lock >> 3;
  bits ^= (uintptr_t) address * 0x9e3779b1u >> 7;
  return &me->uses[(bits ^ bits >> 9) % USES];
}

/* Returns the use of LOCK at ADDRESS, or null if ME does not know it.  */
static inline struct use *
held_known (struct mine *me, const void *lock, const void *address)
{
  struct use *use = held_slot (me, lock, address);
  return likely (use->lock == lock && use->address == address) ? use : NULL;
}

/* Notes that ME has got a lock, at PLACE.  */
static inline void
held_push (struct mine *me, const void *lock, unsigned int place,
	   enum held_how how)
{
  unsigned int number = me->held_count;
  if (unlikely (number >= HELD))
    return;
  me->held[number] = (struct held) { lock, place, how };
  __atomic_store_n (&me->held_count, number + 1, __ATOMIC_RELEASE);
}

/* Notes that ME no longer has LOCK: sets *HELD to how it had it.  Returns
   false if that is not known.  */
static inline bool
held_pop (struct mine *me, const void *lock, struct held *held)
{
  unsigned int i = me->held_count;
  while (i-- > 0)
    if (likely (me->held[i].lock == lock))
      {
	*held = me->held[i];
	for (; unlikely (i + 1 < me->held_count); i++)
	  me->held[i] = me->held[i + 1];
	__atomic_store_n (&me->held_count, i, __ATOMIC_RELEASE);
	return true;
      }
  return false;
}

#pragma GCC visibility pop
