/* rundir.c - the directory that holds the records of a run.  See rundir.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/jobdir.h"
#include "base/joined.h"
#include "launchers.h"
#include "base/object/perf-map.h"
#include "base/order.h"
#include "base/proc.h"
#include "base/rundir.h"
#include "search.h"
#include "base/util.h"
#include "trace-format.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

bool
is_record_name (const char *name)
{
  size_t length = strlen (name), suffix = strlen (GASP_RECORD_SUFFIX);
  return length > suffix && *name != '.'
	 && !strcmp (name + length - suffix, GASP_RECORD_SUFFIX);
}

static int
by_name (const void *a, const void *b)
{
  const char *x = *(char *const *) a, *y = *(char *const *) b;
  return strcmp (base_name (x), base_name (y));
}

/* Paths of records.  */
struct paths { char **rows; size_t count, room; };

static void
add_path (struct paths *paths, char *path)
{
  ONE_MORE (paths->rows, paths->count, paths->room) = path;
}

static void
add_members (struct paths *paths, const char *path)
{
  OWNED char *why = NULL;
  const struct joined *joined = open_joined (path, &why);
  if (!joined)
    complain ("%s %s", path, why);
  for (size_t i = 0; joined && i < joined->member_count; i++)
    add_path (paths, print_string ("%s/%s", path, joined->members[i].name));
}

/* Sorts PATHS.  A record that was joined just now, and is not gone yet, is
   there twice: the one with the longer path stays.  Returns them; their number
   in *COUNT.  */
static char **
sorted (struct paths *paths, size_t *count)
{
  *count = 0;
  SORT (paths->rows, paths->count, by_name);
  for (size_t i = 0; i < paths->count; i++)
    {
      char *path = paths->rows[i];
      char *last = *count ? paths->rows[*count - 1] : NULL;
      if (!last || by_name (&last, &path))
	paths->rows[(*count)++] = path;
      else if (strlen (path) > strlen (last))
	paths->rows[*count - 1] = path;
    }
  return paths->rows ? paths->rows : allocate (1, sizeof *paths->rows);
}

/* Lists what is in DIRECTORY: joined files themselves, or the records in them
   if it LOOKS_INTO these.  */
static char **
list (const char *directory, bool looks_into, size_t *count)
{
  struct paths paths = { NULL, 0, 0 };
  DIR *entries = opendir (directory);
  *count = 0;
  if (!entries)
    return NULL;
  for (struct dirent *entry; (entry = readdir (entries));)
    {
      bool is_joined = is_joined_name (entry->d_name);
      if (!is_joined && !is_record_name (entry->d_name))
	continue;
      char *path = print_string ("%s/%s", directory, entry->d_name);
      if (is_joined && looks_into)
	{
	  add_members (&paths, path);
	  free (path);
	}
      else
	add_path (&paths, path);
    }
  closedir (entries);
  return sorted (&paths, count);
}

char **
list_records (const char *directory, size_t *count)
{
  return list (directory, true, count);
}

char **
list_files (const char *directory, size_t *count)
{
  return list (directory, false, count);
}

char **
list_joined (const char *path, size_t *count)
{
  struct paths paths = { NULL, 0, 0 };
  add_members (&paths, path);
  return sorted (&paths, count);
}

void
free_records (char **paths, size_t count)
{
  for (size_t i = 0; i < count; i++)
    free (paths[i]);
  free (paths);
}

char *
trace_path (const char *record)
{
  return print_string ("%.*s" GASP_TRACE_SUFFIX,
		       (int) (strlen (record) - strlen (GASP_RECORD_SUFFIX)),
		       record);
}

/* Returns as much of NAME as a directory can be called, without commands to a
   terminal; allocated.  */
static char *
name_for_file (const char *name)
{
  char *clean = print_string ("%.200s", name);
  for (char *c = clean; *c; c++)
    if (*c == '/' || (unsigned char) *c < ' ' || *c == 0x7f)
      *c = '_';
  return clean;
}

/* Returns whether the directory NAME is this user's, and no link; else errno
   is set.  In a place that others can write to, it may be somebody else's.  */
static bool
is_own (const char *name)
{
  struct stat st;
  if (lstat (name, &st))
    return false;
  errno = EPERM;
  return S_ISDIR (st.st_mode) && st.st_uid == geteuid ();
}

FILE *
open_record_header (const char *path, const char *mode,
		    struct gasp_record_header *header)
{
  bool writes = strchr (mode, '+');
  int fd = open (path, (writes ? O_RDWR | O_NOFOLLOW : O_RDONLY) | O_CLOEXEC
		       | O_NONBLOCK);
  FILE *file = fd < 0 ? NULL : fdopen (fd, mode);
  if (fd >= 0 && !file)
    close (fd);
  if (file && fread (header, sizeof *header, 1, file) == 1
      && (!memcmp (header->magic, GASP_RECORD_MAGIC, sizeof header->magic)
	  || (!writes
	      && !memcmp (header->magic, JOINED_MAGIC, sizeof header->magic)))
      && header->byte_order == GASP_RECORD_BYTE_ORDER
      && header->version == GASP_RECORD_VERSION)
    return file;
  if (file)
    fclose (file);
  return NULL;
}

/* Completes HEADER, of a process that has not said that it ends: now.  */
static void
end_now (struct gasp_record_header *header)
{
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  header->end_realtime = now.tv_sec * 1000000000 + now.tv_nsec;
  double age = (double) (header->end_realtime - header->start_realtime);
  if (age > 0 && header->ns_per_tick > 0 && !header->clock_per_thread)
    header->end_ticks
      = header->start_ticks + (uint64_t) (age / header->ns_per_tick);
}

/* Returns whether HEADER's process is over, or is as soon as the kernel has
   killed it.  */
static bool
is_over (const struct gasp_record_header *header)
{
  enum { TRIES = 20, PAUSE = 5000000 };
  for (int i = 0; i < TRIES; i++)
    {
      if (!may_be_process (header->pid, header->process_start)
	  || !is_alive (header->pid, 0))
	return true;
      nanosleep (&(struct timespec) { 0, PAUSE }, NULL);
    }
  return false;
}

/* Completes the record at PATH, if its process is of the command NUMBER, a
   parallel job's or one that was stopped after some time, and is gone without a
   word: such processes are killed as the command ends.  */
static void
end_with_command (const char *path, uint64_t number, bool is_timeout)
{
  struct gasp_record_header header;
  FILE *file = open_record_header (path, "r+e", &header);
  if (file && header.command == number && header.state == GASP_RECORD_RUNNING
      && !header.end_ticks && (header.ranks || is_timeout)
      && is_over (&header))
    {
      end_now (&header);
      rewind (file);
      fwrite (&header, sizeof header, 1, file);
    }
  if (file)
    fclose (file);
}

/* Returns which of the COUNT files in PATHS is the last record of process PID;
   null if none is.  A process that became another program has several.  */
static const char *
find_last_record (char *const *paths, size_t count, int pid)
{
  const char *latest = NULL;
  int64_t begin = 0;
  struct gasp_record_header h;
  char *part = print_string (".%d.", pid);
  for (size_t i = 0; i < count; i++)
    {
      /* There may be very many of other processes.  */
      FILE *file = strstr (base_name (paths[i]), part)
		   ? open_record_header (paths[i], "re", &h) : NULL;
      if (!file)
	continue;
      fclose (file);
      if (h.pid == pid && h.start_realtime > begin)
	{
	  begin = h.start_realtime;
	  latest = paths[i];
	}
    }
  free (part);
  return latest;
}

/* Notes in the record PATH, unless it has another end, that its process ended:
   CHILD.  */
static void
write_end (const char *path, const struct ended_child *child)
{
  int status = child->status;
  struct gasp_record_header header;
  FILE *file = open_record_header (path, "r+e", &header);
  if (!file)
    return;
  bool had_ended = header.state == GASP_RECORD_ENDED;
  if (had_ended || header.state == GASP_RECORD_RUNNING)
    {
      header.state = WIFSIGNALED (status) ? GASP_RECORD_KILLED
					  : GASP_RECORD_EXITED;
      header.status = WIFSIGNALED (status) ? WTERMSIG (status)
					   : WEXITSTATUS (status);
      if (!had_ended)
	{
	  end_now (&header);
	  header.processor_ms = child->processor_ms;
	  header.resident = child->resident;
	}
      rewind (file);
      fwrite (&header, sizeof header, 1, file);
    }
  fclose (file);
}

/* Returns whether timeout(1) ends with STATUS.  */
static bool
is_of_timeout (int status)
{
  enum { TIMED_OUT = 124, KILLED = 128 + SIGKILL };
  return WIFEXITED (status) ? WEXITSTATUS (status) == TIMED_OUT
			      || WEXITSTATUS (status) == KILLED
	 : WTERMSIG (status) == SIGKILL;
}

void
note_end (const char *directory, const struct ended_child *child)
{
  size_t count;
  int status = child->status;
  char **paths = list_files (directory, &count);
  const char *latest = find_last_record (paths, count, child->pid);
  if (latest)
    write_end (latest, child);
  uint64_t command = status ? launcher_process_number ((int) getpid ()) : 0;
  for (size_t i = 0; i < count && status; i++)
    end_with_command (paths[i], command, is_of_timeout (status));
  free_records (paths, count);
}

/* Returns whether the record PATH, as it is called after its process, may be of
   one of COUNT processes PIDS, which are sorted.  */
static bool
may_be_of (const char *path, const int *pids, size_t count)
{
  for (const char *dot = strchr (base_name (path), '.'); dot;
       dot = strchr (dot + 1, '.'))
    {
      char *end;
      unsigned long number = strtoul (dot + 1, &end, 10);
      size_t at = FIRST_FROM (count, i, (unsigned long) pids[i] < number);
      if (end > dot + 1 && *end == '.' && at < count
	  && (unsigned long) pids[at] == number)
	return true;
    }
  return false;
}

/* Looks at few records of what may be many: most processes have no map.  */
void
keep_perf_maps (const char *directory, uint64_t run)
{
  size_t count = 0, pid_count;
  struct gasp_record_header header;
  OWNED int *pids = list_perf_maps (&pid_count);
  char **paths = pid_count ? list_files (directory, &count) : NULL;
  for (size_t i = 0; paths && i < count; i++)
    {
      FILE *file = may_be_of (paths[i], pids, pid_count)
		   ? open_record_header (paths[i], "re", &header) : NULL;
      if (file)
	fclose (file);
      if (file && header.run == run)
	keep_perf_map (paths[i], header.pid, header.start_realtime);
    }
  if (paths)
    free_records (paths, count);
}

void
forget_jobs (const char *directory, uint64_t command)
{
  size_t count;
  struct gasp_record_header header;
  char **paths = list_files (directory, &count);
  for (size_t i = 0; i < count; i++)
    {
      FILE *file = open_record_header (paths[i], "re", &header);
      if (!file)
	continue;
      fclose (file);
      if (header.command == command)
	job_forget (directory, header.run);
    }
  free_records (paths, count);
}

/* Returns whether the directory of the job NAME can be used, which is made if
   it is not there.  */
static bool
make_job_directory (const char *name)
{
  if (make_directory (name))
    return true;
  if (errno != EEXIST || !is_own (name))
    return false;
  free (clear_run_directory (name));
  return true;
}

char *
new_run_directory (void)
{
  char name[512];
  bool is_known;
  if (launcher_job_name (name, sizeof name, &is_known))
    {
      OWNED char *job = name_for_file (name);
      char *shared = print_string ("%s.job-%s", DEFAULT_DIRECTORY, job);
      if (make_job_directory (shared))
	return shared;
      free (shared);
      return NULL;
    }
  for (unsigned number = 1;; number++)
    {
      char *name = number == 1 ? copy_string (DEFAULT_DIRECTORY)
		   : print_string ("%s.%u", DEFAULT_DIRECTORY, number);
      if (make_directory (name))
	return name;
      int error = errno;
      free (name);
      errno = error;
      if (error != EEXIST)
	return NULL;
    }
}

char *
newest_run_directory (void)
{
  char *newest = NULL;
  struct timespec latest = { 0, 0 };
  DIR *entries = opendir (".");
  size_t length = strlen (DEFAULT_DIRECTORY);
  for (struct dirent *entry; entries && (entry = readdir (entries));)
    {
      struct stat st;
      if (strncmp (entry->d_name, DEFAULT_DIRECTORY, length)
	  || (entry->d_name[length] && entry->d_name[length] != '.')
	  || stat (entry->d_name, &st) || !S_ISDIR (st.st_mode)
	  || st.st_mtim.tv_sec < latest.tv_sec
	  || (st.st_mtim.tv_sec == latest.tv_sec
	      && st.st_mtim.tv_nsec < latest.tv_nsec))
	continue;
      size_t count;
      char **paths = list_files (entry->d_name, &count);
      free_records (paths, count);
      if (!count)
	continue;
      free (newest);
      newest = copy_string (entry->d_name);
      latest = st.st_mtim;
    }
  if (entries)
    closedir (entries);
  return newest;
}
