/* mark.c - constructs that compiled code reports: see mark.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "mark.h"
#include "device/maps.h"
#include "sanitizer.h"
#include "sync.h"

/* Returns the iterations that GCC's code gives to thread or team NUMBER of
   SIZE: of more than one chunk the first.  */
static ompt_dispatch_chunk_t
first_chunk (uint64_t count, long chunk, unsigned int number,
	     unsigned int size)
{
  uint64_t share = chunk > 0 ? (uint64_t) chunk : count / size;
  uint64_t left = chunk > 0 ? 0 : count % size;
  uint64_t first = number * share + (number < left ? number : left);
  share += number < left;
  if (first >= count)
    return (ompt_dispatch_chunk_t) { 0, 0 };
  return (ompt_dispatch_chunk_t) { first, count - first < share
					  ? count - first : share };
}

/* Returns how many these are in all chunks.  */
static uint64_t
all_iterations (uint64_t count, uint64_t chunk, unsigned int number,
		unsigned int size)
{
  uint64_t chunks = count / chunk, mine = chunks / size;
  uint64_t left = chunks % size;
  return mine * chunk + (number < left ? chunk
			 : number == left ? count % chunk : 0);
}

/* Tools get the first chunk.  The built-in consumer, which counts iterations,
   gets all chunks as if they were one.  */
static void
tell_static_chunk (struct thread *thread, int kind, uint64_t count, long chunk)
{
  struct task *task = thread->current;
  bool distribute = kind == ompt_work_distribute;
  if (!count || chunk < 0 || !task->size
      || !is_wanted (ompt_callback_dispatch))
    return;
  ompt_dispatch_chunk_t first = first_chunk (count, chunk, task->num,
					     task->size);
  ompt_dispatch_chunk_t chunks[CONSUMERS] = { first, first };
  if (chunk)
    chunks[1].iterations = all_iterations (count, chunk, task->num, task->size);
  if (first.iterations)
    RAISE (ompt_callback_dispatch, DATA_OR_NULL (task->parallel), DATA (task),
	   distribute ? ompt_dispatch_distribute_chunk
		      : ompt_dispatch_ws_loop_chunk,
	   (ompt_data_t) { .ptr = &chunks[c_] });
}

void
__gasp_omp_work_begin (int kind, unsigned long count, long chunk)
{
  if (IS_DORMANT)
    return;
  struct thread *thread = self ();
  gasp_omp_work_begin (thread, WORK (kind, count), PLACE);
  tell_static_chunk (thread, kind, count, chunk);
}

void
__gasp_omp_here (void)
{
  if (!IS_DORMANT)
    self ()->here = PLACE;
}

void
__gasp_omp_work_end (int kind)
{
  if (IS_DORMANT)
    return;
  if (kind == ompt_work_scope)
    gasp_omp_scope_end (self (), PLACE);
  else
    gasp_omp_work_end (self (), PLACE);
}

void
__gasp_omp_single_end (void)
{
  if (IS_DORMANT)
    return;
  struct thread *thread = self ();
  gasp_omp_work_end (thread, PLACE);
  thread->current->shared = true;
}

static void
tell_masked (struct task *task, ompt_scope_endpoint_t endpoint,
	     const void *place)
{
  RAISE (ompt_callback_masked, endpoint, DATA_OR_NULL (task->parallel),
	 DATA (task), place);
}

void
__gasp_omp_masked_begin (void)
{
  if (!IS_DORMANT)
    tell_masked (self ()->current, ompt_scope_begin, PLACE);
}

void
__gasp_omp_masked_end (void)
{
  if (!IS_DORMANT)
    tell_masked (self ()->current, ompt_scope_end, PLACE);
}

void
__gasp_omp_flush (void)
{
  if (IS_DORMANT)
    return;
  struct thread *thread = self ();
  RAISE (ompt_callback_flush, DATA (thread), PLACE);
  SANITIZED (gasp_omp_order_flush ());
}

/* Notes a name for mapped memory, which only the built-in consumer uses.  */
void
__gasp_omp_map (const void *address, unsigned long bytes, const char *name)
{
  if (!IS_DORMANT)
    gasp_omp_maps_add (address, bytes, name);
}

#define TELL_REDUCTION(consumer)					\
  RAISE_TO (consumer, ompt_callback_reduction,				\
	    ompt_sync_region_reduction, endpoint,			\
	    DATA_OR_NULL (task->parallel), DATA (task), place)

/* Reports a reduction.  Archer has the thread sanitizer ignore what is written
   in one.  The compiler's code combines by atomic operations, or under a lock
   whose events are raised: there is nothing to ignore, and a race with other
   accesses to the variable would be missed.  */
static void
tell_reduction (struct thread *thread, ompt_scope_endpoint_t endpoint,
		const void *place)
{
  struct task *task = thread->current;
  if (!gasp_omp_sanitized)
    TELL_REDUCTION (0);
  TELL_REDUCTION (1);
}

void
__gasp_omp_reduction_begin (void)
{
  if (IS_DORMANT)
    return;
  struct thread *thread = self ();
  tell_reduction (thread, ompt_scope_begin, PLACE);
  thread->state = ompt_state_work_reduction;
}

/* Ends a reduction, in a parallel region: only there is something to
   combine.  */
void
__gasp_omp_reduction_end (void)
{
  if (IS_DORMANT)
    return;
  struct thread *thread = self ();
  thread->state = ompt_state_work_parallel;
  tell_reduction (thread, ompt_scope_end, PLACE);
}
