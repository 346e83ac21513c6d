/* jobdir.h - what the ranks of a parallel job, each of which has a "gasp run"
   of its own, agree upon in the directory of their records.

   SPDX-License-Identifier: Apache-2.0

   Ranks may be on several machines that share a file system: what only one of
   them can do there, as making a directory, decides.  */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Notes that this rank begins to work in DIRECTORY; does nothing if it is not
   one.  */
extern void job_enter (const char *directory);

/* Tidies the records on a machine, as the last rank there does.  Returns
   whether there was anything to do.  */
typedef bool job_tidy (const char *directory);

/* Notes that it ends.  The last one on a machine, or whoever has no job, TIDIES
   up, before any is the last of all.  Returns true for that one, and if there
   is no job.  */
extern bool job_leave (const char *directory, job_tidy *tidies);

/* Returns whether this process is to clear DIRECTORY of earlier records: the
   first of its job's on this machine, which the launcher has started that
   began at LAUNCHER_START; or any that is of no job.  */
extern bool job_clears (const char *directory, uint64_t launcher_start);

/* Returns where what is in the way of the job in DIRECTORY goes: what one of
   its ranks has made by MAKE; allocated, or null.  *IS_FIRST: it is this
   one.  */
extern char *job_aside (const char *directory,
			char *(*make) (const char *directory), bool *is_first);

/* Forgets the job RUN, which left its records in DIRECTORY, as they have been
   moved.  */
extern void job_forget (const char *directory, uint64_t run);
