/* records.c - the records that a command's arguments name.  See records.h.

   SPDX-License-Identifier: Apache-2.0

   rundir.c finds them, model/load.c reads them, figures.c adds up.  */

#include "base/arena.h"
#include "base/joined.h"
#include "base/rundir.h"
#include "sums/records.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void
add_file (struct record_files *files, char *path)
{
  ONE_MORE (files->paths, files->count, files->room) = path;
}

/* Adds COUNT PATHS to FILES, and frees the array.  */
static void
add_all (struct record_files *files, char **paths, size_t count)
{
  for (size_t i = 0; i < count; i++)
    add_file (files, paths[i]);
  free (paths);
}

void
add_directory (struct record_files *files, const char *directory)
{
  size_t count;
  char **paths = list_records (directory, &count);
  if (!paths)
    complain ("%s cannot be read: %s", directory, strerror (errno));
  else if (!count)
    complain ("%s has no records in it", directory);
  add_all (files, paths, count);
}

void
add_argument (struct record_files *files, const char *argument)
{
  struct stat st;
  struct joined *joined;
  size_t count;
  if (joined_member (argument, &joined))
    add_file (files, copy_string (argument));
  else if (stat (argument, &st))
    complain ("%s cannot be read: %s", argument, strerror (errno));
  else if (S_ISDIR (st.st_mode))
    add_directory (files, argument);
  else if (is_joined_name (base_name (argument)))
    {
      char **paths = list_joined (argument, &count);
      add_all (files, paths, count);
    }
  else
    add_file (files, copy_string (argument));
}

bool
load_report (struct report *report, const char *argument)
{
  struct record_files *files = arena_allocate (1, sizeof *files);
  add_argument (files, argument);
  if (!files->count
      || !load_records (&report->profile, files->paths, files->count))
    return false;
  report->directory = argument;
  add_up (report);
  return report->process_count > 0;
}

const char *
newest_run (const char *command)
{
  const char *newest = newest_run_directory ();
  if (!newest)
    fail (EXIT_TROUBLE, "%s: there is no %s here; name the directory of a run, "
	  "or run a program with 'gasp run'", command, DEFAULT_DIRECTORY);
  return newest;
}
