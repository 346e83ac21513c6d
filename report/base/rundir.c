/* rundir.c - the directory that holds the records of a run.  See rundir.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "launchers.h"
#include "base/rundir.h"
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
  return strcmp (*(char *const *) a, *(char *const *) b);
}

char **
list_records (const char *directory, size_t *count)
{
  size_t room = 0;
  *count = 0;
  DIR *entries = opendir (directory);
  if (!entries)
    return NULL;
  char **paths = allocate (1, sizeof *paths);
  for (struct dirent *entry; (entry = readdir (entries));)
    if (is_record_name (entry->d_name))
      {
	if (!room)
	  free (paths);
	paths = room_for_one (room ? paths : NULL, *count, &room,
			      sizeof *paths);
	paths[(*count)++] = print_string ("%s/%s", directory, entry->d_name);
      }
  closedir (entries);
  qsort (paths, *count, sizeof *paths, by_name);
  return paths;
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

/* As much of NAME as a directory can be called, without commands to a
   terminal.  */
static char *
name_for_file (const char *name)
{
  char *clean = print_string ("%.200s", name);
  for (char *c = clean; *c; c++)
    if (*c == '/' || (unsigned char) *c < ' ' || *c == 0x7f)
      *c = '_';
  return clean;
}

/* A name for the parallel job that this is a rank of, allocated, or null.  A
   job without a name has the launcher for a parent.  */
static char *
job_name (void)
{
  bool is_rank = false;
  for (size_t i = 0; i < COUNT_OF (launchers); i++)
    {
      const struct launcher *launcher = &launchers[i];
      const char *job = launcher_variable (launcher->job);
      const char *step = launcher_variable (launcher->step);
      if (!*launcher_variable (launcher->rank))
	continue;
      is_rank = true;
      if (!*job)
	continue;
      char *whole = print_string ("%s%s%s", job, *step ? "." : "", step);
      char *name = name_for_file (whole);
      free (whole);
      return name;
    }
  return is_rank ? print_string ("%d", (int) getppid ()) : NULL;
}

/* Makes the directory NAME, which its user can write to whatever the umask is.  Returns
   false, with errno set, if it cannot.  */
static bool
make_directory (const char *name)
{
  struct stat st;
  if (mkdir (name, 0777))
    return false;
  return (!stat (name, &st)
	  && ((st.st_mode & S_IRWXU) == S_IRWXU
	      || !chmod (name, (st.st_mode & 07777) | S_IRWXU)));
}

/* Whether the directory NAME is this user's, and no link; else errno is set.  In a
   place that others can write to, it may be somebody else's.  */
static bool
is_own (const char *name)
{
  struct stat st;
  if (lstat (name, &st))
    return false;
  errno = EPERM;
  return S_ISDIR (st.st_mode) && st.st_uid == geteuid ();
}

char *
new_run_directory (void)
{
  char *job = job_name ();
  if (job)
    {
      char *shared = print_string ("%s.job-%s", DEFAULT_DIRECTORY, job);
      free (job);
      if (make_directory (shared) || (errno == EEXIST && is_own (shared)))
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

/* The header of the record PATH, opened for MODE; false if it is none.  */
static FILE *
open_header (const char *path, const char *mode,
	     struct gasp_record_header *header)
{
  bool writes = strchr (mode, '+');
  int fd = open (path, (writes ? O_RDWR | O_NOFOLLOW : O_RDONLY) | O_CLOEXEC
		       | O_NONBLOCK);
  FILE *file = fd < 0 ? NULL : fdopen (fd, mode);
  if (fd >= 0 && !file)
    close (fd);
  if (file && fread (header, sizeof *header, 1, file) == 1
      && !memcmp (header->magic, GASP_RECORD_MAGIC, sizeof header->magic)
      && header->byte_order == GASP_RECORD_BYTE_ORDER
      && header->version == GASP_RECORD_VERSION)
    return file;
  if (file)
    fclose (file);
  return NULL;
}

void
note_end (const char *directory, int pid, int status)
{
  size_t count;
  char **paths = list_records (directory, &count), *latest = NULL;
  struct gasp_record_header header, found = { .start_realtime = 0 };
  for (size_t i = 0; i < count; i++)
    {
      FILE *file = open_header (paths[i], "re", &header);
      if (file)
	fclose (file);
      /* A process that became another program has several.  */
      if (file && header.pid == pid
	  && header.start_realtime > found.start_realtime)
	{
	  found = header;
	  latest = paths[i];
	}
    }
  FILE *file = latest && found.state == GASP_RECORD_RUNNING
	       ? open_header (latest, "r+e", &header) : NULL;
  if (file)
    {
      struct timespec now;
      clock_gettime (CLOCK_REALTIME, &now);
      header.state = WIFSIGNALED (status) ? GASP_RECORD_KILLED
					  : GASP_RECORD_EXITED;
      header.status = WIFSIGNALED (status) ? WTERMSIG (status)
					   : WEXITSTATUS (status);
      header.end_realtime = now.tv_sec * 1000000000 + now.tv_nsec;
      rewind (file);
      fwrite (&header, sizeof header, 1, file);
      fclose (file);
    }
  free_records (paths, count);
}

/* Whether the record PATH is of a process that is still there.  */
static bool
may_be_running (const char *path)
{
  struct gasp_record_header header;
  FILE *in = open_header (path, "re", &header);
  bool running = in && header.state == GASP_RECORD_RUNNING
		 && (!kill (header.pid, 0) || errno == EPERM);
  if (in)
    fclose (in);
  return running;
}

/* Whether more may come into the run whose records PATHS are: its processes
   are still there, or it is shared by the ranks of a job.  */
static bool
is_in_use (char **paths, size_t count)
{
  char *job = job_name ();
  bool used = job;
  free (job);
  for (size_t i = 0; i < count && !used; i++)
    used = may_be_running (paths[i]);
  return used;
}

/* A new directory DIRECTORY/earlier.N, allocated, or null.  */
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

static void
move_into (const char *directory, const char *path)
{
  char *to = print_string ("%s%s", directory, strrchr (path, '/'));
  if (rename (path, to))
    complain ("%s: %s", path, strerror (errno));
  free (to);
}

char *
clear_run_directory (const char *directory)
{
  size_t count;
  if (make_directory (directory))
    return NULL;
  char **paths = list_records (directory, &count);
  char *aside = !count || is_in_use (paths, count) ? NULL
		: make_aside (directory);
  for (size_t i = 0; i < count && aside; i++)
    {
      char *trace = trace_path (paths[i]);
      move_into (aside, paths[i]);
      if (!access (trace, F_OK))
	move_into (aside, trace);
      free (trace);
    }
  free_records (paths, count);
  return aside;
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
      char **paths = list_records (entry->d_name, &count);
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
