/* tr-inquire.c - the inquiry functions of the report of 2015.  See tr.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "ompt/tr.h"
#include "state.h"

#include <string.h>

static const struct {
  int number;
  ompt_state_t state;
  const char *name;
} states[] = {
#define TR_STATE(number, name, state) { number, state, "ompt_state_" #name },
#include "ompt/tr.def"
};
#define STATES ((int) (sizeof states / sizeof *states))
#define STATE_FIRST 0x81
#define STATE_OVERHEAD 0x20

static int
enumerate_state (int current, int *next, const char **name)
{
  int i = 0;
  if (current != STATE_FIRST)
    {
      while (i < STATES && states[i].number != current)
	i++;
      while (i < STATES && states[i].number == current)
	i++;
    }
  if (i >= STATES)
    return 0;
  *next = states[i].number;
  *name = states[i].name;
  return 1;
}

/* Locks and atomic constructs alike.  */
static int
enumerate_type (uint32_t current, uint32_t *next, const char **name)
{
  if (current)
    return 0;
  *next = 1;
  *name = "libgomp_futex";
  return 1;
}

static int
get_state (ompt_wait_id_t *wait)
{
  struct thread *thread = gasp_omp_thread;
  int state = thread ? thread->state : (int) ompt_state_undefined;
  if (wait)
    *wait = thread ? thread->wait : 0;
  for (int i = 0; i < STATES; i++)
    if ((int) states[i].state == state)
      return states[i].number;
  return STATE_OVERHEAD;
}

static tr_id
get_thread_id (void)
{
  struct thread *thread = gasp_omp_thread;
  return thread ? gasp_omp_tr_id (&thread->data[0]) : 0;
}

/* Returns the region at LEVEL from within, or null.  */
static struct parallel *
region_at (int level)
{
  struct task *task = level >= 0 ? current_task () : NULL;
  for (; task; task = task_around (task))
    if (task->flags & ompt_task_implicit && !level--)
      return task->parallel;
  return NULL;
}

static tr_id
get_parallel_id (int level)
{
  struct parallel *region = region_at (level);
  return region ? gasp_omp_tr_region (region->data) : 0;
}

static int
get_parallel_team_size (int level)
{
  struct parallel *region = region_at (level);
  return region ? (int) region->size : -1;
}

static int
task_type (int flags)
{
  enum { SERIAL = 1, IMPLICIT = 2, EXPLICIT = 3 };
  return flags & ompt_task_initial    ? SERIAL
	 : flags & ompt_task_implicit ? IMPLICIT : EXPLICIT;
}

static uint32_t
get_task_info (int level, int *type, tr_id *id, ompt_frame_t **frame,
	       tr_id *region)
{
  struct task *task = task_at (level);
  if (!task)
    return 0;
  if (type)
    *type = task_type (task->flags);
  if (id)
    *id = gasp_omp_tr_id (task->data);
  if (frame)
    *frame = &task->frame;
  if (region)
    *region = task->parallel ? gasp_omp_tr_region (task->parallel->data) : 0;
  return 1;
}

static int
target_get_device_info (int device, const char **type, void **handle,
			ompt_function_lookup_t *lookup, const char *text)
{
  enum { NO_SUCH_DEVICE = 1 };
  (void) device, (void) type, (void) handle, (void) lookup, (void) text;
  return NO_SUCH_DEVICE;
}

static int
target_get_device_id (void)
{
  return -1;
}

static const struct {
  const char *name;
  ompt_interface_fn_t function;
} functions[] = {
#define FUNCTION(name) { "ompt_" #name, (ompt_interface_fn_t) name }
  FUNCTION (enumerate_state), FUNCTION (get_thread_id), FUNCTION (get_state),
  FUNCTION (get_parallel_id), FUNCTION (get_parallel_team_size),
  FUNCTION (get_task_info), FUNCTION (target_get_device_info),
  FUNCTION (target_get_device_id),
  { "ompt_enumerate_lock_type", (ompt_interface_fn_t) enumerate_type },
  { "ompt_enumerate_atomic_type", (ompt_interface_fn_t) enumerate_type }
};

ompt_interface_fn_t
gasp_omp_tr_inquiry (const char *name)
{
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp (functions[i].name, name))
      return functions[i].function;
  return NULL;
}
