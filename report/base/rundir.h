/* rundir.h - the directory that holds the records of a run.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The default name of a directory of records.  */
#define DEFAULT_DIRECTORY "gasp-out"

/* Returns whether NAME, without a directory, is the name of a record file.  */
extern bool is_record_name (const char *name);

/* Returns the paths of the records in DIRECTORY, by name, also of those in
   joined files (joined.h), allocated; their number in *COUNT.  Null, and errno,
   if it cannot be read.  */
extern char **list_records (const char *directory, size_t *count);
/* Likewise, of the records in the joined file PATH; it complains if there are
   none.  */
extern char **list_joined (const char *path, size_t *count);
/* Returns the paths of record files and joined files.  */
extern char **list_files (const char *directory, size_t *count);
extern void free_records (char **paths, size_t count);

struct gasp_record_header;
/* Reads the header of the record PATH, opened for MODE, or to be read, that of
   the first one in a joined file.  Null if it has no header.  */
extern FILE *open_record_header (const char *path, const char *mode,
				 struct gasp_record_header *header);

/* Returns the trace that belongs to the file RECORD, if there is one;
   allocated.  */
extern char *trace_path (const char *record);

/* Returns a new directory for a run in the present one; or, if this is a rank
   of a parallel job, the one that its ranks share.  Null, and errno, if it
   cannot be made.  Allocated.  */
extern char *new_run_directory (void);

/* Makes DIRECTORY if it is not there.  Records of runs that are over are
   moved out of the way, into a directory of their own in it, which is
   returned, allocated; null if there were none.  (earlier-runs.c)  */
extern char *clear_run_directory (const char *directory);

/* A child that was waited for: its STATUS as waitpid has it; the processor time
   that it has had without its own children; and the most memory, as the record
   has that.  0 if that is not known.  */
struct ended_child { int pid, status; uint32_t processor_ms, resident; };

/* Writes into the record in DIRECTORY of CHILD how it ended, which it could not
   do itself if it was killed.  */
extern void note_end (const char *directory, const struct ended_child *child);

/* Copies what the processes of "gasp run" number RUN, which have records in
   DIRECTORY, wrote about functions that they made (perf-map.h).  */
extern void keep_perf_maps (const char *directory, uint64_t run);

/* Removes what the parallel jobs that "gasp run" number COMMAND has started
   have agreed upon in DIRECTORY.  */
extern void forget_jobs (const char *directory, uint64_t command);

/* Returns the directory of the latest run in the present directory,
   allocated; null if there is none.  */
extern char *newest_run_directory (void);
