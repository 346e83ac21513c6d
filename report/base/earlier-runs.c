/* earlier-runs.c - records of earlier runs, which are in the way of a new one.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/jobdir.h"
#include "launchers.h"
#include "base/object/perf-map.h"
#include "base/order.h"
#include "base/proc.h"
#include "base/rundir.h"
#include "search.h"
#include "base/util.h"
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A record that is in the way.  Its process MAY_RUN if that is not known, as it
   is of another machine; IS_DEAD: it was killed on this one.  */
struct obstacle { const char *path; uint64_t run;
		  bool is_ours, may_run, is_dead; };

/* This run: its number, and when its launcher began on this machine, which what
   belongs to an earlier job with the same name did before.  */
struct this_run { uint64_t number, launcher_start; char host[256]; };

static struct this_run
find_this_run (void)
{
  struct this_run run = { launcher_job (), 0, "" };
  const struct launcher *launcher = launcher_of_process ();
  if (launcher)
    run.launcher_start = launcher_field (launcher_process (launcher),
					 LAUNCHER_START);
  gethostname (run.host, sizeof run.host - 1);
  return run;
}

/* Returns whether FILE, a record with HEADER, was written on the machine
   HOST.  */
static bool
is_of_host (FILE *file, const struct gasp_record_header *header,
	    const char *host)
{
  struct gasp_record_string string;
  char name[256] = "";
  return header->host && !fseek (file, (long) header->host << 3, SEEK_SET)
	 && fread (&string, offsetof (struct gasp_record_string, text), 1, file)
	      == 1
	 && string.length == strlen (host) && string.length < sizeof name
	 && fread (name, string.length, 1, file) == 1 && !strcmp (name, host);
}

/* Returns whether PATH was written to a moment ago.  */
static bool
is_new (const char *path)
{
  struct stat st;
  struct timespec now;
  enum { LONG = 60 };
  return !clock_gettime (CLOCK_REALTIME, &now) && !stat (path, &st)
	 && now.tv_sec - st.st_mtim.tv_sec < LONG;
}

/* Returns whether nothing stands in PATH yet.  */
static bool
is_empty (const char *path)
{
  char first[sizeof GASP_RECORD_MAGIC - 1] = { 0 };
  static const char nothing[sizeof first];
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool is = fd >= 0 && read (fd, first, sizeof first) >= 0
	    && !memcmp (first, nothing, sizeof first);
  if (fd >= 0)
    close (fd);
  return is;
}

/* Returns what the record PATH is to RUN.  A process of another machine that
   has not ended may be running.  A file that is not a record of this version
   belongs to no run.  That which was empty a moment ago is being written, even
   if it can be read by now.  */
static struct obstacle
inspect_record (const char *path, const struct this_run *run)
{
  struct gasp_record_header header;
  struct obstacle found = { .path = path };
  bool was_empty = is_empty (path);
  FILE *in = open_record_header (path, "re", &header);
  /* Its process is about to write whose it is.  */
  found.is_ours = (was_empty || (in && !header.host)) && is_new (path);
  if (!in || found.is_ours)
    {
      if (in)
	fclose (in);
      return found;
    }
  bool is_here = is_of_host (in, &header, run->host);
  found.run = header.run;
  found.is_ours = run->number && run->number == header.run
		  && (!is_here || header.process_start >= run->launcher_start);
  bool is_open = header.state == GASP_RECORD_RUNNING;
  found.may_run = is_open
		  && (!is_here
		      || may_be_process (header.pid, header.process_start));
  found.is_dead = is_open && !found.may_run;
  fclose (in);
  return found;
}

/* Writes into the record PATH that its process is dead, which other machines
   cannot see.  */
static void
mark_dead (const char *path)
{
  struct gasp_record_header header;
  FILE *file = open_record_header (path, "r+e", &header);
  if (!file)
    return;
  header.state = GASP_RECORD_KILLED;
  header.status = 0;
  rewind (file);
  fwrite (&header, sizeof header, 1, file);
  fclose (file);
}

/* Returns what COUNT records PATHS are to this RUN; allocated.  Ranks on
   several machines of a new job do this, each for the dead of its machine: the
   last of them finds the whole of an old job over.  */
static struct obstacle *
inspect_records (char **paths, size_t count, const struct this_run *run)
{
  struct obstacle *obstacles = allocate (count, sizeof *obstacles);
  bool is_news = false;
  for (size_t i = 0; i < count; i++)
    {
      obstacles[i] = inspect_record (paths[i], run);
      if (obstacles[i].is_dead && !obstacles[i].is_ours)
	{
	  mark_dead (paths[i]);
	  is_news = true;
	}
    }
  for (size_t i = 0; i < count && is_news; i++)
    obstacles[i] = inspect_record (paths[i], run);
  return obstacles;
}

/* Runs that are not over, sorted; one may be there several times.  */
struct runs { uint64_t *numbers; size_t count; };

ORDER (by_run, uint64_t, THEN (*x < *y ? -1 : *x > *y))

/* Returns the runs of COUNT OBSTACLES that are not over, nor this one.  */
static struct runs
runs_in_use (const struct obstacle *obstacles, size_t count)
{
  struct runs runs = { allocate (count, sizeof *runs.numbers), 0 };
  for (size_t i = 0; i < count; i++)
    if (obstacles[i].may_run && !obstacles[i].is_ours)
      runs.numbers[runs.count++] = obstacles[i].run;
  SORT (runs.numbers, runs.count, by_run);
  return runs;
}

/* Returns whether X can be moved: its run is another one, and not IN_USE.  */
static bool
is_movable (const struct obstacle *x, const struct runs *in_use)
{
  size_t at = FIRST_FROM (in_use->count, i, in_use->numbers[i] < x->run);
  return !x->is_ours && (at == in_use->count || in_use->numbers[at] != x->run);
}

/* Returns a new directory DIRECTORY/earlier.N, allocated, or null.  */
static char *
make_aside (const char *directory)
{
  for (unsigned number = 1;; number++)
    {
      char *aside = print_string ("%s/earlier.%u", directory, number);
      if (make_directory (aside))
	return aside;
      bool exists = errno == EEXIST;
      free (aside);
      if (!exists)
	return NULL;
    }
}

/* Moves PATH, if another rank has not done so.  */
static void
move_into (const char *directory, const char *path)
{
  OWNED char *to = print_string ("%s%s", directory, strrchr (path, '/'));
  if (rename (path, to) && errno != ENOENT)
    complain ("%s: %s", path, strerror (errno));
}

static void
move_record (const char *directory, const char *path)
{
  char *beside[] = { trace_path (path), perf_map_path (path) };
  for (size_t i = 0; i < COUNT_OF (beside); i++)
    {
      if (!access (beside[i], F_OK))
	move_into (directory, beside[i]);
      free (beside[i]);
    }
  move_into (directory, path);
}

char *
clear_run_directory (const char *directory)
{
  size_t count;
  if (make_directory (directory))
    return NULL;
  struct this_run run = find_this_run ();
  if (!job_clears (directory, run.launcher_start))
    return NULL;
  char **paths = list_files (directory, &count), *aside = NULL;
  OWNED struct obstacle *obstacles = inspect_records (paths, count, &run);
  struct runs in_use = runs_in_use (obstacles, count);
  bool is_first = false;
  for (size_t i = 0; i < count; i++)
    if (is_movable (&obstacles[i], &in_use))
      {
	if (!aside)
	  aside = job_aside (directory, make_aside, &is_first);
	if (!aside)
	  break;
	move_record (aside, paths[i]);
	if (obstacles[i].run != run.number)
	  job_forget (directory, obstacles[i].run);
      }
  free (in_use.numbers);
  free_records (paths, count);
  if (is_first)
    return aside;
  free (aside);
  return NULL;
}
