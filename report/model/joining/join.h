/* join.h - make one file of many records.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Which records are joined, of those of processes that have ended.  */
struct to_join
{
  const char *host;		/* those of this machine; null: of all */
  bool ranks_only;		/* those of ranks of a parallel program */
  size_t more_than;		/* if there are more, */
};

/* How many records have been joined, to how many files; and how many are left
   as they are.  */
struct join_result { size_t joined, files, left; };

/* Joins, in DIRECTORY, those records that are TO_JOIN, of each run into a file
   (base/joined.h).  Left alone are those that have not ended, are damaged, or
   have a trace or a list of functions beside them.  A record is gone only when
   the joined file is on the disk and has been found to have all of it.  Returns
   false, and says why, if something went wrong.  */
extern bool join_records (const char *directory, const struct to_join *to_join,
			  struct join_result *result);
