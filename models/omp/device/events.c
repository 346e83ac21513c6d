/* events.c - what is asked of devices becomes events of GASP.  See ../gasp.c.

   SPDX-License-Identifier: Apache-2.0

   The word of a target construct is its device.  */

#include "builtin/builtin.h"
#include "device/acc.h"
#include "device/again.h"
#include "device/maps.h"
#include "state.h"

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
  (void)target, (void)operation;
  note_asked (GASP_GCC_OMP_KERNEL, NULL, NULL);
  RAISE (GASP_GCC_OMP_KERNEL, type_of (endpoint), NULL, target_place (),
	 gasp_omp_thread->kernel_device, teams);
}

void
gasp_omp_on_setup (ompt_scope_endpoint_t endpoint, int device, bool image)
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

void
gasp_omp_on_acc (ompt_scope_endpoint_t endpoint, int what, int device,
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

struct gasp_omp_asked
gasp_omp_asked (void)
{
  return this_thread ()->asked;
}

/* Raises the event of what a device did, at the place of WHAT.  */
void
gasp_omp_on_did (const struct gasp_omp_asked *what,
		 const struct gasp_omp_did *did)
{
  unsigned long position = (unsigned long) __builtin_dwarf_cfa ();
  RAISE_EVENT (&gasp_omp_provider,
	       gasp_gcc_event_at (GASP_GCC_OMP_DEVICE_TIME, position),
	       (unsigned long) __builtin_frame_address (0),
	       gasp_omp_place (what->address, 0), GASP_GCC_OMP_DEVICE_TIME,
	       GASP_ATOMIC, what->name, what->tag, did->device,
	       (int64_t) did->begin, (int64_t) did->took, (int64_t) did->asked,
	       (int) did->is_by_host);
}

void
gasp_omp_want_devices (ompt_function_lookup_t lookup, ompt_set_callback_t set)
{
  get_num_devices = (ompt_get_num_devices_t) lookup ("ompt_get_num_devices");
  set (ompt_callback_target_emi, (ompt_callback_t) on_target_emi);
  set (ompt_callback_target_submit_emi, (ompt_callback_t) on_submit);
  set (ompt_callback_target_data_op_emi, (ompt_callback_t) on_data_op);
}
