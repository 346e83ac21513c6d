/* check-tool.c - an OMPT tool that pairs all that it is told, and counts.

   SPDX-License-Identifier: Apache-2.0

   Begins and ends have to nest on each thread; what is wrong is printed as
   "wrong: ...".  At the end come the numbers of begins and of single events.  */

#include <omp-tools.h>
#include <stdio.h>
#include <string.h>

#define MOST 64
static __thread struct { int event, kind; const void *data; } open[MOST];
static __thread int depth;
static int counts[40][16], live_threads, live_regions, live_tasks;

static void
count (int event, int kind)
{
  __atomic_add_fetch (&counts[event][kind & 15], 1, __ATOMIC_RELAXED);
}

static void
pair (int event, int kind, int endpoint, const void *data)
{
  if (endpoint != ompt_scope_end)
    {
      count (event, kind);
      open[depth].event = event;
      open[depth].kind = kind;
      open[depth++].data = data;
    }
  if (endpoint == ompt_scope_begin)
    return;
  depth--;
  if (depth < 0 || open[depth].event != event || open[depth].kind != kind
      || open[depth].data != data)
    printf ("wrong: event %d of kind %d ends, %d of kind %d is open\n", event,
	    kind, depth < 0 ? -1 : open[depth].event,
	    depth < 0 ? -1 : open[depth].kind);
}

static void
thread_begin (ompt_thread_t type, ompt_data_t *data)
{
  count (1, type);
  data->value = 77;
  __atomic_add_fetch (&live_threads, 1, __ATOMIC_RELAXED);
}

static void
thread_end (ompt_data_t *data)
{
  count (2, 0);
  if (data->value != 77)
    printf ("wrong: data of a thread\n");
  if (depth)
    printf ("wrong: a thread ends within %d regions\n", depth);
  __atomic_sub_fetch (&live_threads, 1, __ATOMIC_RELAXED);
}

static void
parallel_begin (ompt_data_t *task, const ompt_frame_t *frame,
		ompt_data_t *data, unsigned int wanted, int flags,
		const void *place)
{
  (void) task, (void) wanted, (void) flags;
  if (!place || !frame->enter_frame.ptr || data->value)
    printf ("wrong: place, frame or data of a parallel region\n");
  data->value = 1;
  __atomic_add_fetch (&live_regions, 1, __ATOMIC_RELAXED);
  pair (3, 0, ompt_scope_begin, data);
}

static void
parallel_end (ompt_data_t *data, ompt_data_t *task, int flags,
	      const void *place)
{
  (void) task, (void) flags, (void) place;
  __atomic_sub_fetch (&live_regions, 1, __ATOMIC_RELAXED);
  pair (3, 0, ompt_scope_end, data);
}

static ompt_get_parallel_info_t get_parallel_info;

static void
implicit_task (ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
	       ompt_data_t *task, unsigned int size, unsigned int index,
	       int flags)
{
  int known = 0;
  (void) parallel, (void) index;
  if (endpoint == ompt_scope_begin
      && (get_parallel_info (0, NULL, &known) != 2 || known != (int) size))
    printf ("wrong: a team of %u has a size of %d\n", size, known);
  pair (7, flags & 3, endpoint, task);
}

static void
sync (ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
      ompt_data_t *parallel, ompt_data_t *task, const void *place)
{
  (void) parallel, (void) place;
  pair (23, kind, endpoint, task);
}

static void
reduction (ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
	   ompt_data_t *region, ompt_data_t *task, const void *place)
{
  if (!region || !place)
    printf ("wrong: reduction without region or place\n");
  pair (ompt_callback_reduction, kind, endpoint, task);
}

static void
sync_wait (ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
	   ompt_data_t *parallel, ompt_data_t *task, const void *place)
{
  (void) parallel, (void) place;
  pair (16, kind, endpoint, task);
}

static void
work (ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
      ompt_data_t *task, uint64_t n, const void *place)
{
  (void) parallel, (void) n, (void) place;
  pair (20, kind, endpoint, task);
}

static void
task_create (ompt_data_t *parent, const ompt_frame_t *frame,
	     ompt_data_t *task, int flags, int dependences, const void *place)
{
  (void) parent, (void) frame, (void) dependences, (void) place;
  if (task->value)
    printf ("wrong: data of a new task\n");
  task->value = 5;
  count (5, flags & ompt_task_taskwait ? 1 : 0);
  __atomic_add_fetch (&live_tasks, 1, __ATOMIC_RELAXED);
}

static void
task_schedule (ompt_data_t *prior, ompt_task_status_t status,
	       ompt_data_t *next)
{
  (void) next;
  count (6, status);
  if (status == ompt_task_switch)
    return;
  if (prior->value != 5)
    printf ("wrong: data of a task\n");
  if (status != ompt_task_detach && status != ompt_task_early_fulfill)
    __atomic_sub_fetch (&live_tasks, 1, __ATOMIC_RELAXED);
}

static __thread ompt_wait_id_t wanted;

static void
acquire (ompt_mutex_t kind, unsigned int hint, unsigned int impl,
	 ompt_wait_id_t id, const void *place)
{
  (void) hint, (void) impl, (void) place;
  count (26, kind);
  wanted = id;
}

static void
acquired (ompt_mutex_t kind, ompt_wait_id_t id, const void *place)
{
  (void) place;
  count (27, kind);
  if (id != wanted)
    printf ("wrong: a mutex has been acquired that was not wanted\n");
}

static void
released (ompt_mutex_t kind, ompt_wait_id_t id, const void *place)
{
  (void) id, (void) place;
  count (17, kind);
}

static void
nest (ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void *place)
{
  (void) id, (void) place;
  count (28, endpoint);
}

static void
dependences (ompt_data_t *task, const ompt_dependence_t *on, int number)
{
  (void) task, (void) on;
  count (18, number);
}

static void
dependence (ompt_data_t *source, ompt_data_t *sink)
{
  (void) source, (void) sink;
  count (19, 0);
}

static void
dispatch (ompt_data_t *parallel, ompt_data_t *task, ompt_dispatch_t kind,
	  ompt_data_t instance)
{
  (void) parallel, (void) task, (void) instance;
  count (32, kind);
}

static void
cancel (ompt_data_t *task, int flags, const void *place)
{
  (void) task, (void) place;
  count (30, flags >> 4);
  if (flags & ompt_cancel_discarded_task)
    __atomic_sub_fetch (&live_tasks, 1, __ATOMIC_RELAXED);
}

static int
control (uint64_t command, uint64_t modifier, void *arg, const void *place)
{
  (void) modifier, (void) arg;
  count (11, command);
  return place ? 0 : 1;
}

static void
target (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
	ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data,
	const void *place)
{
  (void) device, (void) task, (void) target_task, (void) place;
  pair (33, kind, endpoint, data);
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set
    = (ompt_set_callback_t) lookup ("ompt_set_callback");
  (void) device, (void) data;
  get_parallel_info = (ompt_get_parallel_info_t) lookup ("ompt_get_parallel_info");
#define SET(name, f) \
  if (set (ompt_callback_##name, (ompt_callback_t) f) < ompt_set_sometimes) \
    printf ("wrong: no callback " #name "\n")
  SET (thread_begin, thread_begin);
  SET (thread_end, thread_end);
  SET (parallel_begin, parallel_begin);
  SET (parallel_end, parallel_end);
  SET (implicit_task, implicit_task);
  SET (sync_region, sync);
  SET (sync_region_wait, sync_wait);
  SET (reduction, reduction);
  SET (work, work);
  SET (task_create, task_create);
  SET (task_schedule, task_schedule);
  SET (mutex_acquire, acquire);
  SET (mutex_acquired, acquired);
  SET (mutex_released, released);
  SET (nest_lock, nest);
  SET (dependences, dependences);
  SET (task_dependence, dependence);
  SET (dispatch, dispatch);
  SET (cancel, cancel);
  SET (control_tool, control);
  SET (target_emi, target);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  (void) data;
  for (int event = 0; event < 40; event++)
    for (int kind = 0; kind < 16; kind++)
      if (counts[event][kind])
	printf ("event %d %d: %d\n", event, kind, counts[event][kind]);
  printf ("left: %d threads, %d regions, %d tasks\n", live_threads,
	  live_regions, live_tasks);
}

ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { initialize, finalize, { 0 } };
  return version && runtime ? &result : NULL;
}
