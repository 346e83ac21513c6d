/* counters.h - declarations shared by the files that use PAPI.

   SPDX-License-Identifier: Apache-2.0

   papi.c loads the library, counters.c chooses events, counting.c counts them
   in each thread.  */

#pragma once

#include <papi.h>
#include "events/context.h"

#pragma GCC visibility push (hidden)

#define PAPI_FUNCTIONS(f) \
  f (library_init) f (thread_init) f (register_thread) f (unregister_thread) \
  f (strerror) f (event_name_to_code) f (get_event_component) \
  f (get_event_info) f (get_component_info) f (get_component_index) \
  f (num_components) f (create_eventset) f (assign_eventset_component) \
  f (set_multiplex) f (multiplex_init) f (add_event) f (overflow) f (start) \
  f (stop) f (read) f (cleanup_eventset) f (destroy_eventset) \
  f (get_real_nsec) f (get_virt_nsec)

/* The library's functions; null until it is loaded.  */
struct papi_functions {
#define MEMBER(name) __typeof__ (PAPI_##name) *name;
  PAPI_FUNCTIONS (MEMBER)
#undef MEMBER
};
extern struct papi_functions gasp_tool_papi;
#define papi gasp_tool_papi

/* The counters of one component.  */
struct counter_group {
  int component;
  bool multiplexed;
  int count;
  int codes[GASP_RECORD_COUNTERS + 1];
  int column[GASP_RECORD_COUNTERS + 1]; /* in readings; -1: not recorded */
};

/* The events that are counted, and the one that takes samples.  */
struct counter_choice {
  struct counter_group groups[COUNTER_GROUPS];
  int group_count;
  struct {
    char event[PAPI_HUGE_STR_LEN];
    int code, threshold;	/* threshold 0: no sampling */
    int group;			/* where it is */
  } sample;
};
extern struct counter_choice gasp_tool_counters;
#define choice gasp_tool_counters

/* Makes *SET one for GROUP, or give up.  Returns PAPI's error.  */
extern int gasp_tool_fill_set (const struct counter_group *group, int *set);
extern void gasp_tool_drop_set (int *set);

/* Prepares PAPI before any thread counts.  */
extern void gasp_tool_counting_init (void);

/* Reports what cannot be done, and notes it in the record.  */
extern void gasp_tool_problem (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
/* Notes the problems in the record, which has been created.  */
extern void gasp_tool_note_problems (void);

#pragma GCC visibility pop
