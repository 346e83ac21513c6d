/* samples.h - samples of the mutexes that a thread acquires.

   SPDX-License-Identifier: Apache-2.0

   When no consumer wants all events of mutexes, one acquisition in so many is a
   sample: an event that stands for those that were passed over.  The time of
   each of these is recorded, too, for threads that have to wait (gasp_gcc.h),
   and a long wait is an event.  Or none is passed over: then the thread adds up
   its times by itself, where the answer to a mutex's first sample says.  While
   a thread holds a mutex, this reads the time stamp counter and writes to
   memory of the thread's own, and does nothing else.  */

#pragma once

#include "gasp_gcc.h"
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

/* Set when GASP's tool wants samples in place of events of mutexes: only the
   ends of what is open are still events.  */
extern bool gasp_omp_mutexes_sampled;
/* Set when no tool wants events of mutexes.  */
extern bool gasp_omp_mutexes_done;
/* Counts how often both were reset, as they are when a tool comes or goes.  */
extern unsigned int gasp_omp_mutexes_turn;

/* A place where mutexes are got.  */
struct mutex_use {
  const void *address;		/* that the construct's call returns to */
  uintptr_t lock;		/* only this one, if its times are added up */
  struct gasp_gcc_lock_sums *waited, *held;
  unsigned int waiting, place;	/* as in a sample */
  unsigned int passes;		/* to be passed over before the next sample */
  unsigned int planned;		/* there were so many at first */
  gasp_gcc_word sampled;	/* when the latest one was given back */
};
#define MUTEX_USES 256		/* a power of 2 */

struct mutex_sample {
  struct gasp_gcc_lock_sample told;
  const void *address;
  unsigned int number;		/* among those it had, if times are added up */
};
#define MUTEX_SAMPLES 32

/* A thread's.  The events to come of mutexes that it has are in HAD, and after
   them what may become one; of more at a time there are none.  */
struct mutex_samples {
  unsigned int random;
  unsigned int turn;		/* that the rest is of */
  gasp_gcc_word long_wait, free_wait; /* ticks */
  struct gasp_gcc_locks_had *past; /* the tool's; null: it wants nothing */
  struct gasp_gcc_frame *const *top; /* see gasp_gcc_top */
  bool are_added_up;
  gasp_gcc_word owed;		/* waiting that no event stands for yet */
  struct gasp_gcc_lock_sums nowhere;
  /* The mutex that is about to be passed over.  */
  const struct mutex_use *use;
  gasp_gcc_word since;

  struct mutex_use uses[MUTEX_USES];
  unsigned int count;
  struct mutex_sample had[MUTEX_SAMPLES + 1];
};

/* The calling thread's, once it has had a sample.  */
extern __thread struct mutex_samples *gasp_omp_mutex_samples
  __attribute__ ((tls_model ("initial-exec")));

/* Returns whether there is to be no sample of LOCK, which the calling thread
   is about to get at ADDRESS.  */
extern bool mutex_is_passed (uintptr_t lock, const void *address);
/* Notes that the thread has got LOCK, of which there is to be no sample.  */
extern void mutex_passed (uintptr_t lock);
/* Does the same for a LOCK that the thread did not wait for.  */
extern void mutex_was_free (uintptr_t lock);
/* Adds up the times of LOCK, which the calling thread has given back, if that
   is all that is to be done.  Returns false if not.  */
extern bool mutex_given_quietly (uintptr_t lock);
/* Returns whether the thread has LOCK as a sample, or adds up its times.  */
extern bool mutex_is_had (uintptr_t lock);

/* Returns whether the tool has to be asked what SAMPLES are to have of a lock
   that is new.  */
extern bool mutex_is_to_ask (const struct mutex_samples *samples);
/* Makes *SAMPLE one that asks, for LOCK at ADDRESS.  */
extern void mutex_ask (struct mutex_sample *sample, uintptr_t lock,
		       const void *address, unsigned int waiting);

/* Notes in SAMPLES that the thread wants LOCK at ADDRESS; the event is WAITING,
   or 0.  */
extern void mutex_wanted (struct mutex_samples *samples, uintptr_t lock,
			  const void *address, unsigned int waiting);
/* Notes that it has got LOCK; returns false if it did not want a sample.  */
extern bool mutex_got (struct mutex_samples *samples, uintptr_t lock);
/* Takes LOCK out, which the thread has given back, and sets *SAMPLE.  Returns
   whether it was one.  */
extern bool mutex_given (struct mutex_samples *samples, uintptr_t lock,
			 struct mutex_sample *sample);
/* Adds up the times of SAMPLE, which was given back.  Returns false if it is to
   be an event.  */
extern bool mutex_add_up (struct mutex_samples *samples,
			  struct mutex_sample *sample);
/* Notes what the tool has answered to SAMPLE.  */
extern void mutex_told (struct mutex_samples *samples,
			const struct mutex_sample *sample);

#pragma GCC visibility pop
