/* samples.c - samples of the mutexes that a thread acquires: see samples.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "samples.h"
#include "gasp_omp.h"
#include "raise-event.h"
#include "ticks.h"

#pragma weak gasp_gcc_top

bool gasp_omp_mutexes_sampled, gasp_omp_mutexes_done;
unsigned int gasp_omp_mutexes_turn;
__thread struct mutex_samples *gasp_omp_mutex_samples;

/* Returns where the use of LOCK at ADDRESS is, if it is known.  */
static struct mutex_use *
use_of (struct mutex_samples *samples, uintptr_t lock, const void *address)
{
  uintptr_t bits = (uintptr_t) address;
  if (samples->are_added_up)
    bits ^= lock >> 3;
  return &samples->uses[(bits ^ bits >> 6) % MUTEX_USES];
}

static bool
is_of (const struct mutex_use *use, uintptr_t lock, const void *address)
{
  return use->address == address && (!use->lock || use->lock == lock);
}

/* Writes down what other threads are to know when LOCK was got at USE.  */
static inline void
prepare_had (struct gasp_gcc_locks_had *past, const struct mutex_use *use,
	     uintptr_t lock)
{
  past->list[past->count % GASP_GCC_LOCKS_HAD] = (struct gasp_gcc_had) {
    (const void *) lock, 0, 0, use->place, past->thread
  };
}

/* Shows other threads that the lock was got for which that is prepared,
   NOW.  */
static inline void
show_had (struct gasp_gcc_locks_had *past, gasp_gcc_word now)
{
  past->list[past->count % GASP_GCC_LOCKS_HAD].since = now;
  __atomic_store_n (&past->count, past->count + 1, __ATOMIC_RELEASE);
}

/* ---- What is passed over.  */

static inline bool
are_old (const struct mutex_samples *samples)
{
  return samples->turn != gasp_omp_mutexes_turn;
}

/* Returns where the thread is, or null.  */
static inline void *
path_of (const struct mutex_samples *samples)
{
  return (samples->top && *samples->top) ? (*samples->top)->data : NULL;
}

/* Writes down whose times are to be added up, before LOCK is got at USE.  */
static void
prepare_sums (struct mutex_samples *samples, const struct mutex_use *use)
{
  struct mutex_sample *next = &samples->had[samples->count];
  next->number = samples->past->count;
  next->address = use->address;
  next->told.lock = NULL;
  next->told.waiting = use->waiting;
  next->told.holding = GASP_GCC_OMP_HOLD;
  next->told.stands_for = 0;
  next->told.path = path_of (samples);
  next->told.waited = use->waited;
  next->told.held = use->held;
}

bool
mutex_is_passed (uintptr_t lock, const void *address)
{
  struct mutex_samples *samples = gasp_omp_mutex_samples;
  if (!samples)
    return false;
  samples->use = NULL;
  if (are_old (samples))
    return false;
  if (!samples->past)
    return true;
  struct mutex_use *use = use_of (samples, lock, address);
  if (!is_of (use, lock, address) || samples->past->are_forgotten)
    return false;
  if (!use->held && !use->passes)
    return false;
  samples->use = use;
  prepare_had (samples->past, use, lock);
  if (use->held)
    prepare_sums (samples, use);
  else
    use->passes--;
  samples->since = read_tsc ();
  return true;
}

/* Counts the lock that was GOT, whose end is not noted.  */
static void
add_got (const struct mutex_sample *got)
{
  add_lock_time (got->told.held, 0);
  if (got->told.waited)
    add_lock_time (got->told.waited, got->told.got - got->told.since);
}

/* Notes that LOCK was got, NOW, for which all is prepared.  A thread that has
   too many locks has no time of this one.  */
static void
note_got (struct mutex_samples *samples, uintptr_t lock, gasp_gcc_word now)
{
  struct mutex_sample *got = &samples->had[samples->count];
  got->told.since = samples->since;
  got->told.got = now;
  got->told.lock = (const void *) lock;
  if (samples->count < MUTEX_SAMPLES)
    samples->count++;
  else
    add_got (got);
}

void
mutex_was_free (uintptr_t lock)
{
  struct mutex_samples *samples = gasp_omp_mutex_samples;
  if (!samples->use)
    return;
  show_had (samples->past, samples->since);
  if (samples->use->held)
    note_got (samples, lock, samples->since);
}

void
mutex_passed (uintptr_t lock)
{
  struct mutex_samples *samples = gasp_omp_mutex_samples;
  const struct mutex_use *use = samples ? samples->use : NULL;
  if (!use)
    return;
  uint64_t now = read_tsc ();
  show_had (samples->past, now);
  if (use->held)
    {
      note_got (samples, lock, now);
      return;
    }
  if (now - samples->since < samples->long_wait || !use->waiting
      || samples->count == MUTEX_SAMPLES)
    return;
  samples->had[samples->count++] = (struct mutex_sample) {
    .told = { .lock = (const void *) lock, .waiting = use->waiting,
	      .holding = GASP_GCC_OMP_HOLD, .since = samples->since,
	      .got = now },
    .address = use->address
  };
}

/* ---- Samples.  */

bool
mutex_is_to_ask (const struct mutex_samples *samples)
{
  return (are_old (samples) || samples->are_added_up
	  || (samples->past && samples->past->are_forgotten));
}

void
mutex_ask (struct mutex_sample *sample, uintptr_t lock, const void *address,
	   unsigned int waiting)
{
  *sample = (struct mutex_sample) {
    .told = { .lock = (const void *) lock, .waiting = waiting,
	      .holding = GASP_GCC_OMP_HOLD },
    .address = address
  };
}

void
mutex_wanted (struct mutex_samples *samples, uintptr_t lock,
	      const void *address, unsigned int waiting)
{
  const struct mutex_use *use = use_of (samples, lock, address);
  struct mutex_sample *wanted = &samples->had[samples->count];
  bool is_known = is_of (use, lock, address);
  wanted->address = address;
  wanted->told = (struct gasp_gcc_lock_sample) {
    .lock = (const void *) lock, .waiting = waiting,
    .holding = GASP_GCC_OMP_HOLD,
    .stands_for = is_known ? use->planned - use->passes + 1 : 1,
    .before = is_known ? use->sampled : 0,
    .path = path_of (samples)
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
  struct mutex_use *use = use_of (samples, lock, got->address);
  use->planned = use->passes;
  if (samples->past && is_of (use, lock, got->address))
    {
      prepare_had (samples->past, use, lock);
      show_had (samples->past, got->told.got);
    }
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

/* Notes in PAST when the lock that SAMPLE is about was given back.  */
static void
end_had (struct gasp_gcc_locks_had *past, const struct mutex_sample *sample)
{
  struct gasp_gcc_had *had = &past->list[sample->number % GASP_GCC_LOCKS_HAD];
  if (past->count - sample->number <= GASP_GCC_LOCKS_HAD)
    had->until = sample->told.given;
}

/* Returns what the wait of TOOK is to stand for if it is to be an event;
   else 0.  */
static gasp_gcc_word
waiting_to_raise (struct mutex_samples *samples, gasp_gcc_word took)
{
  if (took >= samples->long_wait)
    return took;
  samples->owed += took;
  if (samples->owed < samples->long_wait)
    return 0;
  gasp_gcc_word all = samples->owed;
  samples->owed = 0;
  return all;
}

/* Returns how long SAMPLE was waited for.  */
static inline gasp_gcc_word
wait_for (const struct mutex_samples *samples,
	  const struct gasp_gcc_lock_sample *told)
{
  gasp_gcc_word took = told->waited ? told->got - told->since : 0;
  return took < samples->free_wait ? 0 : took;
}

bool
mutex_add_up (struct mutex_samples *samples, struct mutex_sample *sample)
{
  struct gasp_gcc_lock_sample *told = &sample->told;
  if (!told->held)
    return false;
  if (are_old (samples) || !samples->past || samples->past->are_forgotten)
    return true;
  gasp_gcc_word took = wait_for (samples, told);
  end_had (samples->past, sample);
  add_lock_time (told->held, told->given - told->got);
  if (told->waited)
    add_lock_time (told->waited, took);
  told->all_waited = took ? waiting_to_raise (samples, took) : 0;
  return !told->all_waited;
}

bool
mutex_given_quietly (uintptr_t lock)
{
  struct mutex_samples *samples = gasp_omp_mutex_samples;
  if (!samples || !samples->count)
    return false;
  struct mutex_sample *sample = &samples->had[samples->count - 1];
  if ((uintptr_t) sample->told.lock != lock || !sample->told.held
      || (samples->owed + wait_for (samples, &sample->told)
	  >= samples->long_wait))
    return false;
  sample->told.given = read_tsc ();
  samples->count--;
  mutex_add_up (samples, sample);
  return true;
}

bool
mutex_is_had (uintptr_t lock)
{
  const struct mutex_samples *samples = gasp_omp_mutex_samples;
  for (unsigned int i = samples ? samples->count : 0; i-- > 0; )
    if ((uintptr_t) samples->had[i].told.lock == lock)
      return true;
  return false;
}

/* Returns a random number, PASSES on average: so no lock of a loop is always
   passed over.  */
static unsigned int
draw (struct mutex_samples *samples, unsigned int passes)
{
  samples->random = samples->random * 1664525 + 1013904223;
  return (uint64_t) samples->random * (2ull * passes + 1) >> 32;
}

/* Forgets where SAMPLES were to be added up.  */
static void
forget (struct mutex_samples *samples)
{
  __builtin_memset (samples->uses, 0, sizeof samples->uses);
  for (unsigned int i = 0; i < samples->count; i++)
    if (samples->had[i].told.held)
      {
	samples->had[i].told.held = &samples->nowhere;
	samples->had[i].told.waited = NULL;
      }
  samples->past->are_forgotten = false;
}

/* Plans how many locks are to be passed over after SAMPLE.  */
static void
plan (struct mutex_samples *samples, const struct mutex_sample *sample)
{
  const struct gasp_gcc_lock_sample *told = &sample->told;
  uintptr_t lock = (uintptr_t) told->lock;
  struct mutex_use *use = use_of (samples, lock, sample->address);
  /* Not 0 if it was had again meanwhile.  */
  unsigned int passed
    = is_of (use, lock, sample->address) ? use->planned - use->passes : 0;
  unsigned int passes = told->held ? 0 : draw (samples, told->passes);
  *use = (struct mutex_use) {
    .address = sample->address, .lock = told->held ? lock : 0,
    .waited = told->waited, .held = told->held, .waiting = told->waiting,
    .place = told->place, .passes = passes,
    .planned = told->held ? 0 : passed + passes, .sampled = told->given
  };
}

void
mutex_told (struct mutex_samples *samples, const struct mutex_sample *sample)
{
  const struct gasp_gcc_lock_sample *told = &sample->told;
  bool are_of_others = are_old (samples);
  samples->turn = gasp_omp_mutexes_turn;
  gasp_omp_mutex_samples = samples;
  /* This one was dropped; or, if it is the first, the tool wants none.  */
  if (!told->past && !are_of_others)
    return;
  samples->past = told->past;
  if (!told->past)
    return;
  samples->long_wait = told->long_wait;
  samples->free_wait = told->free_wait;
  samples->top = gasp_gcc_top ? gasp_gcc_top () : NULL;
  if (told->past->are_forgotten || are_of_others
      || samples->are_added_up != !!told->held)
    forget (samples);
  samples->are_added_up = told->held;
  /* After a wait alone, what was planned remains.  */
  if (told->stands_for || (!told->given && told->held))
    plan (samples, sample);
}
