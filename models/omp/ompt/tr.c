/* tr.c - tools for the report of 2015, as a tool for OpenMP 5.2.

   SPDX-License-Identifier: Apache-2.0

   Such a tool defines ompt_tool, has numbers where today's have words of their
   own, and one callback for each event.  Here the words of data hold those
   numbers: an object gets its when it is first asked for, also in a signal
   handler.  What 5.2 does not pass, as the function that a team runs, is read
   from the record around the word.

   What each event of the report comes from is in tr.def.  */

#include "ompt/tr.h"
#include "raise.h"
#include "ompt/tool.h"

#include <string.h>

/* Results of the report's ompt_set_callback.  */
enum { TR_ERROR, TR_NO_CALLBACK, TR_NEVER, TR_SOMETIMES, TR_ALWAYS };

enum {
#define TR_EVENT(number, name, callback) TR_##name = number,
#define TR_NO_EVENT(number, name, answer) TR_##name = number,
#include "ompt/tr.def"
  TR_EVENTS = 71
};

typedef void (*tr_callback) (void);
#define id_of gasp_omp_tr_id
#define region_id gasp_omp_tr_region

static tr_callback callbacks[TR_EVENTS];

/* Call the tool's function for EVENT, of PARAMETERS.  */
#define TELL(event, parameters, ...)					\
  do									\
    if (callbacks[TR_##event])						\
      ((void (*) parameters) callbacks[TR_##event]) (__VA_ARGS__);	\
  while (0)

/* ---- Numbers  */

tr_id
gasp_omp_tr_id (ompt_data_t *data)
{
  static tr_id last;
  if (!data)
    return 0;
  tr_id none = 0, id = __atomic_load_n (&data->value, __ATOMIC_RELAXED);
  if (id)
    return id;
  id = __atomic_add_fetch (&last, 1, __ATOMIC_RELAXED);
  return __atomic_compare_exchange_n (&data->value, &none, id, false,
				      __ATOMIC_RELAXED, __ATOMIC_RELAXED)
	 ? id : none;
}

/* The words of the first consumer begin their records.  */
#define RECORD(type, data) ((type *) (void *) (data))

tr_id
gasp_omp_tr_region (ompt_data_t *data)
{
  return data && RECORD (struct parallel, data)->fn ? gasp_omp_tr_id (data) : 0;
}

/* The regions of the implicit tasks that this thread executes, the innermost
   last: the end of an implicit task does not have its region as an
   argument.  */
#define LEVELS 64
static __thread struct {
  tr_id regions[LEVELS];
  unsigned int depth;
  ompt_thread_t type;
  bool idle;
} here __attribute__ ((tls_model ("initial-exec")));

static tr_id
region_or_last (ompt_data_t *data)
{
  unsigned int depth = here.depth < LEVELS ? here.depth : LEVELS;
  return data ? region_id (data) : depth ? here.regions[depth - 1] : 0;
}

/* ---- Threads  */

static int
thread_type (ompt_thread_t type)
{
  enum { INITIAL = 1, WORKER = 2, OTHER = 3 };
  return type == ompt_thread_initial ? INITIAL
	 : type == ompt_thread_worker ? WORKER : OTHER;
}

static void
on_thread_begin (ompt_thread_t type, ompt_data_t *thread)
{
  here.type = type;
  here.depth = 0;
  here.idle = false;
  TELL (thread_begin, (int, tr_id), thread_type (type), id_of (thread));
}

static void
end_idling (ompt_data_t *thread)
{
  if (here.idle)
    TELL (idle_end, (tr_id), id_of (thread));
  here.idle = false;
}

static void
on_thread_end (ompt_data_t *thread)
{
  end_idling (thread);
  TELL (thread_end, (int, tr_id), thread_type (here.type), id_of (thread));
}

static ompt_data_t *
this_thread (void)
{
  return gasp_omp_thread ? &gasp_omp_thread->data[0] : NULL;
}

static void
on_flush (ompt_data_t *thread, const void *place)
{
  (void) place;
  TELL (flush, (tr_id), id_of (thread));
}

/* ---- Regions.  OMPT's frames of both kinds begin with the same two
   pointers.  */

static int
invoker (int flags)
{
  return (flags & ompt_parallel_invoker_runtime) != 0;
}

static void
on_parallel_begin (ompt_data_t *task, const ompt_frame_t *frame,
		   ompt_data_t *region, unsigned int threads, int flags,
		   const void *place)
{
  (void) place;
  if (!(flags & ompt_parallel_league))
    TELL (parallel_begin,
	  (tr_id, const ompt_frame_t *, tr_id, uint32_t, void *, int),
	  id_of (task), frame, region_id (region), threads,
	  (void *) RECORD (struct parallel, region)->fn, invoker (flags));
}

static void
on_parallel_end (ompt_data_t *region, ompt_data_t *task, int flags,
		 const void *place)
{
  (void) place;
  if (!(flags & ompt_parallel_league))
    TELL (parallel_end, (tr_id, tr_id, int), region_id (region), id_of (task),
	  invoker (flags));
}

static void
begin_implicit (tr_id region, tr_id task)
{
  end_idling (this_thread ());
  if (here.depth++ < LEVELS)
    here.regions[here.depth - 1] = region;
  TELL (implicit_task_begin, (tr_id, tr_id), region, task);
}

static void
end_implicit (tr_id task)
{
  TELL (implicit_task_end, (tr_id, tr_id), region_or_last (NULL), task);
  here.depth--;
  if (here.depth || here.type != ompt_thread_worker)
    return;
  here.idle = true;
  TELL (idle_begin, (tr_id), id_of (this_thread ()));
}

static void
on_implicit_task (ompt_scope_endpoint_t endpoint, ompt_data_t *region,
		  ompt_data_t *task, unsigned int size, unsigned int number,
		  int flags)
{
  bool begins = endpoint == ompt_scope_begin;
  (void) size, (void) number;
  if (flags & ompt_task_initial && begins)
    TELL (initial_task_begin, (tr_id), id_of (task));
  else if (flags & ompt_task_initial)
    TELL (initial_task_end, (tr_id), id_of (task));
  else if (begins)
    begin_implicit (region_id (region), id_of (task));
  else
    end_implicit (id_of (task));
}

/* ---- Tasks  */

static void
on_task_create (ompt_data_t *parent, const ompt_frame_t *frame,
		ompt_data_t *task, int flags, int dependences,
		const void *place)
{
  (void) dependences, (void) place;
  if (flags & ompt_task_explicit && !(flags & ompt_task_taskwait))
    TELL (task_begin, (tr_id, const ompt_frame_t *, tr_id, void *),
	  id_of (parent), frame, id_of (task),
	  (void *) RECORD (struct task, task)->fn);
}

static void
on_task_schedule (ompt_data_t *prior, ompt_task_status_t status,
		  ompt_data_t *next)
{
  bool ends = status == ompt_task_complete || status == ompt_task_cancel
	      || status == ompt_task_late_fulfill;
  if (ends)
    TELL (task_end, (tr_id), id_of (prior));
  if (next)
    TELL (task_switch, (tr_id, tr_id), ends ? 0 : id_of (prior), id_of (next));
}

static void
on_cancel (ompt_data_t *task, int flags, const void *place)
{
  (void) place;
  if (flags & ompt_cancel_discarded_task)
    TELL (task_end, (tr_id), id_of (task));
}

/* As the report has it.  */
struct tr_dependence {
  void *variable;
  uint32_t flags;
};

static uint32_t
dependence_flags (ompt_dependence_type_t type)
{
  enum { OUT = 1, IN = 2, INOUT = 3 };
  return type == ompt_dependence_type_in    ? IN
	 : type == ompt_dependence_type_out ? OUT : INOUT;
}

static void
on_dependences (ompt_data_t *task, const ompt_dependence_t *from, int count)
{
  struct tr_dependence to[count + 1];
  /* Those of a doacross loop do not belong to a task.  */
  if (count && (from->dependence_type == ompt_dependence_type_source
		|| from->dependence_type == ompt_dependence_type_sink))
    return;
  for (int i = 0; i < count; i++)
    to[i] = (struct tr_dependence) {
      from[i].variable.ptr, dependence_flags (from[i].dependence_type)
    };
  TELL (task_dependences, (tr_id, const struct tr_dependence *, int),
	id_of (task), to, count);
}

static void
on_task_dependence (ompt_data_t *first, ompt_data_t *second)
{
  TELL (task_dependence_pair, (tr_id, tr_id), id_of (first), id_of (second));
}

/* ---- Work  */

typedef void (*placed) (tr_id, tr_id, const void *);
typedef void (*unplaced) (tr_id, tr_id);

/* Calls BEGIN, with the place, or END, whichever it is.  */
static void
tell_scope (int begin, int end, ompt_scope_endpoint_t endpoint,
	    ompt_data_t *region, ompt_data_t *task, const void *place)
{
  tr_id r = region_or_last (region), t = id_of (task);
  if (endpoint != ompt_scope_end && callbacks[begin])
    ((placed) callbacks[begin]) (r, t, place);
  if (endpoint != ompt_scope_begin && callbacks[end])
    ((unplaced) callbacks[end]) (r, t);
}

static void
on_work (ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *region,
	 ompt_data_t *task, uint64_t count, const void *place)
{
  (void) count;
#define SCOPE(name)							\
  tell_scope (TR_##name##_begin, TR_##name##_end, endpoint, region, task, \
	      place)
  switch (kind)
    {
    case ompt_work_loop: case ompt_work_loop_static:
    case ompt_work_loop_dynamic: case ompt_work_loop_guided:
    case ompt_work_loop_other:
      SCOPE (loop);
      break;
    case ompt_work_sections:
      SCOPE (sections);
      break;
    case ompt_work_single_executor:
      SCOPE (single_in_block);
      break;
    case ompt_work_single_other:
      SCOPE (single_others);
      break;
    default:
      break;
    }
}

static void
on_masked (ompt_scope_endpoint_t endpoint, ompt_data_t *region,
	   ompt_data_t *task, const void *place)
{
  SCOPE (master);
}

#define SYNC_REGION(name, prefix)					\
  static void								\
  name (ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,	\
	ompt_data_t *region, ompt_data_t *task, const void *place)	\
  {									\
    if (kind == ompt_sync_region_taskwait)				\
      SCOPE (prefix##taskwait);						\
    else if (kind == ompt_sync_region_taskgroup)			\
      SCOPE (prefix##taskgroup);					\
    else if (kind != ompt_sync_region_reduction)			\
      SCOPE (prefix##barrier);						\
  }

SYNC_REGION (on_sync_region, )
SYNC_REGION (on_sync_region_wait, wait_)

/* ---- Locks.  The kinds of 5.2, from ompt_mutex_lock on, and the events; the
   two functions that test locks are reported only if they succeed.  */

struct mutex_events {
  int wait, acquired, released, init, destroy;
};

static struct mutex_events
events_of (ompt_mutex_t kind)
{
  switch (kind)
    {
    case ompt_mutex_lock: case ompt_mutex_test_lock:
      return (struct mutex_events) { TR_wait_lock, TR_acquired_lock,
	TR_release_lock, TR_init_lock, TR_destroy_lock };
    case ompt_mutex_nest_lock: case ompt_mutex_test_nest_lock:
      return (struct mutex_events) { TR_wait_nest_lock,
	TR_acquired_nest_lock_first, TR_release_nest_lock_last,
	TR_init_nest_lock, TR_destroy_nest_lock };
    case ompt_mutex_critical:
      return (struct mutex_events) { TR_wait_critical, TR_acquired_critical,
	TR_release_critical, 0, 0 };
    case ompt_mutex_atomic:
      return (struct mutex_events) { TR_wait_atomic, TR_acquired_atomic,
	TR_release_atomic, 0, 0 };
    case ompt_mutex_ordered:
      return (struct mutex_events) { TR_wait_ordered, TR_acquired_ordered,
	TR_release_ordered, 0, 0 };
    default:
      return (struct mutex_events) { 0, 0, 0, 0, 0 };
    }
}

static void
tell_wait_id (int event, ompt_wait_id_t id)
{
  if (callbacks[event])
    ((void (*) (ompt_wait_id_t)) callbacks[event]) (id);
}

static void
tell_lock (int event, ompt_wait_id_t id, uint32_t hint, uint32_t type)
{
  if (callbacks[event])
    ((void (*) (ompt_wait_id_t, uint32_t, uint32_t)) callbacks[event])
      (id, hint, type);
}

#define MUTEX(name, event)						\
  static void								\
  name (ompt_mutex_t kind, ompt_wait_id_t id, const void *place)	\
  {									\
    (void) place;							\
    tell_wait_id (events_of (kind).event, id);				\
  }

MUTEX (on_mutex_acquired, acquired)
MUTEX (on_mutex_released, released)
MUTEX (on_lock_destroy, destroy)

static void
on_mutex_acquire (ompt_mutex_t kind, unsigned int hint, unsigned int impl,
		  ompt_wait_id_t id, const void *place)
{
  (void) place;
  if (kind == ompt_mutex_critical)
    tell_lock (TR_wait_critical, id, hint, impl);
  else if (kind == ompt_mutex_atomic)
    TELL (wait_atomic, (ompt_wait_id_t, uint32_t), id, impl);
  else if (kind != ompt_mutex_test_lock && kind != ompt_mutex_test_nest_lock)
    tell_wait_id (events_of (kind).wait, id);
}

static void
on_nest_lock (ompt_scope_endpoint_t endpoint, ompt_wait_id_t id,
	      const void *place)
{
  (void) place;
  tell_wait_id (endpoint == ompt_scope_begin ? TR_acquired_nest_lock_next
					     : TR_release_nest_lock_prev, id);
}

static void
on_lock_init (ompt_mutex_t kind, unsigned int hint, unsigned int impl,
	      ompt_wait_id_t id, const void *place)
{
  (void) place;
  tell_lock (events_of (kind).init, id, hint, impl);
}

/* ---- Targets, and the program's own calls  */

static void
on_target_data (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
		ompt_data_t *task, const void *place)
{
  if (kind == ompt_target_enter_data && endpoint == ompt_scope_begin)
    TELL (target_data_begin, (tr_id, int, const void *), id_of (task), device,
	  place);
  else if (kind == ompt_target_exit_data && endpoint == ompt_scope_end)
    TELL (target_data_end, (tr_id), id_of (task));
}

static void
on_target_emi (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
	       ompt_data_t *task, ompt_data_t *target_task,
	       ompt_data_t *target, const void *place)
{
  (void) target_task;
  if (RECORD (struct target, target)->structured)
    on_target_data (kind, endpoint, device, task, place);
  else if (endpoint == ompt_scope_begin)
    TELL (target_task_begin, (tr_id, const ompt_frame_t *, tr_id, int, int),
	  id_of (task), &RECORD (struct task, task)->frame, id_of (target),
	  device, (int) kind & 7);
  else
    TELL (target_task_end, (tr_id), id_of (target));
}

static int
on_control_tool (uint64_t command, uint64_t modifier, void *arg,
		 const void *place)
{
  (void) arg, (void) place;
  TELL (control, (uint64_t, uint64_t), command, modifier);
  return 0;
}

/* ---- The tool's functions  */

static ompt_set_callback_t real_set;
static bool initializing;

static int
answer (ompt_set_result_t result)
{
  switch (result)
    {
    case ompt_set_always: return TR_ALWAYS;
    case ompt_set_sometimes: case ompt_set_sometimes_paired:
      return TR_SOMETIMES;
    case ompt_set_impossible: return TR_NO_CALLBACK;
    case ompt_set_never: return TR_NEVER;
    default: return TR_ERROR;
    }
}

static int
set_callback (int event, tr_callback callback)
{
  if (!initializing)
    return TR_ERROR;
  switch (event)
    {
#define TR_EVENT(number, name, source)					\
    case number:							\
      callbacks[number] = callback;					\
      return answer (real_set (ompt_callback_##source,			\
			       (ompt_callback_t) on_##source));
#define TR_NO_EVENT(number, name, why) case number: return why;
#include "ompt/tr.def"
    default:
      return TR_ERROR;
    }
}

static int
get_callback (int event, tr_callback *callback)
{
  if (event < 0 || event >= TR_EVENTS || !callbacks[event])
    return 0;
  *callback = callbacks[event];
  return 1;
}

static ompt_function_lookup_t real_lookup;

static ompt_interface_fn_t
lookup (const char *name)
{
  return !strcmp (name, "ompt_set_callback")
	 ? (ompt_interface_fn_t) set_callback
	 : !strcmp (name, "ompt_get_callback")
	 ? (ompt_interface_fn_t) get_callback
	 : !strcmp (name, "ompt_get_num_devices") ? real_lookup (name)
	 : gasp_omp_tr_inquiry (name);
}

/* ---- Start and end  */

#define TR_VERSION 2
typedef void (*tr_initialize) (ompt_function_lookup_t lookup,
			       const char *runtime, unsigned int version);
static tr_initialize tool_initialize;

static int
initialize (ompt_function_lookup_t find, int device, ompt_data_t *data)
{
  (void) device, (void) data;
  real_lookup = find;
  real_set = (ompt_set_callback_t) find ("ompt_set_callback");
  /* What others rest on.  */
#define ALWAYS(name) \
  real_set (ompt_callback_##name, (ompt_callback_t) on_##name)
  ALWAYS (thread_begin);
  ALWAYS (thread_end);
  ALWAYS (implicit_task);
  ALWAYS (cancel);
  initializing = true;
  tool_initialize (lookup, GASP_OMP_RUNTIME, TR_VERSION);
  initializing = false;
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  (void) data;
  TELL (runtime_shutdown, (void));
}

ompt_start_tool_result_t *
gasp_omp_tr_start (void *ompt_tool)
{
  static ompt_start_tool_result_t result = { initialize, finalize, { 0 } };
  tool_initialize = ((tr_initialize (*) (void)) ompt_tool) ();
  return tool_initialize ? &result : NULL;
}
