/* device-tool.c - an OMPT tool, from OpenMP 5.2 alone, that prints what it is told of
   devices.

   SPDX-License-Identifier: Apache-2.0

   Begins and ends have to nest, and what belongs to a target region has its data; what
   is wrong is printed as "wrong: ...".  With OLDER, it registers the callbacks that are
   not _emi.  */

#include <omp-tools.h>
#include <stdbool.h>
#include <stdio.h>

static ompt_get_target_info_t get_target_info;
static ompt_id_t last;
static ompt_id_t open_target, open_op;
static int devices, the_host;
static bool is_there[64];

#define WRONG(condition, ...) \
  ((condition) ? (void) printf ("wrong: " __VA_ARGS__), (void) puts ("") : (void) 0)

static const char *
part (ompt_scope_endpoint_t endpoint)
{
  return endpoint == ompt_scope_begin ? "begin"
	 : endpoint == ompt_scope_end ? "end" : "once";
}

static void
target_emi (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
	    ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data,
	    const void *place)
{
  if (endpoint == ompt_scope_begin)
    {
      WRONG (data->value, "a new target region has data");
      open_target = data->value = ++last;
    }
  WRONG (data->value != open_target, "another target region ends");
  WRONG (!task || !place || !target_task, "target: task or place");
  WRONG (endpoint == ompt_scope_begin ? target_task->value : target_task->value != open_target,
	 "the target task's data");
  target_task->value = open_target;
  WRONG (device != the_host && !is_there[device], "the device has not begun");
  printf ("target %d %s on %d\n", kind, part (endpoint), device);
  if (endpoint == ompt_scope_end)
    open_target = 0;
}

static void
target_data_op_emi (ompt_scope_endpoint_t endpoint, ompt_data_t *target_task,
	     ompt_data_t *data, ompt_id_t *op, ompt_target_data_op_t type,
	     void *source, int source_device, void *to, int to_device, size_t bytes,
	     const void *place)
{
  if (endpoint == ompt_scope_begin)
    open_op = *op = ++last;
  WRONG (endpoint == ompt_scope_end && *op != open_op, "another operation ends");
  WRONG (open_target != data->value || open_target != target_task->value,
	 "operation of another region");
  WRONG (!place, "operation without a place");
  WRONG (endpoint == ompt_scope_end && type == ompt_target_data_alloc && !to,
	 "nothing allocated");
  printf ("op %d %s %d -> %d %zu\n", type, part (endpoint), source_device, to_device,
	  bytes);
}

static void
target_submit_emi (ompt_scope_endpoint_t endpoint, ompt_data_t *data, ompt_id_t *op,
	    unsigned int teams)
{
  uint64_t device = 99;
  ompt_id_t target = 0, running = 0;
  if (endpoint == ompt_scope_begin)
    *op = ++last;
  WRONG (data->value != open_target, "kernel of another region");
  WRONG (!get_target_info (&device, &target, &running) || !target
	 || (endpoint == ompt_scope_begin && !running), "ompt_get_target_info");
  printf ("submit %s on %d teams %u\n", part (endpoint), (int) device, teams);
}

static void
target_map_emi (ompt_data_t *data, unsigned int count, void **host, void **device,
	 size_t *bytes, unsigned int *flags, const void *place)
{
  WRONG (data->value != open_target || !place, "map of another region");
  for (unsigned int i = 0; i < count; i++)
    printf ("map %zu flags %x\n", bytes[i], flags[i]);
}

static ompt_id_t older_target;

static void
target (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
	ompt_data_t *task, ompt_id_t id, const void *place)
{
  WRONG (!id || !task || !place, "target");
  older_target = endpoint == ompt_scope_begin ? id : 0;
  printf ("older target %d %s on %d\n", kind, part (endpoint), device);
}

static void
target_data_op (ompt_id_t id, ompt_id_t op, ompt_target_data_op_t type, void *source,
	 int source_device, void *to, int to_device, size_t bytes, const void *place)
{
  WRONG (id != older_target || op <= last || !place, "older operation");
  last = op;
  printf ("older op %d %d -> %d %zu\n", type, source_device, to_device, bytes);
}

static void
target_submit (ompt_id_t id, ompt_id_t op, unsigned int teams)
{
  WRONG (id != older_target || op <= last, "older kernel");
  printf ("older submit teams %u\n", teams);
}

static void
target_map (ompt_id_t id, unsigned int count, void **host, void **device, size_t *bytes,
     unsigned int *flags, const void *place)
{
  WRONG (id != older_target, "older map");
  printf ("older map %u\n", count);
}

/* The device's own records: sums of their bytes and times, by its kind.  */

static ompt_get_record_ompt_t get_record;
static ompt_advance_buffer_cursor_t advance;
static ompt_get_device_time_t get_time;
static ompt_device_t *traced;
static size_t records[40], bytes_to, requests;
static double kernel_time;
static char buffers[100][1000];

static void
request_buffer (int device, ompt_buffer_t **buffer, size_t *bytes)
{
  *buffer = requests < 100 ? buffers[requests++] : NULL;
  *bytes = sizeof *buffers;
}

static void
complete_buffer (int device, ompt_buffer_t *buffer, size_t bytes,
		 ompt_buffer_cursor_t at, int owned)
{
  ompt_device_t *handle = traced;
  do
    {
      ompt_record_ompt_t *r = get_record (buffer, at);
      WRONG (bytes > sizeof *buffers
	     || (!r->target_id && r->type != ompt_callback_target_data_op), "record");
      records[r->type]++;
      if (r->type == ompt_callback_target_data_op)
	{
	  WRONG (r->record.target_data_op.end_time < r->time, "time of a copy");
	  if (r->record.target_data_op.optype
	      == ompt_target_data_transfer_to_device)
	    bytes_to += r->record.target_data_op.bytes;
	}
      if (r->type == ompt_callback_target_submit)
	{
	  WRONG (r->record.target_kernel.end_time < r->time
		 || r->record.target_kernel.end_time > get_time (handle),
		 "time of a kernel");
	  kernel_time += r->record.target_kernel.end_time - r->time;
	}
    }
  while (advance (handle, buffer, bytes, at, &at));
}

static void
trace (int device, ompt_device_t *handle, ompt_function_lookup_t lookup)
{
  ompt_set_trace_ompt_t set = (ompt_set_trace_ompt_t) lookup ("ompt_set_trace_ompt");
  ompt_start_trace_t start = (ompt_start_trace_t) lookup ("ompt_start_trace");
  get_record = (ompt_get_record_ompt_t) lookup ("ompt_get_record_ompt");
  advance = (ompt_advance_buffer_cursor_t) lookup ("ompt_advance_buffer_cursor");
  get_time = (ompt_get_device_time_t) lookup ("ompt_get_device_time");
  traced = handle;
  WRONG (set (handle, 1, 0) != ompt_set_always, "ompt_set_trace_ompt");
  WRONG (!start (handle, request_buffer, complete_buffer), "ompt_start_trace");
}

static void
device_initialize (int device, const char *type, ompt_device_t *handle,
		   ompt_function_lookup_t lookup, const char *documentation)
{
  devices++;
  is_there[device] = true;
  if (device == 0)
    trace (device, handle, lookup);
  printf ("device %d is %s\n", device, type);
}

static void
device_finalize (int device)
{
  devices--;
  printf ("device %d ends\n", device);
}

static void
device_load (int device, const char *file, int64_t offset, void *vma, size_t bytes,
	     void *host, void *address, uint64_t module)
{
  void *none = (void *) ~(uintptr_t) 0;
  WRONG (file || offset != -1 || vma != none || address != none || !host,
	 "what is known of the module");
  printf ("module loaded on %d\n", device);
}

static void
device_unload (int device, uint64_t module)
{
  printf ("module unloaded on %d\n", device);
}

static int
initialize (ompt_function_lookup_t lookup, int host, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  get_target_info = (ompt_get_target_info_t) lookup ("ompt_get_target_info");
  the_host = host;
  printf ("the host is %d\n", host);
#define SET(event) \
  WRONG (set (ompt_callback_##event, (ompt_callback_t) event) != ompt_set_always, \
	 "%s is not always raised", #event)
#ifdef OLDER
  SET (target); SET (target_data_op); SET (target_submit); SET (target_map);
#else
  SET (target_emi); SET (target_data_op_emi); SET (target_submit_emi);
  SET (target_map_emi);
#endif
  SET (device_initialize); SET (device_finalize); SET (device_load);
  SET (device_unload);
  return 1;
}

static void
finalize (ompt_data_t *data)
{
  WRONG (devices, "%d devices have not ended", devices);
  printf ("traced: %zu targets, %zu operations, %zu kernels, %zu bytes\n",
	  records[ompt_callback_target], records[ompt_callback_target_data_op],
	  records[ompt_callback_target_submit], bytes_to);
  printf ("traced kernels took %.0f ns\n", kernel_time);
  puts ("end");
}

ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { initialize, finalize };
  return &result;
}
