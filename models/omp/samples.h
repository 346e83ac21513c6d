/* samples.h - samples of the mutexes that a thread acquires.

   SPDX-License-Identifier: Apache-2.0

   When no consumer wants all events of mutexes, one acquisition in so many is a
   sample: an event that stands for those that were passed over.  The time of
   each of these is recorded, too, for threads that have to wait (gasp_gcc.h),
   and a long wait is an event.  While a thread holds a mutex, this reads the
   time stamp counter and writes to memory of the thread's own, and does nothing
   else.  */

#ifndef GASP_OMP_SAMPLES_H
#define GASP_OMP_SAMPLES_H

#include "gasp_gcc.h"
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push (hidden)

/* Nobody wants events of mutexes any more, but for the ends of those that are
   open, and samples.  */
extern bool gasp_omp_mutexes_done;

/* A place where mutexes are got.  */
struct mutex_use {
  const void *address;		/* that the construct's call returns to */
  unsigned int waiting, place;	/* as in a sample */
  unsigned int passes;		/* to be passed over before the next sample */
  unsigned int planned;		/* there were so many at first */
  gasp_gcc_word sampled;	/* when the latest one was given back */
};
#define MUTEX_USES 64		/* a power of 2 */

struct mutex_sample {
  struct gasp_gcc_lock_sample told;
  const void *address;
};
#define MUTEX_SAMPLES 16

/* A thread's.  The events to come of mutexes that it has are in HAD, and behind
   them what may become one; of more at a time there are none.  */
struct mutex_samples {
  unsigned int random;
  gasp_gcc_word long_wait;	/* ticks */
  struct gasp_gcc_locks_had *past; /* the tool's; null: it wants nothing */
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

/* Returns whether the mutex that the calling thread is about to get at ADDRESS
   is to be passed over; then mutex_passed is to be called when it has it.  */
extern bool mutex_is_passed (const void *address);
/* Returns whether it has waited for LOCK so long that there will be an event
   when it gives that back.  */
extern bool mutex_passed (uintptr_t lock);

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
/* Notes what the tool has answered to SAMPLE.  */
extern void mutex_told (struct mutex_samples *samples,
			const struct mutex_sample *sample);

#pragma GCC visibility pop

#endif /* GASP_OMP_SAMPLES_H */
