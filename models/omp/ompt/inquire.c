/* inquire.c - the inquiry functions.

   SPDX-License-Identifier: Apache-2.0

   All of them are async-signal-safe: they read only the thread's own data, and
   places, which do not change.  */

#include "calls.h"
#include "raise.h"
#include "ompt/tool.h"

#include <sched.h>
#include <string.h>

bool gasp_omp_sees_devices;

#define LAST_CALLBACK ompt_callback_error

/* ---- Callbacks  */

/* Returns the promise for an event other than "always": masked, flush and
   reduction need the plugin's marks, as do static loops.  Devices are seen if
   libgomp looks up their plugins by our function.  */
static ompt_set_result_t
promise (ompt_callbacks_t event)
{
  switch (event)
    {
    case ompt_callback_device_initialize: case ompt_callback_device_finalize:
    case ompt_callback_device_load: case ompt_callback_device_unload:
    case ompt_callback_target_data_op: case ompt_callback_target_data_op_emi:
    case ompt_callback_target_submit: case ompt_callback_target_submit_emi:
      return gasp_omp_sees_devices ? ompt_set_always : ompt_set_never;
    case ompt_callback_masked: case ompt_callback_work:
    case ompt_callback_reduction:
      return ompt_set_sometimes_paired;
    case ompt_callback_flush: case ompt_callback_dispatch:
    case ompt_callback_cancel: case ompt_callback_task_dependence:
      return ompt_set_sometimes;
    default:
      return ompt_set_always;
    }
}

static ompt_set_result_t
set_callback (unsigned int consumer, ompt_callbacks_t event,
	      ompt_callback_t callback)
{
  if ((int) event < 1 || event > LAST_CALLBACK)
    return ompt_set_error;
  ompt_set_result_t result = promise (event);
  if (result != ompt_set_never)
    gasp_omp_callbacks[event][consumer] = callback;
  return result;
}

static int
get_callback (unsigned int consumer, ompt_callbacks_t event,
	      ompt_callback_t *callback)
{
  if ((int) event < 1 || event > LAST_CALLBACK
      || !gasp_omp_callbacks[event][consumer])
    return 0;
  *callback = gasp_omp_callbacks[event][consumer];
  return 1;
}

/* ---- Threads, regions, tasks  */

static ompt_data_t *
get_thread_data (unsigned int consumer)
{
  struct thread *thread = gasp_omp_thread;
  return thread ? &thread->data[consumer] : NULL;
}

static int
get_task_info (unsigned int consumer, int level, int *flags,
	       ompt_data_t **data, ompt_frame_t **frame,
	       ompt_data_t **parallel_data, int *number)
{
  struct task *task = task_at (level);
  if (!task)
    return 0;
  if (flags)
    *flags = task->flags | (task->flags & ompt_task_implicit
			    ? (int) ompt_task_undeferred : 0);
  if (data)
    *data = &task->data[consumer];
  if (frame)
    *frame = &task->frame;
  if (parallel_data)
    *parallel_data = task->parallel ? &task->parallel->data[consumer] : NULL;
  if (number)
    *number = task->num;
  return 2;
}

static int
get_parallel_info (unsigned int consumer, int level, ompt_data_t **data,
		   int *size)
{
  struct task *task = level >= 0 ? current_task () : NULL;
  for (; task; task = task_around (task))
    if (task->flags & (ompt_task_implicit | ompt_task_initial) && !level--)
      break;
  if (!task || !task->parallel)
    return 0;
  if (data)
    *data = &task->parallel->data[consumer];
  if (size)
    *size = task->parallel->size;
  return 2;
}

/* These functions for each consumer.  */
#define FOR_CONSUMER(c)							\
  static ompt_set_result_t						\
  set_callback_##c (ompt_callbacks_t event, ompt_callback_t callback)	\
  {									\
    return set_callback (c, event, callback);				\
  }									\
  static int								\
  get_callback_##c (ompt_callbacks_t event, ompt_callback_t *callback)	\
  {									\
    return get_callback (c, event, callback);				\
  }									\
  static ompt_data_t *							\
  get_thread_data_##c (void)						\
  {									\
    return get_thread_data (c);						\
  }									\
  static int								\
  get_parallel_info_##c (int level, ompt_data_t **data, int *size)	\
  {									\
    return get_parallel_info (c, level, data, size);			\
  }									\
  static int								\
  get_task_info_##c (int level, int *flags, ompt_data_t **data,		\
		     ompt_frame_t **frame, ompt_data_t **parallel_data,	\
		     int *number)					\
  {									\
    return get_task_info (c, level, flags, data, frame, parallel_data,	\
			  number);					\
  }
FOR_CONSUMER (0)
FOR_CONSUMER (1)

static int
get_state (ompt_wait_id_t *wait)
{
  struct thread *thread = gasp_omp_thread;
  if (IS_DORMANT)
    return ompt_state_work_serial;
  if (!thread)
    return ompt_state_undefined;
  if (wait)
    *wait = thread->wait;
  return thread->state;
}

static int
get_task_memory (void **address, size_t *size, int block)
{
  (void) address;
  (void) block;
  if (size)
    *size = 0;
  return 0;
}

uint64_t
gasp_omp_unique_id (void)
{
  static uint64_t last;
  return __atomic_add_fetch (&last, 1, __ATOMIC_RELAXED);
}

/* ---- Enumerations  */

static const struct {
  int value;
  const char *name;
} states[] = {
#define STATE(name, value) { value, #name },
  FOREACH_OMPT_STATE (STATE)
};

static int
enumerate_states (int current, int *next, const char **name)
{
  for (size_t i = 0; i + 1 < sizeof states / sizeof *states; i++)
    if (states[i].value == current)
      {
	*next = states[i + 1].value;
	*name = states[i + 1].name;
	return 1;
      }
  return 0;
}

static int
enumerate_mutex_impls (int current, int *next, const char **name)
{
  if (current != ompt_mutex_impl_none)
    return 0;
  *next = 1;
  *name = "libgomp_futex";
  return 1;
}

/* ---- Processors and places, as libgomp has them.  */

static int
get_num_procs (void)
{
  return real_omp_get_num_procs ? real_omp_get_num_procs () : 0;
}

static int
get_num_places (void)
{
  return real_omp_get_num_places ? real_omp_get_num_places () : 0;
}

static int
get_place_num (void)
{
  return real_omp_get_place_num ? real_omp_get_place_num () : -1;
}

static int
copy_numbers (int count, const int *from, int room, int *to)
{
  if (to && room > 0)
    memcpy (to, from, sizeof *to * (room < count ? room : count));
  return count;
}

static int
get_place_proc_ids (int place, int room, int *ids)
{
  int count = place >= 0 && place < get_num_places ()
	      ? real_omp_get_place_num_procs (place) : 0;
  if (count <= 0)
    return 0;
  int all[count];
  real_omp_get_place_proc_ids (place, all);
  return copy_numbers (count, all, room, ids);
}

static int
get_partition_place_nums (int room, int *nums)
{
  int count = real_omp_get_partition_num_places
	      ? real_omp_get_partition_num_places () : 0;
  if (count <= 0)
    return 0;
  int all[count];
  real_omp_get_partition_place_nums (all);
  return copy_numbers (count, all, room, nums);
}

static int
get_proc_id (void)
{
  return gasp_omp_thread ? sched_getcpu () : -1;
}

static int
get_num_devices (void)
{
  return real_omp_get_num_devices ? real_omp_get_num_devices () : 0;
}

/* Returns whether the thread is in a target, and sets what the pointers, each
   of which may be null, point to.  Of callbacks that are _emi, a consumer
   knows the numbers that it gave itself.  */
static int
get_target_info (unsigned int consumer, uint64_t *device, ompt_id_t *target,
		 ompt_id_t *operation)
{
  const struct thread *thread = gasp_omp_thread;
  const struct target *in = thread ? thread->target : NULL;
  if (!in)
    return 0;
  if (device)
    *device = in->device;
  if (target)
    *target = gasp_omp_callbacks[ompt_callback_target_emi][consumer]
	      ? in->data[consumer].value : in->id;
  if (operation)
    *operation = in->ops[consumer];
  return 1;
}

static int
get_target_info_0 (uint64_t *device, ompt_id_t *target, ompt_id_t *operation)
{
  return get_target_info (0, device, target, operation);
}

static int
get_target_info_1 (uint64_t *device, ompt_id_t *target, ompt_id_t *operation)
{
  return get_target_info (1, device, target, operation);
}

static void
finalize_tool (void)
{
  gasp_omp_finalize ();
}

/* ---- The lookup  */

#define SAME(name) { "ompt_" #name, { (ompt_interface_fn_t) name,	\
				      (ompt_interface_fn_t) name } },
#define OWN(name) { "ompt_" #name, { (ompt_interface_fn_t) name##_0,	\
				     (ompt_interface_fn_t) name##_1 } },
static const struct {
  const char *name;
  ompt_interface_fn_t functions[CONSUMERS];
} functions[]
    = { OWN (set_callback) OWN (get_callback) OWN (get_thread_data)
	    OWN (get_parallel_info) OWN (get_task_info) SAME (get_state)
		SAME (get_task_memory){
		    "ompt_get_unique_id",
		    { (ompt_interface_fn_t) gasp_omp_unique_id,
		      (ompt_interface_fn_t) gasp_omp_unique_id } },
	SAME (enumerate_states) SAME (enumerate_mutex_impls)
	    SAME (get_num_procs) SAME (get_num_places) SAME (get_place_num)
		SAME (get_place_proc_ids) SAME (get_partition_place_nums)
		    SAME (get_proc_id) SAME (get_num_devices)
			OWN (get_target_info) SAME (finalize_tool) };

static ompt_interface_fn_t
find (unsigned int consumer, const char *name)
{
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp (functions[i].name, name))
      return functions[i].functions[consumer];
  return NULL;
}

static ompt_interface_fn_t
lookup_0 (const char *name)
{
  return find (0, name);
}

static ompt_interface_fn_t
lookup_1 (const char *name)
{
  return find (1, name);
}

ompt_function_lookup_t
gasp_omp_lookup (unsigned int consumer)
{
  return consumer ? lookup_1 : lookup_0;
}
