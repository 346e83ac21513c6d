/* target.c - target constructs, and errors.

   SPDX-License-Identifier: Apache-2.0

   What libgomp and its plugins do for a device, plugins.c sees.  A target
   region's function cannot be wrapped: libgomp finds the device's by its
   address.  */

#include "calls.h"
#include "device/deferred.h"
#include "device/devices.h"
#include "device/maps.h"
#include "sync.h"
#include "ompt/tool.h"

#include <stdlib.h>

/* ---- target  */

static void
tell_target (struct thread *thread, ompt_target_t kind,
	     ompt_scope_endpoint_t endpoint, struct target *target)
{
  struct task *task = thread->current;
  RAISE (ompt_callback_target_emi, kind, endpoint, target->device, DATA (task),
	 &target->task[c_], DATA (target), target->place);
  RAISE_OLDER (ompt_callback_target, kind, endpoint, target->device,
	       DATA (task), target->id, target->place);
  gasp_omp_trace_target (kind, endpoint, target);
}

/* Returns the number of the device that a construct names: -1 is the default
   one, and all that there is none of the host.  */
static int
real_device (int device)
{
  int host = gasp_omp_host ();
  if (device == -1 && real_omp_get_default_device)
    device = real_omp_get_default_device ();
  return device >= 0 && device < host ? device : host;
}

static bool
is_host (const struct target *target)
{
  return target->device == gasp_omp_host ();
}

/* Starts DEVICE before a construct begins there, for a tool that wants to hear
   of the device first: libgomp does so wherever a function names it.  */
static void
start_device (int device)
{
  if ((gasp_omp_callbacks[ompt_callback_device_initialize][0]
       || gasp_omp_callbacks[ompt_callback_device_load][0])
      && device != gasp_omp_host () && !gasp_omp_is_initialized (device)
      && real_omp_target_disassociate_ptr)
    real_omp_target_disassociate_ptr (NULL, device);
}

static void
begin_target (struct thread *thread, ompt_target_t kind, int device,
	      struct target *target, const void *place)
{
  target->device = real_device (device);
  start_device (target->device);
  target->place = place;
  target->id = gasp_omp_unique_id ();
  target->outer = thread->target;
  target->outer_maps = gasp_omp_maps_begin ();
  tell_target (thread, kind, ompt_scope_begin, target);
  thread->target = target;
}

static void
end_target (struct thread *thread, ompt_target_t kind, struct target *target)
{
  if (!target->structured)
    gasp_omp_maps_end (target->outer_maps);
  tell_target (thread, kind, ompt_scope_end, target);
  thread->target = target->outer;
}

/* ---- What is mapped.  Where it is on the device is not known yet.  */

/* libgomp's kinds, in 3 or 8 bits.  SPECIAL ones map nothing of the
   program's.  */
enum
{
  MAP_TO = 1,
  MAP_FROM = 2,
  MAP_DELETE = 7,
  MAP_SPECIAL = 0x4c,
  MAP_ALWAYS = 0x10,
  MAP_RELEASE = 0x17,
  MAP_PRESENT = 0x20,
  MAP_IMPLICIT = 0x60,
  MAP_ALL = 0xff
};

/* Returns OMPT's flags of KIND; 0 if nothing of the program's is mapped.  */
static unsigned int
map_flags (unsigned int kind)
{
  bool is_implicit = (kind & MAP_IMPLICIT) == MAP_IMPLICIT;
  kind &= is_implicit ? MAP_ALL & ~MAP_IMPLICIT : MAP_ALL;
  unsigned int flags = (kind & MAP_TO ? ompt_target_map_flag_to : 0)
		       | (kind & MAP_FROM ? ompt_target_map_flag_from : 0);
  if (kind == MAP_RELEASE)
    return ompt_target_map_flag_release;
  if (kind == MAP_DELETE)
    return ompt_target_map_flag_delete;
  if (kind & MAP_SPECIAL)
    return 0;
  if (kind & MAP_ALWAYS && flags)
    flags |= ompt_target_map_flag_always;
  flags = flags ? flags : ompt_target_map_flag_alloc;
  return flags | (is_implicit ? ompt_target_map_flag_implicit : 0)
	 | (kind & MAP_PRESENT ? ompt_target_map_flag_present : 0);
}

#define MAPS_AT_ONCE 32
struct maps
{
  unsigned int count;
  void *addresses[MAPS_AT_ONCE], *device_addresses[MAPS_AT_ONCE];
  size_t sizes[MAPS_AT_ONCE];
  unsigned int flags[MAPS_AT_ONCE];
};

static void
tell_some (struct target *target, struct maps *maps)
{
  if (!maps->count)
    return;
  RAISE (ompt_callback_target_map_emi, DATA (target), maps->count,
	 maps->addresses, maps->device_addresses, maps->sizes, maps->flags,
	 target->place);
  RAISE_OLDER (ompt_callback_target_map, target->id, maps->count,
	       maps->addresses, maps->device_addresses, maps->sizes,
	       maps->flags, target->place);
  maps->count = 0;
}

/* Returns whether a tool wants the maps of a construct of KIND: target update
   has no map clause.  */
static bool
wants_maps (ompt_target_t kind)
{
  return kind != ompt_target_update && kind != ompt_target_update_nowait
	 && (is_wanted (ompt_callback_target_map)
	     || is_wanted (ompt_callback_target_map_emi));
}

/* Reports the maps of TARGET.  KINDS are of WIDTH bytes each.  */
static void
tell_maps (struct target *target, size_t number, void **addresses,
	   size_t *sizes, const void *kinds, size_t width)
{
  struct maps maps = { .count = 0 };
  for (size_t i = 0; i < number; i++)
    {
      unsigned int kind = width == 1 ? ((const unsigned char *) kinds)[i] & 7
				     : ((const unsigned short *) kinds)[i];
      unsigned int flags = map_flags (kind);
      if (!flags)
	continue;
      maps.addresses[maps.count] = addresses[i];
      maps.sizes[maps.count] = sizes[i];
      maps.flags[maps.count++] = flags;
      if (maps.count == MAPS_AT_ONCE)
	tell_some (target, &maps);
    }
  tell_some (target, &maps);
}

/* Notes what a construct with nowait copies, if it does that later.  KINDS are
   of WIDTH bytes each.  */
static void
defer_maps (struct thread *thread, const struct target *target, size_t number,
	    void **addresses, const size_t *sizes, const void *kinds,
	    size_t width)
{
  for (size_t i = 0; i < number && width == sizeof (short); i++)
    {
      unsigned int flags = map_flags (((const unsigned short *) kinds)[i]);
      unsigned int ways
	= (flags & ompt_target_map_flag_to ? DEFERRED_TO : 0)
	  | (flags & ompt_target_map_flag_from ? DEFERRED_FROM : 0);
      if (ways)
	gasp_omp_defer (thread, addresses[i], sizes[i], ways, target->place);
    }
}

/* ---- Regions of target data: their ends say neither the device nor where.  */

static void
open_data (struct thread *thread, const struct target *target)
{
  if (thread->data_depth < DATA_MOST)
    thread->data_regions[thread->data_depth]
      = (struct data_region) { target->device, target->place,
				target->outer_maps };
  thread->data_depth++;
}

static struct data_region
close_data (struct thread *thread)
{
  if (thread->data_depth)
    thread->data_depth--;
  return thread->data_regions[thread->data_depth < DATA_MOST
			      ? thread->data_depth : DATA_MOST - 1];
}

static int
waiting (ompt_target_t kind)
{
  switch (kind)
    {
    case ompt_target_update: case ompt_target_update_nowait:
      return ompt_state_wait_target_update;
    case ompt_target: case ompt_target_nowait:
      return ompt_state_wait_target;
    default:
      return ompt_state_wait_target_map;
    }
}

/* Waits for what a construct DEPENDS on, if that is not null, as libgomp would
   do.  Target tasks that the thread completes meanwhile belong to other
   constructs.  */
static void
wait_for_others (struct thread *thread, void **depends)
{
  struct target *own = thread->target;
  if (!depends || !real_GOMP_taskwait_depend)
    return;
  thread->target = NULL;
  real_GOMP_taskwait_depend (depends);
  thread->target = own;
}

/* Constructs that are not waited for have numbers of their own.  */
#define NOWAIT (ompt_target_nowait - ompt_target)
/* In the table: not enter data, but the beginning of target data.  */
#define STRUCTURED 0x100

#define TARGET(name, since, params, args, construct, bits, depends)           \
  void wrap_##name params                                                     \
  {                                                                           \
    if (IS_DORMANT)                                                           \
      {                                                                       \
	real_##name args;                                                     \
	return;                                                               \
      }                                                                       \
    struct thread *thread = self ();                                          \
    struct target target = { .structured = (construct)&STRUCTURED };          \
    ompt_target_t kind                                                        \
	= ((construct) & ~STRUCTURED) + ((bits)&1 ? NOWAIT : 0);              \
    struct task *task = thread->current;                                      \
    ompt_data_t outer = enter (task, FRAME);                                  \
    int state = thread->state;                                                \
    if ((bits)&1)                                                             \
      gasp_omp_tasks_wait (task);                                             \
    begin_target (thread, kind, device, &target, PLACE);                      \
    if (!is_host (&target) && wants_maps (kind))                              \
      tell_maps (&target, number, addresses, sizes, kinds, sizeof *kinds);    \
    thread->state = waiting (kind);                                           \
    if (!((bits)&1))                                                          \
      wait_for_others (thread, depends);                                      \
    unsigned int deferred = thread->deferred, done = thread->operations;      \
    unsigned int later = thread->later;                                       \
    if ((bits)&1 && !is_host (&target))                                       \
      defer_maps (thread, &target, number, addresses, sizes, kinds,           \
		  sizeof *kinds);                                             \
    real_##name args;                                                         \
    if (thread->deferred > deferred && thread->operations > done	      \
	&& thread->later == later)					      \
      gasp_omp_deferred_over (thread, deferred);                              \
    thread->state = state;                                                    \
    end_target (thread, kind, &target);                                       \
    if (target.structured)                                                    \
      open_data (thread, &target);                                            \
    leave (task, outer);                                                      \
  }
#include "gomp-calls.def"

/* Ends the data region.  GCC's call has neither a device nor a place, so they
   are those with which the region began.  */
void
wrap_GOMP_target_end_data (void)
{
  if (IS_DORMANT)
    {
      real_GOMP_target_end_data ();
      return;
    }
  struct thread *thread = self ();
  struct target target = { .structured = true };
  struct data_region region = close_data (thread);
  begin_target (thread, ompt_target_exit_data, region.device, &target,
		region.place ? region.place : PLACE);
  real_GOMP_target_end_data ();
  end_target (thread, ompt_target_exit_data, &target);
  gasp_omp_maps_end (region.outer);
}

/* ---- The program's own calls  */

static void
end_call (const void **outer)
{
  gasp_omp_thread->call = *outer;
}

static void
associated (ompt_target_data_op_t type, const void *host, const void *address,
	    size_t bytes, int device, const void *place)
{
  struct thread *thread = self ();
  const void *outer = thread->call;
  struct device_op op = { .type = type,
			  .bytes = bytes,
			  .source = (void *) host,
			  .source_device = gasp_omp_host (),
			  .target = (void *) address,
			  .target_device = device };
  thread->call = place;
  gasp_omp_data_op_at_once (&op);
  thread->call = outer;
}

#define DEVICE_CALL(type, name, params, args)                                 \
  type wrap_##name params                                                     \
  {                                                                           \
    if (IS_DORMANT)                                                           \
      return real_##name args;                                                \
    struct thread *thread = self ();                                          \
    const void *outer __attribute__ ((cleanup (end_call))) = thread->call;    \
    thread->call = PLACE;                                                     \
    return real_##name args;                                                  \
  }
#include "gomp-calls.def"

int
wrap_omp_target_memcpy_async (void *to, const void *from, size_t bytes,
			      size_t to_offset, size_t from_offset,
			      int to_device, int from_device, int number,
			      void *dependences)
{
  if (IS_DORMANT)
    return real_omp_target_memcpy_async (to, from, bytes, to_offset,
					 from_offset, to_device, from_device,
					 number, dependences);
  struct thread *thread = self ();
  const void *outer __attribute__ ((cleanup (end_call))) = thread->call;
  unsigned int deferred = thread->deferred, done = thread->operations;
  bool from_host = from_device < 0 || from_device == gasp_omp_host ();
  const char *address
    = from_host ? (const char *) from + from_offset
      : (const char *) to + to_offset;
  gasp_omp_tasks_wait (thread->current);
  gasp_omp_defer (thread, address, bytes,
		  from_host ? DEFERRED_TO : DEFERRED_FROM, PLACE);
  thread->call = PLACE;
  int error = real_omp_target_memcpy_async (to, from, bytes, to_offset,
					    from_offset, to_device,
					    from_device, number, dependences);
  if (thread->operations > done)
    gasp_omp_deferred_over (thread, deferred);
  return error;
}

int
wrap_omp_target_memcpy_rect_async (void *to, const void *from, size_t size,
				   int dimensions, const size_t *volume,
				   const size_t *to_offsets,
				   const size_t *from_offsets,
				   const size_t *to_dimensions,
				   const size_t *from_dimensions,
				   int to_device, int from_device, int number,
				   void *dependences)
{
#define REAL								\
  real_omp_target_memcpy_rect_async (to, from, size, dimensions, volume, \
				     to_offsets, from_offsets,		\
				     to_dimensions, from_dimensions,	\
				     to_device, from_device, number,	\
				     dependences)
  if (IS_DORMANT)
    return REAL;
  struct thread *thread = self ();
  const void *outer __attribute__ ((cleanup (end_call))) = thread->call;
  gasp_omp_tasks_wait (thread->current);
  thread->call = PLACE;
  return REAL;
#undef REAL
}

int
wrap_omp_target_associate_ptr (const void *host, const void *address,
			       size_t bytes, size_t offset, int device)
{
  int error
      = real_omp_target_associate_ptr (host, address, bytes, offset, device);
  if (!IS_DORMANT && !error)
    associated (ompt_target_data_associate, host,
		(const char *) address + offset, bytes, device, PLACE);
  return error;
}

int
wrap_omp_target_disassociate_ptr (const void *host, int device)
{
  int error = real_omp_target_disassociate_ptr (host, device);
  if (!IS_DORMANT && !error)
    associated (ompt_target_data_disassociate, host, NULL, 0, device, PLACE);
  return error;
}

/* ---- error  */

static void
tell_error (ompt_severity_t severity, const char *message, size_t length,
	    const void *place)
{
  self ();
  RAISE (ompt_callback_error, severity, message, length, place);
}

void
wrap_GOMP_error (const char *message, size_t length)
{
  if (!IS_DORMANT)
    tell_error (ompt_fatal, message, length, PLACE);
  real_GOMP_error (message, length);
}

void
wrap_GOMP_warning (const char *message, size_t length)
{
  if (!IS_DORMANT)
    tell_error (ompt_warning, message, length, PLACE);
  real_GOMP_warning (message, length);
}
