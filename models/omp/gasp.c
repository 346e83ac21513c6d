/* gasp.c - OMPT's callbacks become events of GASP, with their place.

   SPDX-License-Identifier: Apache-2.0

   The consumer that is built in (consumer.h): it wants callbacks if a tool of
   GASP's is there.  Its words of data are

     of a parallel region   the address that its construct returns to
     of an implicit task    that of the latest worksharing construct; where there
			    is none, and from its last barrier on, the region's
     of an explicit task    that of its construct, with EXPLICIT

   since the callbacks that end something, and those that a team's threads raise
   by themselves, do not have it.  */

#include "device/acc.h"
#include "device/again.h"
#include "consumer.h"
#include "gasp_omp.h"
#include "raise-event.h"
#include "linked.h"
#include "device/maps.h"
#include "place-memory.h"
#include "samples.h"
#include <stddef.h>
#include <sys/mman.h>

#define EXPLICIT (1ull << 62)

static struct gasp_gcc_provider provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_OMP
};

/* ---- Places  */

static const struct gasp_gcc_place nowhere;

struct construct {
  uint64_t place;		/* the address that its begin returns to */
  int64_t done;			/* iterations or sections */
  bool is_task;
};

/* State of a thread, in memory of its own: a program may load this library when
   little static TLS is left.  */
#define MOST_OPEN 32
#define MUTEX_KINDS 8
#define MOST_DATA 8
struct local {
  struct place_memory places;
  struct construct constructs[MOST_OPEN];
  unsigned int depth;		/* of these */
  uint64_t got_at[MUTEX_KINDS];	/* by kind: where it got the latest one */
  const void *target;		/* the construct for a device that it is in */
  const void *data_places[MOST_DATA]; /* OpenACC's data constructs */
  unsigned int data_maps[MOST_DATA], maps; /* see gasp_omp_maps_begin */
  unsigned int data_depth;	/* of these */
  struct gasp_omp_asked asked;	/* of a device, last */
  struct mutex_samples samples;
};
static __thread struct local *local __attribute__ ((tls_model ("initial-exec")));

/* Shared by the threads that get no memory; places may be wrong then.  */
static struct local out_of_memory;

static struct local *
this_thread (void)
{
  if (local)
    return local;
  void *block = mmap (NULL, sizeof *local, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  local = block == MAP_FAILED ? &out_of_memory : block;
  return local;
}

static void
on_thread_end (ompt_data_t *data)
{
  struct local *block = local;
  (void) data;
  gasp_omp_maps_forget ();
  local = NULL;
  gasp_omp_mutex_samples = NULL;
  if (block && block != &out_of_memory)
    munmap (block, sizeof *block);
}

static bool
find_place (const void *address, struct gasp_gcc_place *place)
{
  return place_memory_find (&this_thread ()->places, address, place);
}

/* Returns the place of the call that returns to ADDRESS; if that has none, as
   what GCC adds by itself, of INSTEAD.  */
static struct gasp_gcc_place
place_of (const void *address, uint64_t instead)
{
  struct gasp_gcc_place place;
  if ((address && find_place (address, &place))
      || (instead && find_place ((void *) (instead & ~EXPLICIT), &place)))
    return place;
  return nowhere;
}

static uint64_t
word (const ompt_data_t *data)
{
  return data ? data->value : 0;
}

/* ---- Raising events  */

/* Raises event TAG in the name of the function that this is in, at the place of AT or
   OTHERWISE (place_of).  */
#define RAISE(tag, type, at, otherwise, ...)				\
  RAISE_SHORTLY (&provider, (unsigned long) __builtin_dwarf_cfa (),	\
		 (unsigned long) __builtin_frame_address (0), at, otherwise, \
		 place_of (short_.address, short_.instead), tag, type,	\
		 ##__VA_ARGS__)

static gasp_evttype_t
type_of (ompt_scope_endpoint_t endpoint)
{
  return endpoint == ompt_scope_begin ? GASP_START
	 : endpoint == ompt_scope_end ? GASP_END : GASP_ATOMIC;
}

/* ---- Parallel regions  */

static void
on_parallel_begin (ompt_data_t *task, const ompt_frame_t *frame,
		   ompt_data_t *region, unsigned int threads, int flags,
		   const void *address)
{
  (void) task, (void) frame, (void) flags;
  region->value = (uintptr_t) address;
  RAISE (GASP_GCC_OMP_PARALLEL, GASP_START, address, 0,
	 (void *) region, threads);
}

static void
on_parallel_end (ompt_data_t *region, ompt_data_t *task, int flags,
		 const void *address)
{
  (void) task, (void) flags;
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
  bool has_place = address && find_place (address, &place);
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
raise_block (unsigned int tag, ompt_scope_endpoint_t endpoint, const void *address)
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

static void
on_acquire (ompt_mutex_t kind, unsigned int hint, unsigned int how,
	    ompt_wait_id_t lock, const void *address)
{
  (void) hint, (void) how;
  unsigned int tag = tag_of_mutex (kind);
  struct local *l = this_thread ();
  if (gasp_omp_mutexes_done && l != &out_of_memory)
    mutex_wanted (&l->samples, lock, address, tag);
  else if (tag)
    RAISE (tag, GASP_START, address, 0, (void *) lock);
}

/* Raises the events of a lock that was acquired.  The end of a construct
   without anything in it has no place of its own: then that of the begin will
   do.  */
static void
on_acquired (ompt_mutex_t kind, ompt_wait_id_t lock, const void *address)
{
  struct local *l = this_thread ();
  if (gasp_omp_mutexes_done && mutex_got (&l->samples, lock))
    return;
  l->got_at[kind % MUTEX_KINDS] = (uintptr_t) address;
  unsigned int tag = tag_of_mutex (kind);
  const struct gasp_gcc_short_event events[] = {
    { tag, GASP_END, address, 0, { lock } },
    { GASP_GCC_OMP_HOLD, GASP_START, address, 0, { lock } }
  };
  unsigned long position = (unsigned long) __builtin_dwarf_cfa ();
  int done = !tag;
  done += gasp_gcc_record_events (&provider, position, events + done,
				  2 - done);
  if (done == 0)
    RAISE (tag, GASP_END, address, 0, (void *) lock);
  if (done < 2)
    RAISE (GASP_GCC_OMP_HOLD, GASP_START, address, 0, (void *) lock);
}

/* Raises the event of SAMPLE, a mutex that has been given back.  */
static void
raise_sample (struct mutex_samples *samples, struct mutex_sample *sample)
{
  unsigned long position = (unsigned long) __builtin_dwarf_cfa ();
  RAISE_EVENT (&provider,
	       gasp_gcc_event_at (GASP_GCC_OMP_LOCK_SAMPLE, position),
	       (unsigned long) __builtin_frame_address (0),
	       place_of (sample->address, 0), GASP_GCC_OMP_LOCK_SAMPLE,
	       GASP_ATOMIC, &sample->told);
  mutex_told (samples, sample);
}

static void
on_released (ompt_mutex_t kind, ompt_wait_id_t lock, const void *address)
{
  struct local *l = this_thread ();
  struct mutex_sample sample;
  if (l->samples.count && mutex_given (&l->samples, lock, &sample))
    {
      raise_sample (&l->samples, &sample);
      return;
    }
  uint64_t got_at = l->got_at[kind % MUTEX_KINDS];
  RAISE (GASP_GCC_OMP_HOLD, GASP_END, address, got_at, (void *) lock);
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

/* ---- Devices.  The word of a target construct is its device.  */

static void
on_target_emi (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
	       ompt_data_t *task, ompt_data_t *target_task,
	       ompt_data_t *target, const void *address)
{
  (void)target_task;
  target->value = device;
  this_thread ()->target = endpoint == ompt_scope_begin ? address : NULL;
  RAISE (GASP_GCC_OMP_TARGET, type_of (endpoint),
	 address, word (task), (int) kind, device);
}

static ompt_get_num_devices_t get_num_devices;

/* Returns the construct that the thread is in, or 0.  */
static uint64_t
target_place (void)
{
  return (uintptr_t) this_thread ()->target;
}

/* Notes that the thread has asked for the event TAG, of NAME, by the call that
   returns to ADDRESS; if that is null, in the construct.  */
static void
note_asked (unsigned int tag, const void *address, const char *name)
{
  struct local *l = this_thread ();
  l->asked = (struct gasp_omp_asked) { tag, address ? address : l->target,
				       name };
}

static void
on_submit (ompt_scope_endpoint_t endpoint, ompt_data_t *target,
	   ompt_id_t *operation, unsigned int teams)
{
  (void)operation;
  int device = word (target);
  note_asked (GASP_GCC_OMP_KERNEL, NULL, NULL);
  RAISE (GASP_GCC_OMP_KERNEL, type_of (endpoint), NULL, target_place (),
	 device, teams);
}

static void
on_setup (ompt_scope_endpoint_t endpoint, int device, bool image)
{
  unsigned int tag
      = image ? GASP_GCC_OMP_DEVICE_LOAD : GASP_GCC_OMP_DEVICE_INIT;
  RAISE (tag, type_of (endpoint), NULL, target_place (), device);
}

/* Returns the number of the host, which the devices come before.  */
static int
host_device (void)
{
  return get_num_devices ();
}

/* Returns the place of a construct of OpenACC's that begins at ADDRESS: of the
   end of a data construct, that of its begin.  */
static const void *
acc_place (struct local *l, int what, const void *address)
{
  if (what == ACC_DATA_BEGIN && l->data_depth++ < MOST_DATA)
    l->data_places[l->data_depth - 1] = address;
  if (what == ACC_DATA_END && l->data_depth && --l->data_depth < MOST_DATA)
    return l->data_places[l->data_depth];
  return address;
}

/* The names of what a construct maps are known until its end; those of a data
   construct, of which WHAT may be the begin, until that ends.  */

static void
begin_acc_maps (struct local *l, int what)
{
  if (what == ACC_DATA_END)
    return;
  l->maps = gasp_omp_maps_begin ();
  if (what == ACC_DATA_BEGIN && l->data_depth - 1 < MOST_DATA)
    l->data_maps[l->data_depth - 1] = l->maps;
}

static void
end_acc_maps (struct local *l, int what)
{
  unsigned int outer = l->maps;
  if (what == ACC_DATA_END && l->data_depth < MOST_DATA)
    outer = l->data_maps[l->data_depth];
  if (what != ACC_DATA_BEGIN)
    gasp_omp_maps_end (outer);
}

static void
on_acc (ompt_scope_endpoint_t endpoint, int what, int device,
	const void *address)
{
  static const unsigned int tags[]
    = { [ACC_INIT] = GASP_GCC_ACC_INIT, [ACC_COMPUTE] = GASP_GCC_ACC_COMPUTE,
	[ACC_DATA] = GASP_GCC_ACC_DATA, [ACC_DATA_BEGIN] = GASP_GCC_ACC_DATA,
	[ACC_DATA_END] = GASP_GCC_ACC_DATA,
	[ACC_UPDATE] = GASP_GCC_ACC_UPDATE, [ACC_WAIT] = GASP_GCC_ACC_WAIT };
  struct local *l = this_thread ();
  if (endpoint == ompt_scope_begin)
    {
      l->target = acc_place (l, what, address);
      begin_acc_maps (l, what);
    }
  RAISE (tags[what], type_of (endpoint), l->target, 0, device);
  if (endpoint == ompt_scope_begin)
    return;
  l->target = NULL;
  end_acc_maps (l, what);
}

/* Raises PART of a copy to DEVICE, or with FROM from it, of HOST's memory.  The
   operation ends as what it has begun as.  What it copies, if that has a name,
   counts as a part of its place: two copies of a construct are two.  */
static void
raise_copy (gasp_evttype_t part, ompt_id_t *operation, bool from, int device,
	    void *host, size_t bytes, const void *address)
{
  if (part == GASP_END)
    {
      RAISE (*operation, GASP_END, NULL, 0, device, host, bytes);
      return;
    }
  const void *construct = address ? address : this_thread ()->target;
  const char *name = gasp_omp_maps_find (host, bytes);
  *operation = from ? GASP_GCC_OMP_FROM_DEVICE
	       : gasp_omp_is_copied_again (device, host, bytes)
	       ? GASP_GCC_OMP_TO_DEVICE_AGAIN : GASP_GCC_OMP_TO_DEVICE;
  note_asked (*operation, construct, name);
  RAISE (*operation, GASP_START, construct, (uintptr_t) name, name, device,
	 host, bytes);
}

static void
on_data_op (ompt_scope_endpoint_t endpoint, ompt_data_t *target_task,
	    ompt_data_t *target, ompt_id_t *operation,
	    ompt_target_data_op_t type, void *source, int source_device,
	    void *goal, int goal_device, size_t bytes, const void *address)
{
  (void)target_task, (void)target;
  gasp_evttype_t part = type_of (endpoint);
  int device = goal_device;
  uint64_t place = target_place ();
  switch (type)
    {
    case ompt_target_data_transfer_to_device:
    case ompt_target_data_transfer_to_device_async:
      raise_copy (part, operation, false, device, source, bytes, address);
      break;
    case ompt_target_data_transfer_from_device:
    case ompt_target_data_transfer_from_device_async:
      device = source_device;
      if (goal_device < host_device ())
	{
	  note_asked (GASP_GCC_OMP_ON_DEVICE, address, NULL);
	  RAISE (GASP_GCC_OMP_ON_DEVICE, part, address, place, device, bytes);
	}
      else
	raise_copy (part, operation, true, device, goal, bytes, address);
      break;
    case ompt_target_data_alloc:
      RAISE (GASP_GCC_OMP_DEVICE_ALLOC, part, address, place, device, bytes);
      break;
    case ompt_target_data_delete:
      RAISE (GASP_GCC_OMP_DEVICE_FREE, part, address, place, source_device);
      break;
    default:
      break;
    }
}

static struct gasp_omp_asked
asked (void)
{
  return this_thread ()->asked;
}

/* Raises the event of what a device did, at the place of WHAT.  */
static void
on_did (const struct gasp_omp_asked *what, const struct gasp_omp_did *did)
{
  unsigned long position = (unsigned long) __builtin_dwarf_cfa ();
  RAISE_EVENT (&provider,
	       gasp_gcc_event_at (GASP_GCC_OMP_DEVICE_TIME, position),
	       (unsigned long) __builtin_frame_address (0),
	       place_of (what->address, 0), GASP_GCC_OMP_DEVICE_TIME,
	       GASP_ATOMIC, what->name, what->tag, did->device,
	       (int64_t) did->begin, (int64_t) did->took, (int64_t) did->asked,
	       (int) did->is_by_host);
}

/* ---- Beginning  */

/* Returns whether the provider is registered from now on.  */
static bool
register_once (void)
{
  static bool done;
  done = done || !gasp_gcc_register_provider (&provider);
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
    WANT (target_emi),
    WANT (thread_end),
    { ompt_callback_target_submit_emi, (ompt_callback_t) on_submit },
    { ompt_callback_target_data_op_emi, (ompt_callback_t) on_data_op },
    { ompt_callback_mutex_acquire, (ompt_callback_t) on_acquire },
    { ompt_callback_mutex_acquired, (ompt_callback_t) on_acquired },
    { ompt_callback_mutex_released, (ompt_callback_t) on_released }
  };
  ompt_set_callback_t set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  get_num_devices = (ompt_get_num_devices_t) lookup ("ompt_get_num_devices");
  if (!set || !register_once ())
    return 0;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    set (wanted[i].event, wanted[i].callback);
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
  return gasp_gcc_activity && *gasp_gcc_activity () ? &result : NULL;
}

static void
wait (void (*begin) (void))
{
  provider.attached = begin;
  if (gasp_gcc_register_provider)
    register_once ();
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
    = { gasp_omp_gasp_expected, start, wait, on_setup, on_acc, asked, on_did,
	is_done, is_done_with_mutexes };
