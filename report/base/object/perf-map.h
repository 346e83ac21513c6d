/* perf-map.h - functions that a process made while it ran, by address.

   SPDX-License-Identifier: Apache-2.0

   Interpreters and compilers that run with a program list them in
   /tmp/perf-PID.map, as perf wants it: a line each, with start and size in
   hexadecimal digits, and a name.  gasp run keeps a copy beside the record.  */

#pragma once

#include "base/object/symbols.h"

/* Returns the functions that the process PID listed, whose record is RECORD;
   none if there is no copy.  IS_HERE: it ran on this machine, from SINCE on, in
   nanoseconds; then what it wrote will do.  */
extern const struct symbols *perf_map_of (const char *record, int pid,
					  bool is_here, int64_t since);

/* Copies what the process PID wrote, which has run from SINCE on.  */
extern void keep_perf_map (const char *record, int pid, int64_t since);

/* Returns the numbers of the processes that wrote one, as far as it is this
   user's, sorted, and how many there are in *COUNT; allocated.  */
extern int *list_perf_maps (size_t *count);

/* Returns the name of the copy; allocated.  */
extern char *perf_map_path (const char *record);
