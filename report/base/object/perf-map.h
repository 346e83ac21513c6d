/* perf-map.h - functions that a process made while it ran, by address.

   SPDX-License-Identifier: Apache-2.0

   Interpreters and compilers that run with a program list them in
   /tmp/perf-PID.map, as perf wants it: a line each, with start and size in
   hexadecimal digits, and a name.  gasp run keeps a copy beside the record.  */

#pragma once

#include "base/object/symbols.h"

/* Returns the functions listed by process PID, whose record is RECORD: from the
   copy beside the record or, if the process IS_HERE, on this machine, and began
   at SINCE (nanoseconds), from the list itself.  Returns none if there is
   neither.  */
extern const struct symbols *perf_map_of (const char *record, int pid,
					  bool is_here, int64_t since);

/* Copies the list of process PID, which began at SINCE.  */
extern void keep_perf_map (const char *record, int pid, int64_t since);

/* Returns the numbers of the processes that wrote one, as far as it is this
   user's, sorted, and how many there are in *COUNT; allocated.  */
extern int *list_perf_maps (size_t *count);

/* Returns the name of the copy; allocated.  */
extern char *perf_map_path (const char *record);
