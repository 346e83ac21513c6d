/* ompt.h - OMPT as the technical report of December 2015 has it.

   SPDX-License-Identifier: Apache-2.0

   Written from that report's appendix A: names, numbers and types are its own,
   and sections are named where they are.  Today's tools include omp-tools.h
   (OpenMP 5.2) instead; the two define some names differently, so a file
   includes one of them.  What a tool gets with GCC is in gasp-omp(7).  */

#ifndef GASP_OMPT_H
#define GASP_OMPT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A.1: states of threads.  */

typedef enum ompt_state_e {
  ompt_state_work_serial = 0x00,
  ompt_state_work_parallel = 0x01,
  ompt_state_work_reduction = 0x02,
  ompt_state_idle = 0x10,
  ompt_state_overhead = 0x20,
  ompt_state_wait_barrier = 0x40,
  ompt_state_wait_barrier_implicit = 0x41,
  ompt_state_wait_barrier_explicit = 0x42,
  ompt_state_wait_taskwait = 0x50,
  ompt_state_wait_taskgroup = 0x51,
  ompt_state_wait_lock = 0x60,
  ompt_state_wait_nest_lock = 0x61,
  ompt_state_wait_critical = 0x62,
  ompt_state_wait_atomic = 0x63,
  ompt_state_wait_ordered = 0x64,
  ompt_state_wait_target = 0x70,
  ompt_state_wait_target_data = 0x71,
  ompt_state_wait_target_update = 0x72,
  ompt_state_undefined = 0x80,
  ompt_state_first = 0x81		/* only to begin an enumeration */
} ompt_state_t;

/* ---- A.2: events.  */

typedef enum ompt_event_e {
  /* Mandatory.  */
  ompt_event_parallel_begin = 1,
  ompt_event_parallel_end = 2,
  ompt_event_task_begin = 3,
  ompt_event_task_end = 4,
  ompt_event_thread_begin = 5,
  ompt_event_thread_end = 6,
  ompt_event_control = 7,
  ompt_event_runtime_shutdown = 8,
  ompt_event_target_task_begin = 62,
  ompt_event_target_task_end = 63,

  /* For shifting blame.  */
  ompt_event_idle_begin = 9,
  ompt_event_idle_end = 10,
  ompt_event_wait_barrier_begin = 11,
  ompt_event_wait_barrier_end = 12,
  ompt_event_wait_taskwait_begin = 13,
  ompt_event_wait_taskwait_end = 14,
  ompt_event_wait_taskgroup_begin = 15,
  ompt_event_wait_taskgroup_end = 16,
  ompt_event_release_lock = 17,
  ompt_event_release_nest_lock_last = 18,
  ompt_event_release_critical = 19,
  ompt_event_release_atomic = 20,
  ompt_event_release_ordered = 21,

  /* For instrumentation.  */
  ompt_event_implicit_task_begin = 22,
  ompt_event_implicit_task_end = 23,
  ompt_event_initial_task_begin = 24,
  ompt_event_initial_task_end = 25,
  ompt_event_task_switch = 26,
  ompt_event_loop_begin = 27,
  ompt_event_loop_end = 28,
  ompt_event_sections_begin = 29,
  ompt_event_sections_end = 30,
  ompt_event_single_in_block_begin = 31,
  ompt_event_single_in_block_end = 32,
  ompt_event_single_others_begin = 33,
  ompt_event_single_others_end = 34,
  ompt_event_workshare_begin = 35,
  ompt_event_workshare_end = 36,
  ompt_event_master_begin = 37,
  ompt_event_master_end = 38,
  ompt_event_barrier_begin = 39,
  ompt_event_barrier_end = 40,
  ompt_event_taskwait_begin = 41,
  ompt_event_taskwait_end = 42,
  ompt_event_taskgroup_begin = 43,
  ompt_event_taskgroup_end = 44,
  ompt_event_release_nest_lock_prev = 45,
  ompt_event_wait_lock = 46,
  ompt_event_wait_nest_lock = 47,
  ompt_event_wait_critical = 48,
  ompt_event_wait_atomic = 49,
  ompt_event_wait_ordered = 50,
  ompt_event_acquired_lock = 51,
  ompt_event_acquired_nest_lock_first = 52,
  ompt_event_acquired_nest_lock_next = 53,
  ompt_event_acquired_critical = 54,
  ompt_event_acquired_atomic = 55,
  ompt_event_acquired_ordered = 56,
  ompt_event_init_lock = 57,
  ompt_event_init_nest_lock = 58,
  ompt_event_destroy_lock = 59,
  ompt_event_destroy_nest_lock = 60,
  ompt_event_flush = 61,
  ompt_event_target_data_begin = 65,
  ompt_event_target_data_end = 66,
  ompt_event_target_data_map_begin = 67,
  ompt_event_target_data_map_end = 68,
  ompt_event_task_dependences = 69,
  ompt_event_task_dependence_pair = 70
} ompt_event_t;

/* ---- A.3: further types.  */

#define OMPT_API		/* got by the lookup that a tool is given */
#define OMPT_TARG_API		/* got by that of a device */

/* 0 stands for none; a wait identifier is 0 if unknown.  */
typedef uint64_t ompt_thread_id_t;
typedef uint64_t ompt_parallel_id_t;
typedef uint64_t ompt_task_id_t;
typedef uint64_t ompt_wait_id_t;
typedef uint64_t ompt_target_activity_id_t;

typedef uint32_t ompt_lock_type_t;
typedef uint32_t ompt_lock_hint_t;	/* an omp_lock_hint_t */
typedef uint32_t ompt_atomic_type_t;
typedef uint32_t ompt_bool;

typedef void ompt_target_device_t;
typedef uint64_t ompt_target_time_t;
typedef void ompt_target_buffer_t;
typedef uint64_t ompt_target_buffer_cursor_t;

typedef enum ompt_thread_type_e {
  ompt_thread_initial = 1,
  ompt_thread_worker = 2,
  ompt_thread_other = 3
} ompt_thread_type_t;

typedef enum ompt_target_task_type_e {
  ompt_target_task_target = 1,
  ompt_target_task_enter_data = 2,
  ompt_target_task_exit_data = 3,
  ompt_target_task_update = 4
} ompt_target_task_type_t;

typedef enum ompt_native_mon_flags_e {
  ompt_native_data_motion_explicit = 1,
  ompt_native_data_motion_implicit = 2,
  ompt_native_kernel_invocation = 4,
  ompt_native_kernel_execution = 8,
  ompt_native_driver = 16,
  ompt_native_runtime = 32,
  ompt_native_overhead = 64,
  ompt_native_idleness = 128
} ompt_native_mon_flags_t;

typedef enum ompt_task_type_e {
  ompt_task_serial = 1,
  ompt_task_implicit = 2,
  ompt_task_explicit = 3,
  ompt_task_target = 4,
  ompt_task_degenerate = 5
} ompt_task_type_t;

/* Which code calls the master's task of a region.  */
typedef enum ompt_invoker_e {
  ompt_invoker_program = 0,
  ompt_invoker_runtime = 1
} ompt_invoker_t;

typedef enum ompt_task_dependence_flag_e {
  ompt_task_dependence_type_out = 1,
  ompt_task_dependence_type_in = 2,
  ompt_task_dependence_type_inout = 3
} ompt_task_dependence_flag_t;

typedef struct ompt_task_dependence_s {
  void *variable_addr;
  uint32_t dependence_flags;	/* an ompt_task_dependence_flag_t */
} ompt_task_dependence_t;

typedef enum ompt_target_map_flag_e {
  ompt_target_map_flag_to = 1,
  ompt_target_map_flag_from = 2,
  ompt_target_map_flag_tofrom = 3,
  ompt_target_map_flag_alloc = 4,
  ompt_target_map_flag_release = 5,
  ompt_target_map_flag_delete = 6,
  ompt_target_map_flag_sync = 8
} ompt_target_map_flag_t;

/* 4.5: where a task's frames end and begin again on the stack of its thread;
   null if they do not.  */
typedef struct ompt_frame_s {
  void *exit_runtime_frame;	/* that calls the task's code */
  void *reenter_runtime_frame;	/* that the task's code has called */
} ompt_frame_t;

#define ompt_hwid_none (-1)
#define ompt_dev_task_none (~0ULL)
#define ompt_time_none (~0ULL)

#define ompt_lock_type_first 0
#define ompt_atomic_type_first 0

/* ---- A.4: callbacks, and the events that they are for.  */

typedef void (*ompt_interface_fn_t) (void);
typedef ompt_interface_fn_t (*ompt_function_lookup_t)
  (const char *entry_point);

/* idle_begin, idle_end, flush */
typedef void (*ompt_thread_callback_t) (ompt_thread_id_t thread_id);
/* thread_begin, thread_end */
typedef void (*ompt_thread_type_callback_t)
  (ompt_thread_type_t thread_type, ompt_thread_id_t thread_id);
/* acquired_*, release_*, destroy_*, and wait_* but for these two */
typedef void (*ompt_wait_callback_t) (ompt_wait_id_t wait_id);
/* wait_atomic */
typedef void (*ompt_atomic_callback_t)
  (ompt_wait_id_t wait_id, uint32_t atomic_type);
/* init_lock, init_nest_lock, wait_critical */
typedef void (*ompt_lock_callback_t)
  (ompt_wait_id_t wait_id, ompt_lock_hint_t lock_hint,
   ompt_lock_type_t lock_type);
/* barrier_begin, taskwait_begin, taskgroup_begin, master_begin */
typedef void (*ompt_sync_callback_t)
  (ompt_parallel_id_t parallel_id, ompt_task_id_t task_id,
   const void *codeptr_ra);
/* loop_begin, sections_begin, single_in_block_begin, workshare_begin */
typedef void (*ompt_workshare_begin_callback_t)
  (ompt_parallel_id_t parallel_id, ompt_task_id_t task_id,
   const void *codeptr_ra);
/* parallel_begin; CODEPTR_OFN is the function that the threads run */
typedef void (*ompt_parallel_begin_callback_t)
  (ompt_task_id_t parent_task_id, const ompt_frame_t *parent_frame,
   ompt_parallel_id_t parallel_id, uint32_t requested_team_size,
   const void *codeptr_ofn, ompt_invoker_t invoker);
/* implicit_task_*, *_end of all that is begun by the two above,
   single_others_*, wait_barrier_*, wait_taskwait_*, wait_taskgroup_* */
typedef void (*ompt_parallel_callback_t)
  (ompt_parallel_id_t parallel_id, ompt_task_id_t task_id);
/* parallel_end */
typedef void (*ompt_parallel_end_callback_t)
  (ompt_parallel_id_t parallel_id, ompt_task_id_t task_id,
   ompt_invoker_t invoker);
/* task_end, initial_task_begin, initial_task_end, target_data_end */
typedef void (*ompt_task_callback_t) (ompt_task_id_t task_id);
/* task_begin: when the task is created */
typedef void (*ompt_task_begin_callback_t)
  (ompt_task_id_t parent_task_id, const ompt_frame_t *parent_frame,
   ompt_task_id_t new_task_id, const void *codeptr_ofn);
/* target_task_begin */
typedef void (*ompt_target_task_begin_callback_t)
  (ompt_task_id_t parent_task_id, const ompt_frame_t *parent_frame,
   ompt_task_id_t host_task_id, int device_id,
   ompt_target_task_type_t task_type);
/* target_task_end */
typedef void (*ompt_target_task_end_callback_t) (ompt_task_id_t host_task_id);
/* target_data_begin */
typedef void (*ompt_target_data_begin_callback_t)
  (ompt_task_id_t task_id, int device_id, const void *codeptr_ra);

typedef struct ompt_target_map_entry_s {
  void *host_addr;
  void *device_addr;
  size_t bytes;
  uint32_t mapping_flags;	/* of ompt_target_map_flag_t */
} ompt_target_map_entry_t;

/* target_data_map_begin, target_data_map_end */
typedef void (*ompt_target_data_map_begin_callback_t)
  (ompt_task_id_t task_id, int device_id,
   const ompt_target_map_entry_t *items, uint32_t nitems,
   ompt_target_activity_id_t map_id);
typedef void (*ompt_target_data_map_end_callback_t)
  (ompt_task_id_t task_id, int device_id, ompt_target_activity_id_t map_id);

/* task_dependences */
typedef void (*ompt_task_dependences_callback_t)
  (ompt_task_id_t task_id, const ompt_task_dependence_t *deps, int ndeps);
/* task_switch, task_dependence_pair; of a switch, the first is 0 if that task
   is complete  */
typedef void (*ompt_task_pair_callback_t)
  (ompt_task_id_t first_task_id, ompt_task_id_t second_task_id);
/* control */
typedef void (*ompt_control_callback_t) (uint64_t command, uint64_t modifier);
/* runtime_shutdown; and any of the above, for ompt_set_callback */
typedef void (*ompt_callback_t) (void);

typedef void (*ompt_target_buffer_request_callback_t)
  (int device_id, ompt_target_buffer_t **buffer, size_t *bytes);
typedef void (*ompt_target_buffer_complete_callback_t)
  (int device_id, const ompt_target_buffer_t *buffer, size_t bytes,
   ompt_target_buffer_cursor_t begin, ompt_target_buffer_cursor_t end);

/* ---- A.5: what the lookup finds is of these types.  Each of the inquiry
   functions may be called in signal handlers.

     ompt_set_callback    0 error, 1 there is no callback though the event may
                          occur, 2 it never occurs, 3 it is raised when that is
                          convenient, 4 always.  Only within the initializer.
     ompt_get_callback    1 and the callback, or 0
     ompt_enumerate_*     1 and the next one, or 0 at the end (5.1 to 5.3)
     ompt_get_parallel_id 0 where there are not that many regions (5.5)
     ompt_get_parallel_team_size  -1 there
     ompt_get_task_info   whether there is such a task; null pointers are
                          allowed (5.6)  */

typedef int (*ompt_set_callback_t) (ompt_event_t event,
				    ompt_callback_t callback);
typedef int (*ompt_get_callback_t) (ompt_event_t event,
				    ompt_callback_t *callback);
typedef int (*ompt_enumerate_state_t)
  (ompt_state_t current_state, ompt_state_t *next_state,
   const char **next_state_name);
typedef int (*ompt_enumerate_lock_type_t)
  (ompt_lock_type_t current_type, ompt_lock_type_t *next_type,
   const char **next_type_name);
typedef int (*ompt_enumerate_atomic_type_t)
  (ompt_atomic_type_t current_type, ompt_atomic_type_t *next_type,
   const char **next_type_implementation);
typedef ompt_thread_id_t (*ompt_get_thread_id_t) (void);
typedef ompt_state_t (*ompt_get_state_t) (ompt_wait_id_t *wait_id);
typedef ompt_parallel_id_t (*ompt_get_parallel_id_t) (int ancestor_level);
typedef int (*ompt_get_parallel_team_size_t) (int ancestor_level);
typedef ompt_bool (*ompt_get_task_info_t)
  (int ancestor_level, ompt_task_type_t *type, ompt_task_id_t *task_id,
   ompt_frame_t **task_frame, ompt_parallel_id_t *par_id);
typedef int (*ompt_get_num_devices_t) (void);
typedef int (*ompt_target_get_device_info_t)
  (int device_id, const char **type, ompt_target_device_t **device,
   ompt_function_lookup_t *lookup, const char *documentation);
typedef int (*ompt_target_get_device_id_t) (void);

/* ---- A.6: records of devices.  There are none with libgomp: these types are
   for tools that name them.  */

typedef enum ompt_record_type_e {
  ompt_record_ompt,
  ompt_record_correlation,
  ompt_record_native,
  ompt_record_invalid
} ompt_record_type_t;

typedef enum ompt_record_native_class_e {
  ompt_record_native_class_info = 0,
  ompt_record_native_class_event = 1
} ompt_record_native_class_t;

typedef struct ompt_record_native_abstract_s {
  ompt_record_native_class_t rclass;
  const char *type;
  ompt_target_time_t start_time;
  ompt_target_time_t end_time;
  ompt_target_activity_id_t dev_task_id;
  uint64_t hwid;
} ompt_record_native_abstract_t;

typedef struct ompt_record_correlation_s {
  ompt_task_id_t host_task_id;
  ompt_target_activity_id_t dev_task_id;
} ompt_record_correlation_t;

typedef struct ompt_record_thread_s {
  ompt_thread_id_t thread_id;
} ompt_record_thread_t;

typedef struct ompt_record_thread_type_s {
  ompt_thread_type_t thread_type;
  ompt_thread_id_t thread_id;
} ompt_record_thread_type_t;

typedef struct ompt_record_wait_id_s {
  ompt_wait_id_t wait_id;
} ompt_record_wait_id_t;

typedef struct ompt_record_parallel_s {
  ompt_parallel_id_t parallel_id;
  ompt_task_id_t task_id;
} ompt_record_parallel_t;

typedef struct ompt_record_workshare_begin_s {
  ompt_parallel_id_t parallel_id;
  ompt_task_id_t task_id;
  void *codeptr_ra;
} ompt_record_workshare_begin_t;

typedef struct ompt_record_parallel_begin_s {
  ompt_task_id_t parent_task_id;
  ompt_frame_t *parent_frame;
  ompt_parallel_id_t parallel_id;
  uint32_t requested_team_size;
  void *codeptr_ofn;
} ompt_record_parallel_begin_t;

typedef struct ompt_record_task_s {
  ompt_task_id_t task_id;
} ompt_record_task_t;

typedef struct ompt_record_task_pair_s {
  ompt_task_id_t first_task_id;
  ompt_task_id_t second_task_id;
} ompt_record_task_pair_t;

typedef struct ompt_record_task_begin_s {
  ompt_task_id_t parent_task_id;
  ompt_frame_t *parent_task_frame;
  ompt_task_id_t new_task_id;
  void *codeptr_ofn;
} ompt_record_task_begin_t;

typedef struct ompt_record_target_task_begin_s {
  ompt_task_id_t parent_task_id;
  ompt_frame_t *parent_task_frame;
  ompt_task_id_t target_task_id;
  int device_id;
  void *target_task_code;
} ompt_record_target_task_begin_t;

typedef struct ompt_record_target_data_begin_s {
  ompt_task_id_t task_id;
  int device_id;
  void *codeptr_ra;
} ompt_record_target_data_begin_t;

typedef struct ompt_record_data_map_begin_s {
  ompt_task_id_t task_id;
  int device_id;
  void *host_addr;
  void *device_addr;
  size_t bytes;
  uint32_t mapping_flags;
  void *target_map_code;
} ompt_record_data_map_begin_t;

typedef struct ompt_record_data_map_done_s {
  ompt_task_id_t task_id;
  int device_id;
  void *host_addr;
  void *device_addr;
  size_t bytes;
  uint32_t mapping_flags;
} ompt_record_data_map_done_t;

typedef struct ompt_record_task_dependences_s {
  ompt_task_id_t task_id;
  ompt_task_dependence_t *deps;
  int ndeps;
} ompt_record_task_dependences_t;

typedef struct ompt_record_ompt_s {
  ompt_event_t type;
  ompt_target_time_t time;
  ompt_thread_id_t thread_id;
  ompt_target_activity_id_t dev_task_id;
  union {
    ompt_record_thread_t thread;
    ompt_record_thread_type_t type;
    ompt_record_wait_id_t waitid;
    ompt_record_parallel_t parallel;
    ompt_record_workshare_begin_t new_workshare;
    ompt_record_parallel_begin_t new_parallel;
    ompt_record_task_t task;
    ompt_record_task_pair_t task_switch;
    ompt_record_task_begin_t new_task;
  } record;
} ompt_record_ompt_t;

/* ---- A.7: a tool defines ompt_tool, which returns its initializer, or null if
   it does not want to be started.  OMPT_VERSION is 2.  */

typedef void (*ompt_initialize_fn_t)
  (ompt_function_lookup_t lookup, const char *runtime_version,
   unsigned int ompt_version);
extern ompt_initialize_fn_t ompt_tool (void);

/* ---- 8: the program controls the tool: 1 start or resume, 2 pause, 3 flush, 4
   end; from 64 on, the tool defines the meaning.  */

extern void ompt_control (uint64_t command, uint64_t modifier);

#ifdef __cplusplus
}
#endif

#endif /* GASP_OMPT_H */
