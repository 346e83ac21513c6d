/* samples.c - samples of the mutexes that a thread acquires: see samples.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "samples.h"
#include "gasp_omp.h"
#include "ticks.h"

bool gasp_omp_mutexes_done;
__thread struct mutex_samples *gasp_omp_mutex_samples;

static struct mutex_use *
use_of (struct mutex_samples *samples, const void *address)
{
  uintptr_t bits = (uintptr_t) address;
  return &samples->uses[(bits ^ bits >> 6) % MUTEX_USES];
}

/* Writes down that LOCK was got at USE, SINCE then.  */
static inline void
add_had (struct gasp_gcc_locks_had *past, uintptr_t lock,
	 const struct mutex_use *use, gasp_gcc_word since)
{
  past->list[past->count % GASP_GCC_LOCKS_HAD] = (struct gasp_gcc_had) {
    (const void *) lock, since, 0, use->place, past->thread
  };
  __atomic_store_n (&past->count, past->count + 1, __ATOMIC_RELEASE);
}

/* ---- What is passed over.  */

bool
mutex_is_passed (const void *address)
{
  struct mutex_samples *samples = gasp_omp_mutex_samples;
  if (!samples)
    return false;
  samples->use = NULL;
  if (!samples->past)
    return true;
  struct mutex_use *use = use_of (samples, address);
  if (use->address != address || !use->passes || samples->past->are_forgotten)
    return false;
  use->passes--;
  samples->use = use;
  samples->since = read_tsc ();
  return true;
}

bool
mutex_passed (uintptr_t lock)
{
  struct mutex_samples *samples = gasp_omp_mutex_samples;
  const struct mutex_use *use = samples->use;
  if (!use)
    return false;
  uint64_t now = read_tsc ();
  add_had (samples->past, lock, use, now);
  if (now - samples->since < samples->long_wait || !use->waiting
      || samples->count == MUTEX_SAMPLES)
    return false;
  samples->had[samples->count++] = (struct mutex_sample) {
    { .lock = (const void *) lock, .waiting = use->waiting,
      .holding = GASP_GCC_OMP_HOLD, .since = samples->since, .got = now },
    use->address
  };
  return true;
}

/* ---- Samples.  */

void
mutex_wanted (struct mutex_samples *samples, uintptr_t lock,
	      const void *address, unsigned int waiting)
{
  const struct mutex_use *use = use_of (samples, address);
  struct mutex_sample *wanted = &samples->had[samples->count];
  bool is_known = use->address == address;
  wanted->address = address;
  wanted->told = (struct gasp_gcc_lock_sample) {
    .lock = (const void *) lock, .waiting = waiting,
    .holding = GASP_GCC_OMP_HOLD,
    .stands_for = is_known ? use->planned - use->passes + 1 : 1,
    .before = is_known ? use->sampled : 0
  };
  wanted->told.since = read_tsc ();
}

bool
mutex_got (struct mutex_samples *samples, uintptr_t lock)
{
  struct mutex_sample *got = &samples->had[samples->count];
  if ((uintptr_t) got->told.lock != lock || samples->count == MUTEX_SAMPLES)
    return false;
  got->told.got = read_tsc ();
  struct mutex_use *use = use_of (samples, got->address);
  use->planned = use->passes;
  if (samples->past && use->address == got->address)
    add_had (samples->past, lock, use, got->told.got);
  samples->count++;
  samples->had[samples->count].told.lock = NULL;
  return true;
}

bool
mutex_given (struct mutex_samples *samples, uintptr_t lock,
	     struct mutex_sample *sample)
{
  unsigned int i = samples->count;
  while (i > 0 && (uintptr_t) samples->had[i - 1].told.lock != lock)
    i--;
  if (i == 0)
    return false;
  *sample = samples->had[i - 1];
  sample->told.given = read_tsc ();
  for (samples->count--; i <= samples->count; i++)
    samples->had[i - 1] = samples->had[i];
  samples->had[samples->count].told.lock = NULL;
  return true;
}

/* Returns a random number, PASSES on average: so no lock of a loop is always
   passed over.  */
static unsigned int
draw (struct mutex_samples *samples, unsigned int passes)
{
  samples->random = samples->random * 1664525 + 1013904223;
  return (uint64_t) samples->random * (2ull * passes + 1) >> 32;
}

void
mutex_told (struct mutex_samples *samples, const struct mutex_sample *sample)
{
  const struct gasp_gcc_lock_sample *told = &sample->told;
  samples->past = told->past;
  gasp_omp_mutex_samples = samples;
  if (!told->past)
    return;
  samples->long_wait = told->long_wait;
  if (told->past->are_forgotten)
    __builtin_memset (samples->uses, 0, sizeof samples->uses);
  told->past->are_forgotten = false;
  /* After a long wait, what was planned remains.  */
  if (!told->stands_for)
    return;
  struct mutex_use *use = use_of (samples, sample->address);
  /* Not 0 if it was had again meanwhile.  */
  unsigned int passed
    = use->address == sample->address ? use->planned - use->passes : 0;
  unsigned int passes = draw (samples, told->passes);
  *use = (struct mutex_use) {
    sample->address, told->waiting, told->place, passes, passed + passes,
    told->given
  };
}
