/* devices.c - the callbacks of devices: see devices.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "device/devices.h"
#include "device/acc.h"
#include "device/deferred.h"
#include "device/maps.h"
#include "calls.h"
#include "ompt/consumer.h"
#include "device/times.h"
#include "raise.h"
#include "ompt/tool.h"
#include "device/tracing.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Returns the calling thread's record.  A thread of a device's plugin has one,
   too.  */
static struct thread *
device_thread (void)
{
  struct thread *thread = gasp_omp_thread;
  return thread ? thread : gasp_omp_thread_begin (ompt_thread_other);
}

int
gasp_omp_host (void)
{
  return real_omp_get_num_devices ? real_omp_get_num_devices () : 0;
}

/* ---- Operations.  They belong to the target construct that the thread is in;
   one that a task of libgomp's does later, and those of the program's own
   calls, to none.  */

static ompt_id_t
target_id (const struct target *target)
{
  return target ? target->id : 0;
}

/* Gives OP its number, and makes it what ompt_get_target_info returns.  */
static void
begin_op (struct thread *thread, struct device_op *op)
{
  op->id = gasp_omp_unique_id ();
  thread->operations++;
  for (unsigned int i = 0; thread->target && i < CONSUMERS; i++)
    thread->target->ops[i] = op->id;
}

/* Makes ompt_get_target_info return the number that the consumer itself has
   given to OP, to each that has the callback EMI.  */
static void
renumber_op (struct thread *thread, const struct device_op *op,
	     ompt_callbacks_t emi)
{
  for (unsigned int i = 0; thread->target && i < CONSUMERS; i++)
    if (gasp_omp_callbacks[emi][i])
      thread->target->ops[i] = op->ids[i];
}

static void
end_op (struct thread *thread)
{
  for (unsigned int i = 0; thread->target && i < CONSUMERS; i++)
    thread->target->ops[i] = 0;
}

static const void *
place_of (const struct thread *thread, const struct device_op *op)
{
  return thread->copied_for ? thread->copied_for
	 : thread->target ? thread->target->place
	 : thread->call ? thread->call : op->place;
}

/* Finds the construct of a task that OP is for, a copy; its name is known
   meanwhile.  */
static void
begin_deferred (struct thread *thread, const struct device_op *op)
{
  bool from_host = op->source_device == gasp_omp_host ();
  const void *address = from_host ? op->source : op->target;
  const char *name = NULL;
  if (!thread->call)
    thread->copied_for
      = gasp_omp_deferred (address, from_host ? DEFERRED_TO : DEFERRED_FROM,
			   &name);
  if (!thread->copied_for)
    return;
  thread->copied_maps = gasp_omp_maps_begin ();
  if (name)
    gasp_omp_maps_add (address, op->bytes, name);
}

static void
end_deferred (struct thread *thread)
{
  if (thread->copied_for)
    gasp_omp_maps_end (thread->copied_maps);
  thread->copied_for = NULL;
}

/* ---- Records of devices, for the user's tool.  They have the numbers that it
   gave to the region and the operation, or those that it got.  */

static ompt_record_ompt_t
record_of (const struct target *target, ompt_callbacks_t type,
	   ompt_callbacks_t emi, ompt_device_time_t time)
{
  ompt_record_ompt_t record;
  memset (&record, 0, sizeof record);
  record.type = type;
  record.time = time;
  record.target_id = !target ? 0
		     : gasp_omp_callbacks[emi][0] ? target->data[0].value
						  : target->id;
  return record;
}

static ompt_id_t
recorded_id (const struct device_op *op, ompt_callbacks_t emi)
{
  return gasp_omp_callbacks[emi][0] ? op->ids[0] : op->id;
}

/* Has RECORD, of OP, recorded by DEVICE, now or when the device's own times are
   known.  */
static void
keep (const struct device_op *op, int device, const ompt_record_ompt_t *record)
{
  bool is_traced = op->begin && gasp_omp_is_traced (device, record->type);
  if (!op->number)
    {
      if (is_traced)
	gasp_omp_trace (device, record);
      return;
    }
  bool is_asked = &gasp_omp_builtin
		  && gasp_omp_callbacks[ompt_callback_target_submit_emi][1];
  struct gasp_omp_asked asked = { 0 };
  if (is_asked)
    asked = gasp_omp_builtin.asked ();
  gasp_omp_times_leave (op->number, device, record, is_traced,
			is_asked ? &asked : NULL);
}

static void
keep_data_op (const struct thread *thread, const struct device_op *op)
{
  int host = gasp_omp_host ();
  int device = op->target_device == host ? op->source_device
					 : op->target_device;
  ompt_record_ompt_t record
    = record_of (thread->target, ompt_callback_target_data_op,
		 ompt_callback_target_emi, op->begin);
  record.record.target_data_op = (ompt_record_target_data_op_t) {
    recorded_id (op, ompt_callback_target_data_op_emi), op->type, op->source,
    op->source_device, op->target, op->target_device, op->bytes,
    gasp_omp_device_time (), place_of (thread, op)
  };
  keep (op, device, &record);
}

static void
keep_kernel (const struct thread *thread, const struct device_op *op,
	     unsigned int teams)
{
  ompt_record_ompt_t record
    = record_of (thread->target, ompt_callback_target_submit,
		 ompt_callback_target_emi, op->begin);
  record.record.target_kernel = (ompt_record_target_kernel_t) {
    recorded_id (op, ompt_callback_target_submit_emi), teams, teams,
    gasp_omp_device_time ()
  };
  keep (op, thread->kernel_device, &record);
}

void
gasp_omp_trace_target (ompt_target_t kind, ompt_scope_endpoint_t endpoint,
		       const struct target *target)
{
  if (!gasp_omp_is_traced (target->device, ompt_callback_target))
    return;
  ompt_record_ompt_t record
    = record_of (target, ompt_callback_target, ompt_callback_target_emi,
		 gasp_omp_device_time ());
  record.record.target = (ompt_record_target_t) {
    kind, endpoint, target->device, 0, record.target_id, target->place
  };
  gasp_omp_trace (target->device, &record);
}

/* ---- Callbacks.  Tools read a region's data also where there is none.  */

static ompt_data_t *
data_of (struct thread *thread, unsigned int consumer)
{
  thread->no_target[consumer].value = 0;
  return thread->target ? &thread->target->data[consumer]
			: &thread->no_target[consumer];
}

static ompt_data_t *
task_data_of (struct thread *thread, unsigned int consumer)
{
  return thread->target ? &thread->target->task[consumer]
			: data_of (thread, consumer);
}

static void
tell_data_op (struct thread *thread, ompt_scope_endpoint_t endpoint,
	      struct device_op *op)
{
  struct target *target = thread->target;
  const void *place = place_of (thread, op);
  RAISE (ompt_callback_target_data_op_emi, endpoint, task_data_of (thread, c_),
	 data_of (thread, c_), &op->ids[c_], op->type, op->source,
	 op->source_device, op->target, op->target_device, op->bytes, place);
  if (endpoint != ompt_scope_begin)
    RAISE_OLDER (ompt_callback_target_data_op, target_id (target), op->id,
		 op->type, op->source, op->source_device, op->target,
		 op->target_device, op->bytes, place);
}

/* Returns whether OP takes the device time.  */
static bool
is_copy (const struct device_op *op)
{
  return op->type != ompt_target_data_alloc
	 && op->type != ompt_target_data_delete;
}

void
gasp_omp_data_op (ompt_scope_endpoint_t endpoint, struct device_op *op)
{
  struct thread *thread = device_thread ();
  if (endpoint == ompt_scope_begin)
    {
      begin_op (thread, op);
      if (is_copy (op))
	begin_deferred (thread, op);
      if (!place_of (thread, op))
	op->place = gasp_omp_acc_place ();
    }
  if (endpoint == ompt_scope_end)
    keep_data_op (thread, op);
  tell_data_op (thread, endpoint, op);
  if (endpoint == ompt_scope_begin)
    {
      renumber_op (thread, op, ompt_callback_target_data_op_emi);
      op->number = is_copy (op) ? gasp_omp_times_enter () : 0;
      op->begin = gasp_omp_device_time ();
    }
  else
    {
      end_op (thread);
      end_deferred (thread);
    }
}

void
gasp_omp_data_op_at_once (struct device_op *op)
{
  op->id = gasp_omp_unique_id ();
  tell_data_op (device_thread (), ompt_scope_beginend, op);
}

void
gasp_omp_submit (ompt_scope_endpoint_t endpoint, struct device_op *op,
		 unsigned int teams)
{
  struct thread *thread = device_thread ();
  struct target *target = thread->target;
  thread->kernel_device = target ? target->device : op->target_device;
  if (endpoint == ompt_scope_begin)
    begin_op (thread, op);
  else
    keep_kernel (thread, op, teams);
  RAISE (ompt_callback_target_submit_emi, endpoint, data_of (thread, c_),
	 &op->ids[c_], teams);
  if (endpoint == ompt_scope_begin)
    {
      RAISE_OLDER (ompt_callback_target_submit, target_id (target), op->id,
		   teams);
      renumber_op (thread, op, ompt_callback_target_submit_emi);
      thread->later += op->task != NULL;
      op->number = op->task ? gasp_omp_times_defer (op->task)
		   : gasp_omp_times_enter ();
      op->begin = gasp_omp_device_time ();
    }
  else
    end_op (thread);
}

/* ---- Devices and their images  */

struct image
{
  struct image *next;
  int device;
  const void *address;
  uint64_t module;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct image *images;
static bool initialized[DEVICES_MOST];

static void end_devices (void);

#define NO_ADDRESS ((void *) ~(uintptr_t)0)
#define NO_OFFSET ((int64_t) -1)

void
gasp_omp_device_initialized (int device, const char *type)
{
  if (device >= DEVICES_MOST
      || __atomic_exchange_n (&initialized[device], true, __ATOMIC_RELAXED))
    return;
  gasp_omp_devices_end = end_devices;
  device_thread ();
  RAISE (ompt_callback_device_initialize, device, type,
	 gasp_omp_trace_of (device),
	 (ompt_function_lookup_t) gasp_omp_trace_lookup, NULL);
}

bool
gasp_omp_is_initialized (int device)
{
  return device >= DEVICES_MOST
	 || __atomic_load_n (&initialized[device], __ATOMIC_RELAXED);
}

void
gasp_omp_device_finalized (int device)
{
  if (device >= DEVICES_MOST
      || !__atomic_exchange_n (&initialized[device], false, __ATOMIC_RELAXED))
    return;
  gasp_omp_trace_end (device);
  device_thread ();
  RAISE (ompt_callback_device_finalize, device);
}

void
gasp_omp_image_loaded (int device, const void *address)
{
  struct image *image = malloc (sizeof *image);
  if (!image)
    return;
  *image = (struct image){ NULL, device, address, gasp_omp_unique_id () };
  device_thread ();
  RAISE (ompt_callback_device_load, device, NULL, NO_OFFSET, NO_ADDRESS, 0,
	 (void *) address, NO_ADDRESS, image->module);
  pthread_mutex_lock (&lock);
  image->next = images;
  images = image;
  pthread_mutex_unlock (&lock);
}

/* Takes an image of DEVICE, at ADDRESS if that is not null, off the list; null
   if there is none.  */
static struct image *
take_image (int device, const void *address)
{
  struct image **at = &images, *found;
  pthread_mutex_lock (&lock);
  while (
      *at
      && ((*at)->device != device || (address && (*at)->address != address)))
    at = &(*at)->next;
  found = *at;
  if (found)
    *at = found->next;
  pthread_mutex_unlock (&lock);
  return found;
}

void
gasp_omp_image_unloaded (int device, const void *address)
{
  struct image *image = take_image (device, address);
  if (!image)
    return;
  device_thread ();
  RAISE (ompt_callback_device_unload, device, image->module);
  free (image);
}

void
gasp_omp_setup (ompt_scope_endpoint_t endpoint, int device, bool image)
{
  if (!&gasp_omp_builtin
      || !gasp_omp_callbacks[ompt_callback_target_submit_emi][1])
    return;
  int *error = device_thread ()->error, kept = *error;
  gasp_omp_builtin.setup (endpoint, device, image);
  *error = kept;
}

static void
end_devices (void)
{
  gasp_omp_times_settle (true);
  for (int device = 0; device < DEVICES_MOST; device++)
    if (__atomic_load_n (&initialized[device], __ATOMIC_RELAXED))
      {
	struct image *image;
	while ((image = take_image (device, NULL)))
	  {
	    RAISE (ompt_callback_device_unload, device, image->module);
	    free (image);
	  }
	gasp_omp_device_finalized (device);
      }
}
