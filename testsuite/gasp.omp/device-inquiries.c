/* device-inquiries.c - a tool, from OpenMP 5.2 alone, that asks about target regions in
   its callbacks; what is wrong is printed as "wrong: ...".

   SPDX-License-Identifier: Apache-2.0

   With WITH_OLDER it registers both forms of each callback; with REFUSES it wants no
   events after all; with ONLY, the number of a callback, its devices record that.  */

#include <omp-tools.h>
#include <stdio.h>
#include <stdlib.h>

static ompt_get_target_info_t get_target_info;
static ompt_get_unique_id_t get_unique_id;
static ompt_get_num_devices_t get_num_devices;
static ompt_set_callback_t set;

#define WRONG(condition, text) \
  ((condition) ? (void) puts ("wrong: " text) : (void) 0)

static void
on_target_emi (ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device,
	       ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data,
	       const void *place)
{
  uint64_t known_device = 99;
  ompt_id_t target = 0, operation = 99;
  if (endpoint == ompt_scope_begin)
    {
      data->value = get_unique_id ();
      return;
    }
  WRONG (!get_target_info (&known_device, &target, &operation), "no region at its end");
  WRONG ((int) known_device != device, "device of a region");
  WRONG (target != data->value, "number of a region");
  WRONG (operation != ompt_id_none, "an operation behind the last one");
  puts ("target");
}

/* In what has a region, that and the operation are what this tool has numbered.  */
static void
check (ompt_scope_endpoint_t endpoint, ompt_data_t *data, ompt_id_t *number)
{
  ompt_id_t target = 0, operation = 0;
  if (endpoint == ompt_scope_begin)
    {
      *number = get_unique_id ();
      return;
    }
  if (!get_target_info (NULL, &target, &operation))
    {
      WRONG (data && data->value, "a region that cannot be asked for");
      return;
    }
  WRONG (!data || target != data->value, "region of an operation");
  WRONG (operation != *number, "number of an operation");
}

static void
on_target_data_op_emi (ompt_scope_endpoint_t endpoint, ompt_data_t *target_task,
		       ompt_data_t *data, ompt_id_t *number,
		       ompt_target_data_op_t type, void *source, int source_device,
		       void *to, int to_device, size_t bytes, const void *place)
{
  if (endpoint != ompt_scope_beginend)
    check (endpoint, data, number);
  printf ("op %d\n", type);
}

static void
on_target_submit_emi (ompt_scope_endpoint_t endpoint, ompt_data_t *data,
		      ompt_id_t *number, unsigned int teams)
{
  WRONG (!data, "kernel without a region");
  check (endpoint, data, number);
  puts ("kernel");
}

static void older (void) { puts ("older"); }

/* ---- Records of one kind.  */

static char buffers[2][400];
static int requested, completed;
static ompt_advance_buffer_cursor_t advance;
static ompt_get_record_ompt_t get_record;
static ompt_device_t *traced;

static void
request_buffer (int device, ompt_buffer_t **buffer, size_t *bytes)
{
  *buffer = buffers[requested++ % 2];
  *bytes = sizeof *buffers;
}

static void
complete_buffer (int device, ompt_buffer_t *buffer, size_t bytes,
		 ompt_buffer_cursor_t at, int owned)
{
  completed++;
  if (!bytes)
    return;
  do
    printf ("record %d\n", get_record (buffer, at)->type);
  while (advance (traced, buffer, bytes, at, &at));
}

static void
on_device_initialize (int device, const char *type, ompt_device_t *handle,
		      ompt_function_lookup_t lookup, const char *documentation)
{
#define FIND(name) ompt_##name##_t name = (ompt_##name##_t) lookup ("ompt_" #name)
  FIND (set_trace_ompt);
  FIND (start_trace);
  FIND (get_device_time);
  FIND (translate_time);
  advance = (ompt_advance_buffer_cursor_t) lookup ("ompt_advance_buffer_cursor");
  get_record = (ompt_get_record_ompt_t) lookup ("ompt_get_record_ompt");
  double earlier = translate_time (handle, get_device_time (handle));
  WRONG (translate_time (handle, get_device_time (handle)) < earlier, "time");
#ifdef ONLY
  traced = handle;
  set_trace_ompt (handle, 1, ONLY);
  start_trace (handle, request_buffer, complete_buffer);
#endif
}

static int
initialize (ompt_function_lookup_t lookup, int host, ompt_data_t *data)
{
  set = (ompt_set_callback_t) lookup ("ompt_set_callback");
  get_target_info = (ompt_get_target_info_t) lookup ("ompt_get_target_info");
  get_unique_id = (ompt_get_unique_id_t) lookup ("ompt_get_unique_id");
  get_num_devices = (ompt_get_num_devices_t) lookup ("ompt_get_num_devices");
  printf ("devices: %d\n", get_num_devices ());
#define SET(event) set (ompt_callback_##event, (ompt_callback_t) on_##event)
  SET (device_initialize); SET (target_emi); SET (target_data_op_emi);
  SET (target_submit_emi);
#ifdef WITH_OLDER
  set (ompt_callback_target, (ompt_callback_t) older);
  set (ompt_callback_target_data_op, (ompt_callback_t) older);
  set (ompt_callback_target_submit, (ompt_callback_t) older);
#endif
#ifdef REFUSES
  return 0;
#else
  return 1;
#endif
}

static void
finalize (ompt_data_t *data)
{
  WRONG (requested != completed, "buffers that do not come back");
  puts ("end");
}

ompt_start_tool_result_t *
ompt_start_tool (unsigned int version, const char *runtime)
{
  static ompt_start_tool_result_t result = { initialize, finalize };
  return &result;
}
