/* tracing.c - devices' own records of what they did: see tracing.h.

   SPDX-License-Identifier: Apache-2.0

   libgomp waits for what it asks of a device, so the host knows when that
   begins and ends, where the device does not say so itself (times.c).  In both
   cases times are of the host's clock.  Records are all of one size, and a
   cursor is the offset of one in its buffer.  Buffers are requested and handed
   back on the program's threads.  */

#include "device/tracing.h"
#include "device/times.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

static struct trace
{
  pthread_mutex_t lock;
  ompt_callback_buffer_request_t request;
  ompt_callback_buffer_complete_t complete;
  ompt_buffer_t *buffer;
  size_t size, used;
  uint64_t types;		/* atomic: bits of ompt_callbacks_t */
  bool started, paused;		/* atomic */
} traces[DEVICES_MOST] = { [0 ... DEVICES_MOST - 1]
			   = { .lock = PTHREAD_MUTEX_INITIALIZER } };

#define RECORD sizeof (ompt_record_ompt_t)

static int
number_of (const struct trace *trace)
{
  return (int) (trace - traces);
}

ompt_device_t *
gasp_omp_trace_of (int device)
{
  return &traces[device];
}

ompt_device_time_t
gasp_omp_device_time (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* ---- Records are made  */

bool
gasp_omp_is_traced (int device, ompt_callbacks_t type)
{
  if (device < 0 || device >= DEVICES_MOST)
    return false;
  const struct trace *trace = &traces[device];
  return __atomic_load_n (&trace->started, __ATOMIC_RELAXED)
	 && !__atomic_load_n (&trace->paused, __ATOMIC_RELAXED)
	 && __atomic_load_n (&trace->types, __ATOMIC_RELAXED) >> type & 1;
}

/* Gives the buffer back to the tool.  */
static void
hand_back (struct trace *trace)
{
  if (trace->buffer)
    trace->complete (number_of (trace), trace->buffer, trace->used, 0, 1);
  trace->buffer = NULL;
  trace->used = trace->size = 0;
}

/* Returns where the next record goes, or null if the tool has no buffer.  */
static void *
room (struct trace *trace)
{
  if (trace->used + RECORD > trace->size)
    {
      hand_back (trace);
      trace->request (number_of (trace), &trace->buffer, &trace->size);
    }
  if (!trace->buffer || trace->used + RECORD > trace->size)
    return NULL;
  trace->used += RECORD;
  return (char *) trace->buffer + trace->used - RECORD;
}

void
gasp_omp_trace (int device, const ompt_record_ompt_t *record)
{
  struct trace *trace = &traces[device];
  pthread_mutex_lock (&trace->lock);
  void *place = trace->started ? room (trace) : NULL;
  if (place)
    memcpy (place, record, RECORD);
  pthread_mutex_unlock (&trace->lock);
}

void
gasp_omp_trace_end (int device)
{
  struct trace *trace = &traces[device];
  pthread_mutex_lock (&trace->lock);
  __atomic_store_n (&trace->started, false, __ATOMIC_RELAXED);
  hand_back (trace);
  pthread_mutex_unlock (&trace->lock);
}

/* ---- What the tool calls  */

static int
get_device_num_procs (ompt_device_t *device)
{
  (void) device;
  return -1;
}

static ompt_device_time_t
get_device_time (ompt_device_t *device)
{
  (void) device;
  return gasp_omp_device_time ();
}

/* Returns TIME as omp_get_wtime has it.  */
static double
translate_time (ompt_device_t *device, ompt_device_time_t time)
{
  (void) device;
  return (double) time * 1e-9;
}

/* The numbers of older callbacks stand for their _emi forms, too.  */
static const unsigned char known_types[][2] = {
  { ompt_callback_target, ompt_callback_target_emi },
  { ompt_callback_target_data_op, ompt_callback_target_data_op_emi },
  { ompt_callback_target_submit, ompt_callback_target_submit_emi }
};

static ompt_set_result_t
set_trace_ompt (ompt_device_t *device, unsigned int enable, unsigned int type)
{
  struct trace *trace = device;
  uint64_t bits = 0;
  for (size_t i = 0; i < sizeof known_types / sizeof *known_types; i++)
    if (!type || type == known_types[i][0] || type == known_types[i][1])
      bits |= 1ull << known_types[i][0];
  if (enable)
    __atomic_or_fetch (&trace->types, bits, __ATOMIC_RELAXED);
  else
    __atomic_and_fetch (&trace->types, ~bits, __ATOMIC_RELAXED);
  return bits ? ompt_set_always : ompt_set_never;
}

static ompt_set_result_t
set_trace_native (ompt_device_t *device, int enable, int flags)
{
  (void) device, (void) enable, (void) flags;
  return ompt_set_never;
}

static int
start_trace (ompt_device_t *device, ompt_callback_buffer_request_t request,
	     ompt_callback_buffer_complete_t complete)
{
  struct trace *trace = device;
  if (!request || !complete)
    return 0;
  gasp_omp_times_begin ();
  pthread_mutex_lock (&trace->lock);
  trace->request = request;
  trace->complete = complete;
  trace->paused = false;
  __atomic_store_n (&trace->started, true, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&trace->lock);
  return 1;
}

static int
pause_trace (ompt_device_t *device, int pause)
{
  struct trace *trace = device;
  __atomic_store_n (&trace->paused, pause, __ATOMIC_RELAXED);
  return trace->started;
}

static int
flush_trace (ompt_device_t *device)
{
  struct trace *trace = device;
  gasp_omp_times_settle (false);
  pthread_mutex_lock (&trace->lock);
  bool started = trace->started;
  hand_back (trace);
  pthread_mutex_unlock (&trace->lock);
  return started;
}

static int
stop_trace (ompt_device_t *device)
{
  struct trace *trace = device;
  bool started = trace->started;
  gasp_omp_times_settle (false);
  gasp_omp_trace_end (number_of (trace));
  return started;
}

static int
advance_buffer_cursor (ompt_device_t *device, ompt_buffer_t *buffer,
		       size_t size, ompt_buffer_cursor_t current,
		       ompt_buffer_cursor_t *next)
{
  (void) device, (void) buffer;
  *next = current + RECORD;
  return *next + RECORD <= size;
}

static ompt_record_t
get_record_type (ompt_buffer_t *buffer, ompt_buffer_cursor_t current)
{
  (void) buffer, (void) current;
  return ompt_record_ompt;
}

static ompt_record_ompt_t *
get_record_ompt (ompt_buffer_t *buffer, ompt_buffer_cursor_t current)
{
  return (ompt_record_ompt_t *) ((char *) buffer + current);
}

static void *
get_record_native (ompt_buffer_t *buffer, ompt_buffer_cursor_t current,
		   ompt_id_t *operation)
{
  (void) buffer, (void) current, (void) operation;
  return NULL;
}

static ompt_record_abstract_t *
get_record_abstract (void *record)
{
  (void) record;
  return NULL;
}

#define FUNCTION(name) { "ompt_" #name, (ompt_interface_fn_t) name }
static const struct
{
  const char *name;
  ompt_interface_fn_t function;
} functions[] = {
  FUNCTION (get_device_num_procs), FUNCTION (get_device_time),
  FUNCTION (translate_time), FUNCTION (set_trace_ompt),
  FUNCTION (set_trace_native), FUNCTION (start_trace),
  FUNCTION (pause_trace), FUNCTION (flush_trace),
  FUNCTION (stop_trace), FUNCTION (advance_buffer_cursor),
  FUNCTION (get_record_type), FUNCTION (get_record_ompt),
  FUNCTION (get_record_native), FUNCTION (get_record_abstract)
};

ompt_interface_fn_t
gasp_omp_trace_lookup (const char *name)
{
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp (functions[i].name, name))
      return functions[i].function;
  return NULL;
}
