/* gasp.c - OMPT's callbacks become events of GASP, with their place.

   SPDX-License-Identifier: Apache-2.0

   The consumer that is built in (consumer.h): it wants callbacks if a tool of
   GASP's is there.  Its words of data are

     of a parallel region   the address that its construct returns to, or see
			    region_place
     of an implicit task    that of the latest worksharing construct; where
			    there is none, and from its last barrier on, the
			    region's
     of an explicit task    that of its construct, with EXPLICIT

   since the callbacks that end something, and those that a team's threads raise
   by themselves, do not have it.  */

#include "builtin/builtin.h"
#include "ompt/consumer.h"
#include "gasp_omp.h"
#include "linked.h"
#include "outlined.h"
#include "place-memory.h"
#include "device/maps.h"
#include <sys/mman.h>

struct gasp_gcc_provider gasp_omp_provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_OMP
};

/* ---- Places  */

static const struct gasp_gcc_place nowhere;

__thread struct local *gasp_omp_local
  __attribute__ ((tls_model ("initial-exec")));

struct local gasp_omp_spare_local;

struct local *
gasp_omp_new_local (void)
{
  void *block = mmap (NULL, sizeof (struct local), PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return gasp_omp_local = block == MAP_FAILED ? &gasp_omp_spare_local : block;
}

static void
on_thread_end (ompt_data_t *data)
{
  struct local *block = gasp_omp_local;
  (void) data;
  gasp_omp_maps_forget ();
  gasp_omp_local = NULL;
  gasp_omp_mutex_samples = NULL;
  if (block && block != &gasp_omp_spare_local)
    munmap (block, sizeof *block);
}

static struct place_memory places;

static bool
find_place (const void *address, struct gasp_gcc_place *place)
{
  return place_memory_find (&places, address, place);
}

struct gasp_gcc_place
gasp_omp_place (const void *address, uint64_t instead)
{
  struct gasp_gcc_place place;
  if ((address && find_place (address, &place))
      || (instead && find_place ((void *) (instead & ~EXPLICIT), &place)))
    return place;
  uintptr_t at = address ? (uintptr_t) address : instead & ~EXPLICIT;
  return at && &gasp_gcc_at_address
	 ? (struct gasp_gcc_place) { gasp_gcc_at_address, (int) (uint32_t) at,
				     (int) (uint32_t) ((uint64_t) at >> 32) }
	 : nowhere;
}

/* Returns whether the compiler gave the call that returns to ADDRESS its
   place.  */
static bool
is_placed (const void *address)
{
  struct gasp_gcc_place place;
  return find_place (address, &place) && place.file != gasp_gcc_at_address;
}

/* ---- Parallel regions  */

/* Returns ADDRESS, which the construct of REGION returns to, if the compiler
   gave that its place.  Else the function that the team runs is a better one:
   its line is the construct's, where GCC gives the call that of the statement
   before, and no tail call hides which function it is in.  */
static const void *
region_place (const ompt_data_t *region, const void *address)
{
  const void *runs = gasp_omp_region_runs (region);
  return runs && !is_placed (address) ? runs : address;
}

static void
on_parallel_begin (ompt_data_t *task, const ompt_frame_t *frame,
		   ompt_data_t *region, unsigned int threads, int flags,
		   const void *address)
{
  (void) task, (void) frame, (void) flags;
  address = region_place (region, address);
  region->value = (uintptr_t) address;
  RAISE (GASP_GCC_OMP_PARALLEL, GASP_START, address, 0,
	 (void *) region, threads);
}

static void
on_parallel_end (ompt_data_t *region, ompt_data_t *task, int flags,
		 const void *address)
{
  (void) task, (void) flags;
  address = region_place (region, address);
  RAISE (GASP_GCC_OMP_PARALLEL, GASP_END, address, word (region),
	 (void *) region);
}

/* ---- Constructs that the thread is in, whose ends come from elsewhere or
   without a position: worksharing, masked, taskgroup.  An implicit task is one
   of them, so that constructs that were not ended in it end with it.  */

static struct construct *
innermost (struct local *l)
{
  bool is_known = l->depth && l->depth <= MOST_OPEN;
  return is_known ? &l->constructs[l->depth - 1] : NULL;
}

static void
begin_construct (uint64_t place, bool is_task)
{
  struct local *l = this_thread ();
  l->depth++;
  struct construct *c = innermost (l);
  if (c)
    *c = (struct construct) { place, 0, is_task };
}

/* Ends the innermost construct, and returns it.  The place is OTHERWISE if
   nothing is known of it.  */
static struct construct
end_construct (uint64_t otherwise)
{
  struct local *l = this_thread ();
  struct construct *c = innermost (l),
		   known = c && !c->is_task ? *c
			   : (struct construct) { otherwise, 0, false };
  if (l->depth && !(c && c->is_task))
    l->depth--;
  return known;
}

static void
end_task_construct (void)
{
  struct local *l = this_thread ();
  while (l->depth)
    {
      struct construct *c = innermost (l);
      l->depth--;
      if (c && c->is_task)
	return;
    }
}

/* Begins or ends an implicit task.  The program itself is one, too, but not
   part of a construct.  At the end, a thread does not know the region any
   more.  */
static void
on_implicit_task (ompt_scope_endpoint_t endpoint, ompt_data_t *region,
		  ompt_data_t *task, unsigned int threads,
		  unsigned int number, int flags)
{
  if (flags & ompt_task_initial)
    return;
  if (endpoint == ompt_scope_begin)
    {
      task->value = word (region);
      begin_construct (word (region), true);
      RAISE (GASP_GCC_OMP_IMPLICIT_TASK, GASP_START,
	     NULL, word (region), (void *) region, number, threads);
    }
  else
    {
      end_task_construct ();
      RAISE (GASP_GCC_OMP_IMPLICIT_TASK, GASP_END,
	     NULL, word (task));
    }
}

/* ---- Work  */

static bool
is_counted (ompt_work_t kind)
{
  return kind == ompt_work_loop || kind == ompt_work_sections
	 || (kind >= ompt_work_loop_static && kind <= ompt_work_loop_other);
}

static void
on_dispatch (ompt_data_t *region, ompt_data_t *task, ompt_dispatch_t kind,
	     ompt_data_t instance)
{
  (void) region, (void) task;
  struct construct *c = innermost (this_thread ());
  if (c && kind == ompt_dispatch_ws_loop_chunk)
    c->done += ((const ompt_dispatch_chunk_t *) instance.ptr)->iterations;
  else if (c && kind == ompt_dispatch_section)
    c->done++;
}

static void
raise_work (ompt_work_t kind, gasp_evttype_t type, uint64_t place,
	    int64_t count)
{
  switch (kind)
    {
    case ompt_work_sections:
      RAISE (GASP_GCC_OMP_SECTIONS, type, NULL, place, count);
      break;
    case ompt_work_single_executor:
      RAISE (GASP_GCC_OMP_SINGLE, type, NULL, place);
      break;
    case ompt_work_distribute:
      RAISE (GASP_GCC_OMP_DISTRIBUTE, type, NULL, place, count);
      break;
    case ompt_work_taskloop:
      RAISE (GASP_GCC_OMP_TASKLOOP, type, NULL, place, count);
      break;
    case ompt_work_scope:
      RAISE (GASP_GCC_OMP_SCOPE, type, NULL, place);
      break;
    case ompt_work_single_other:
    case ompt_work_workshare:
      break;
    default:
      RAISE (GASP_GCC_OMP_LOOP, type, NULL, place, (unsigned int) kind, count);
    }
}

static void
on_work (ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *region,
	 ompt_data_t *task, uint64_t count, const void *address)
{
  struct gasp_gcc_place place;
  if (endpoint == ompt_scope_end)
    {
      struct construct c = end_construct (word (task));
      raise_work (kind, GASP_END, c.place,
		  is_counted (kind) ? c.done : (int64_t) count);
      return;
    }
  /* A combined construct stands where its region does: see region_place.  */
  bool has_place = address && find_place (address, &place)
		   && !(region
			&& gasp_omp_region_returns_to (region) == address);
  uint64_t known = has_place ? (uintptr_t) address : word (region);
  begin_construct (known, false);
  /* Of a taskloop, no barrier follows.  */
  if (task && kind != ompt_work_taskloop && !(task->value & EXPLICIT))
    task->value = known;
  raise_work (kind, type_of (endpoint), known, count);
}

/* Raises an event TAG of what begins and ends on one thread, at the place
   where it began.  */
static void
raise_block (unsigned int tag, ompt_scope_endpoint_t endpoint,
	     const void *address)
{
  uint64_t known = (uintptr_t) address;
  if (endpoint == ompt_scope_begin)
    begin_construct (known, false);
  else
    known = end_construct (known).place;
  RAISE (tag, type_of (endpoint), NULL, known);
}

static void
on_masked (ompt_scope_endpoint_t endpoint, ompt_data_t *region,
	   ompt_data_t *task, const void *address)
{
  (void) region, (void) task;
  raise_block (GASP_GCC_OMP_MASKED, endpoint, address);
}

/* Raises the event where a thread combines its results with the others'.  */
static void
on_reduction (ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
	      ompt_data_t *region, ompt_data_t *task, const void *address)
{
  (void) kind, (void) region, (void) task;
  raise_block (GASP_GCC_OMP_REDUCTION, endpoint, address);
}

/* ---- Waiting  */

static unsigned int
tag_of_sync (ompt_sync_region_t kind)
{
  switch (kind)
    {
    case ompt_sync_region_taskwait: return GASP_GCC_OMP_TASKWAIT;
    case ompt_sync_region_taskgroup: return GASP_GCC_OMP_TASKGROUP;
    case ompt_sync_region_reduction: return 0;
    case ompt_sync_region_barrier_implicit_parallel:
      return GASP_GCC_OMP_JOIN_BARRIER;
    case ompt_sync_region_barrier_implicit:
    case ompt_sync_region_barrier_implicit_workshare:
      return GASP_GCC_OMP_WORK_BARRIER;
    default: return GASP_GCC_OMP_BARRIER;
    }
}

static void
on_sync_region (ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
		ompt_data_t *region, ompt_data_t *task, const void *address)
{
  unsigned int tag = tag_of_sync (kind);
  if (tag == GASP_GCC_OMP_JOIN_BARRIER && endpoint == ompt_scope_begin && task)
    task->value = word (region);
  if (tag == GASP_GCC_OMP_JOIN_BARRIER && !is_placed (address))
    address = NULL;
  if (kind == ompt_sync_region_taskgroup)
    {
      if (endpoint == ompt_scope_begin)
	begin_construct ((uintptr_t) address, false);
      else
	address = (void *) end_construct ((uintptr_t) address).place;
    }
  if (tag)
    RAISE (tag, type_of (endpoint), address, word (task));
}

/* ---- Tasks  */

static void
on_task_create (ompt_data_t *task, const ompt_frame_t *frame,
		ompt_data_t *created, int flags, int has_dependences,
		const void *address)
{
  (void) task, (void) frame, (void) has_dependences;
  if (!(flags & ompt_task_explicit))
    return;
  created->value = (uintptr_t) address | EXPLICIT;
  RAISE (GASP_GCC_OMP_TASK_CREATE, GASP_ATOMIC, address, 0,
	 (void *) created, flags);
}

/* Raises the events of a switch of tasks.  libgomp nests tasks on the stack of
   the thread: when one is finished, the one around it continues.  */
static void
on_task_schedule (ompt_data_t *prior, ompt_task_status_t status,
		  ompt_data_t *next)
{
  if (status == ompt_task_switch || status == ompt_task_yield)
    {
      if (word (next) & EXPLICIT)
	RAISE (GASP_GCC_OMP_TASK, GASP_START, NULL, word (next),
	       (void *) next);
    }
  else if ((status == ompt_task_complete || status == ompt_task_cancel
	    || status == ompt_task_detach) && word (prior) & EXPLICIT)
    RAISE (GASP_GCC_OMP_TASK, GASP_END, NULL, word (prior),
	   (void *) prior);
}

/* ---- The rest  */

static void
on_flush (ompt_data_t *thread, const void *address)
{
  (void) thread;
  RAISE (GASP_GCC_OMP_FLUSH, GASP_ATOMIC, address, 0);
}

static void
on_cancel (ompt_data_t *task, int flags, const void *address)
{
  RAISE (GASP_GCC_OMP_CANCEL, GASP_ATOMIC, address, word (task),
	 flags);
}

/* ---- Beginning  */

/* Returns whether the provider is registered from now on.  */
static bool
register_once (void)
{
  static bool done;
  done = done || !gasp_gcc_register_provider (&gasp_omp_provider);
  return done;
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  (void) device, (void) data;
  static const struct { ompt_callbacks_t event; ompt_callback_t callback;
  } wanted[] = {
#define WANT(event) { ompt_callback_##event, (ompt_callback_t) on_##event }
    WANT (parallel_begin),
    WANT (parallel_end),
    WANT (implicit_task),
    WANT (work),
    WANT (dispatch),
    WANT (masked),
    WANT (sync_region),
    WANT (reduction),
    WANT (task_create),
    WANT (task_schedule),
    WANT (flush),
    WANT (cancel),
    WANT (thread_end),
    { ompt_callback_nest_lock, (ompt_callback_t) gasp_omp_on_nest_lock },
    { ompt_callback_mutex_acquire, (ompt_callback_t) gasp_omp_on_acquire },
    { ompt_callback_mutex_acquired, (ompt_callback_t) gasp_omp_on_acquired },
    { ompt_callback_mutex_released, (ompt_callback_t) gasp_omp_on_released }
  };
  ompt_set_callback_t set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  if (!set || !register_once ())
    return 0;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    set (wanted[i].event, wanted[i].callback);
  gasp_omp_want_devices (lookup, set);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  (void) data;
}

static ompt_start_tool_result_t *
start (void)
{
  static ompt_start_tool_result_t result = { initialize, finalize, { 0 } };
  if (!gasp_gcc_activity || !*gasp_gcc_activity ())
    return NULL;
  gasp_omp_note_names ();
  return &result;
}

static void
wait (void (*begin) (void))
{
  gasp_omp_provider.attached = begin;
  if (gasp_gcc_register_provider)
    register_once ();
}

static void
see_loading (void (*redirect) (void))
{
  gasp_omp_provider.loaded = redirect;
}

/* Returns whether the tool does without regions, and so without all that is in
   them.  */
static bool
is_done (void)
{
  return gasp_gcc_is_left_out (GASP_GCC_OMP_PARALLEL);
}

static bool
is_done_with_mutexes (void)
{
  return (gasp_gcc_is_left_out (GASP_GCC_OMP_HOLD)
	  && gasp_gcc_is_left_out (GASP_GCC_OMP_CRITICAL)
	  && gasp_gcc_is_left_out (GASP_GCC_OMP_ATOMIC)
	  && gasp_gcc_is_left_out (GASP_GCC_OMP_ORDERED)
	  && gasp_gcc_is_left_out (GASP_GCC_OMP_LOCK));
}

const struct gasp_omp_builtin gasp_omp_builtin
    = { gasp_omp_gasp_expected, start, wait, see_loading, gasp_omp_on_setup,
	gasp_omp_on_acc, gasp_omp_asked, gasp_omp_on_did, is_done,
	is_done_with_mutexes, gasp_omp_on_acquire, gasp_omp_on_acquired,
	gasp_omp_on_released, gasp_omp_on_iteration };
