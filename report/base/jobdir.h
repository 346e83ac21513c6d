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

/* Tidies the records of a machine; called by its last rank.  Returns whether
   there was anything to do.  */
typedef bool job_tidy (const char *directory);

/* Notes that this rank ends.  Calls TIDIES if it is the last one on its
   machine, or has no job.  Returns true in the last rank of all, when all
   machines have been tidied, and if there is no job.  */
extern bool job_leave (const char *directory, job_tidy *tidies);

/* Returns whether this process is to clear DIRECTORY of earlier records: it is
   the first rank on this machine of the job whose launcher began at
   LAUNCHER_START, or has no job.  */
extern bool job_clears (const char *directory, uint64_t launcher_start);

/* Returns the directory to which earlier records are moved out of DIRECTORY;
   allocated, or null.  The first rank makes it by MAKE, and has *IS_FIRST
   set.  */
extern char *job_aside (const char *directory,
			char *(*make) (const char *directory), bool *is_first);

/* Forgets the job RUN, which left its records in DIRECTORY, as they have been
   moved.  */
extern void job_forget (const char *directory, uint64_t run);
