/* lock-holders.h - who holds which lock of a team, or held it.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "models/team.h"
#include "gasp_gcc.h"
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

/* How the thread came to have it: by waiting at PLACE, or, if that is 0, not. 
   FIRST is who had it then, if its place is not 0; since when is not known.  */
struct wait {
  const void *lock;
  uint64_t since, until;
  gasp_record_ref place;
  struct gasp_gcc_had first;
  bool in_order;		/* the order in which threads get it is given */
  bool is_sample;		/* what threads have has no events */
};

#define HELD 32
#define FOUND 96

/* Of a thread.  Others read it at any time; so it remains when the thread
   ends, until another one takes it over.  */
struct holder {
  bool is_taken;
  /* In the order in which they were given back; of samples, got.  */
  struct gasp_gcc_locks_had past;
  /* Read by other threads only if no released lock explains their wait.  */
  unsigned int held_count __attribute__ ((aligned (128)));
  struct gasp_gcc_had held[HELD];	/* the latest is the last */
  /* Its own.  */
  struct wait waits[HELD] __attribute__ ((aligned (128)));
  struct wait wait;		/* that is over, for a lock that it is about to
				   have; else its LOCK is null */
  struct gasp_gcc_had first;	/* who has the lock that it waits for */
  struct gasp_gcc_had released;	/* that it is giving back, or its place is 0 */
  struct wait released_wait;
  uint64_t owed;		/* waiting that no sample stands for yet */
  struct gasp_gcc_had found[FOUND];
};

/* Returns a holder that no thread has; null if there is none.  */
extern struct holder *gasp_tool_take_holder (void);

static inline struct holder *
gasp_tool_holder_of (gasp_context_t context)
{
  if (unlikely (!context->holder))
    context->holder = gasp_tool_take_holder ();
  return context->holder;
}

/* Adds what H's thread HAD, for others to see.  */
static inline void
gasp_tool_add_past (struct holder *h, const struct gasp_gcc_had *had)
{
  h->past.list[h->past.count % GASP_GCC_LOCKS_HAD] = *had;
  __atomic_store_n (&h->past.count, h->past.count + 1, __ATOMIC_RELEASE);
}

/* Finds whom to blame for WAIT, which stands for waiting of ALL.  */
extern void gasp_tool_blame (gasp_context_t context, struct holder *h,
			     const struct wait *wait, uint64_t all);
/* Adds up WAIT, and finds whom to blame if H is not null.  */
extern void gasp_tool_settle_wait (gasp_context_t context, struct holder *h,
				   const struct wait *wait);
/* Lets another thread take H over.  */
extern void gasp_tool_release_holder (struct holder *h);

#pragma GCC visibility pop
