/* waits.c - events of mutexes, and of waits for iterations.

   SPDX-License-Identifier: Apache-2.0

   Where no consumer wants all of them, some stand for others: of mutexes,
   samples (samples.h); of waits, those that are long.  Before this, the
   callbacks that gasp.c sets.  */

#include "builtin/builtin.h"
#include "chunks.h"
#include "ticks.h"

/* Returns the event of KIND; 0 for attempts to get a lock, which do not wait
   for it.  */
static unsigned int
tag_of_mutex (ompt_mutex_t kind)
{
  switch (kind)
    {
    case ompt_mutex_critical: return GASP_GCC_OMP_CRITICAL;
    case ompt_mutex_atomic: return GASP_GCC_OMP_ATOMIC;
    case ompt_mutex_ordered: return GASP_GCC_OMP_ORDERED;
    case ompt_mutex_test_lock: case ompt_mutex_test_nest_lock: return 0;
    default: return GASP_GCC_OMP_LOCK;
    }
}

/* Raises the event of SAMPLE.  */
static void
raise_sample (struct mutex_samples *samples, struct mutex_sample *sample)
{
  unsigned long position = (unsigned long) __builtin_dwarf_cfa ();
  RAISE_EVENT (&gasp_omp_provider,
	       gasp_gcc_event_at (GASP_GCC_OMP_LOCK_SAMPLE, position),
	       (unsigned long) __builtin_frame_address (0),
	       gasp_omp_place (sample->address, 0), GASP_GCC_OMP_LOCK_SAMPLE,
	       GASP_ATOMIC, &sample->told);
  mutex_told (samples, sample);
}

/* Notes that the thread wants LOCK, of which there may be a sample.  */
static void
want_sampled (struct mutex_samples *samples, uintptr_t lock,
	      const void *address, unsigned int tag)
{
  struct mutex_sample question;
  if (mutex_is_passed (lock, address))
    return;
  if (mutex_is_to_ask (samples))
    {
      mutex_ask (&question, lock, address, tag);
      raise_sample (samples, &question);
      if (mutex_is_passed (lock, address))
	return;
    }
  mutex_wanted (samples, lock, address, tag);
}

void
gasp_omp_on_acquire (ompt_mutex_t kind, unsigned int hint, unsigned int how,
		     ompt_wait_id_t lock, const void *address)
{
  (void) hint, (void) how;
  unsigned int tag = tag_of_mutex (kind);
  struct local *l = this_thread ();
  if (gasp_omp_mutexes_sampled && l != &gasp_omp_spare_local)
    want_sampled (&l->samples, lock, address, tag);
  else if (tag)
    RAISE (tag, GASP_START, address, 0, (void *) lock);
}

/* Raises the events of a lock that was acquired.  The end of a construct
   without anything in it has no place of its own: then that of the begin will
   do.  */
void
gasp_omp_on_acquired (ompt_mutex_t kind, ompt_wait_id_t lock,
		      const void *address)
{
  struct local *l = this_thread ();
  if (gasp_omp_mutexes_sampled && mutex_got (&l->samples, lock))
    return;
  mutex_passed (lock);
  l->got_at[kind % MUTEX_KINDS] = (uintptr_t) address;
  unsigned int tag = tag_of_mutex (kind);
  const struct gasp_gcc_short_event events[] = {
    { tag, GASP_END, address, 0, { lock } },
    { GASP_GCC_OMP_HOLD, GASP_START, address, 0, { lock } }
  };
  unsigned long position = (unsigned long) __builtin_dwarf_cfa ();
  int done = !tag;
  done += gasp_gcc_record_events (&gasp_omp_provider, position, events + done,
				  2 - done);
  if (done == 0)
    RAISE (tag, GASP_END, address, 0, (void *) lock);
  if (done < 2)
    RAISE (GASP_GCC_OMP_HOLD, GASP_START, address, 0, (void *) lock);
}

/* Ends the wait for a nestable LOCK that the thread has already.  */
void
gasp_omp_on_nest_lock (ompt_scope_endpoint_t endpoint, ompt_wait_id_t lock,
		       const void *address)
{
  if (endpoint == ompt_scope_begin)
    RAISE (GASP_GCC_OMP_LOCK, GASP_END, address, 0, (void *) lock);
}

void
gasp_omp_on_released (ompt_mutex_t kind, ompt_wait_id_t lock,
		      const void *address)
{
  struct local *l = this_thread ();
  struct mutex_sample sample;
  if (l->samples.count && mutex_given (&l->samples, lock, &sample))
    {
      if (!mutex_add_up (&l->samples, &sample))
	raise_sample (&l->samples, &sample);
      return;
    }
  uint64_t got_at = l->got_at[kind % MUTEX_KINDS];
  RAISE (GASP_GCC_OMP_HOLD, GASP_END, address, got_at, (void *) lock);
}

/* ---- Iterations.  Without events of waits, those that are long are reported
   when they are over, and short ones together.  */

enum { NO_WAIT = 40 };		/* so much shorter than a long wait */

/* Raises the event of what L has waited, at last for OWNER, which ended at
   ADDRESS.  */
static void
raise_waited (struct local *l, const void *address, int owner)
{
  struct gasp_gcc_wait wait = { .tag = GASP_GCC_OMP_ITERATION,
				.took = l->owed, .waker = owner };
  unsigned long position = (unsigned long) __builtin_dwarf_cfa ();
  RAISE_EVENT (&gasp_omp_provider,
	       gasp_gcc_event_at (GASP_GCC_OMP_WAITED, position),
	       (unsigned long) __builtin_frame_address (0),
	       gasp_omp_place (address, 0), GASP_GCC_OMP_WAITED, GASP_ATOMIC,
	       &wait);
  l->owed = 0;
  if (wait.long_wait)
    l->long_wait = wait.long_wait;
}

void
gasp_omp_on_iteration (ompt_scope_endpoint_t endpoint, const void *address,
		       const struct parallel *team, uint64_t iteration)
{
  struct local *l = this_thread ();
  bool begins = endpoint == ompt_scope_begin;
  if (begins)
    l->waits_since = gasp_gcc_is_left_out (GASP_GCC_OMP_ITERATION)
		     ? read_tsc () : 0;
  if (!l->waits_since && begins)
    RAISE (GASP_GCC_OMP_ITERATION, GASP_START, address, 0);
  else if (!l->waits_since)
    RAISE (GASP_GCC_OMP_ITERATION, GASP_END, address, 0,
	   gasp_omp_chunk_owner (team, iteration));
  if (begins || !l->waits_since)
    return;
  gasp_gcc_word took = read_tsc () - l->waits_since;
  l->waits_since = 0;
  if (took < l->long_wait / NO_WAIT)
    return;
  l->owed += took;
  if (l->owed >= l->long_wait)
    raise_waited (l, address, gasp_omp_chunk_owner (team, iteration));
}
