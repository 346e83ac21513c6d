/* jobdir.c - what the ranks of a parallel job agree upon.  See jobdir.h.

   SPDX-License-Identifier: Apache-2.0

     DIRECTORY/.job-NUMBER/RANK.PID@HOST    a rank that is at work
			   leaving.PID@HOST  one that may have to tidy up
			   tidied.HOST  one has done so
			   RANK	    one that has ended
			   told	    somebody reports for all
			   aside	    a link to where earlier records go
			   making	    somebody makes that
			   cleared.HOST.START  one of its ranks there has
				    looked for earlier records

   Once all ranks have ended, it is removed.  */

#include "base/jobdir.h"
#include "launchers.h"
#include "base/util.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LEAVING "leaving"

/* Returns the file NAME of the job RUN in DIRECTORY, allocated.  */
static char *
job_file (const char *directory, uint64_t run, const char *name)
{
  return print_string ("%s/.job-%016llx%s", directory, (unsigned long long) run,
		       name);
}

/* Returns the file that stands for this rank while it is at work, or
   afterwards, allocated.  */
static char *
rank_file (const char *directory, uint64_t run, bool is_at_work)
{
  char host[256] = "";
  const struct launcher *launcher = launcher_of_process ();
  int rank = launcher_rank (launcher);
  gethostname (host, sizeof host - 1);
  char *name = is_at_work
		 ? print_string ("/%d.%d@%s", rank, (int) getpid (), host)
		 : print_string ("/%d", rank);
  char *file = job_file (directory, run, name);
  free (name);
  return file;
}

/* Creates FILE.  Returns false if it exists, or cannot be created.  */
static bool
make_file (const char *file)
{
  int fd = open (file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

void
job_enter (const char *directory)
{
  uint64_t run = launcher_job ();
  if (!run)
    return;
  char *job = job_file (directory, run, ""),
       *file = rank_file (directory, run, true);
  /* The last rank of those that were at work may be removing the directory.  */
  for (int i = 0; i < 10; i++)
    {
      make_directory (job);
      if (make_file (file) || errno != ENOENT)
	break;
    }
  free (file);
  free (job);
}

/* Returns how many ranks of the job whose directory is JOB have ended; -1
   while others are at work, or if another one has reported for all.  */
static int
count_ended (const char *job)
{
  int ended = 0;
  DIR *entries = opendir (job);
  if (!entries)
    return -1;
  for (struct dirent *entry; (entry = readdir (entries));)
    if (strchr (entry->d_name, '@'))
      ended = -1;
    else if (ended >= 0 && launcher_number (entry->d_name) >= 0)
      ended++;
  closedir (entries);
  return ended;
}

/* Returns whether all ranks of the job have ended, or none has come for a
   while: not all may have a "gasp run", and short ones may end before others
   begin.  */
static bool
have_all_ended (const char *job, bool *is_whole)
{
  static const struct timespec a_moment = { 0, 10000000 };
  int ranks = launcher_ranks (), ended = count_ended (job);
  for (int i = 0; i < 30 && ended >= 0 && ended < ranks; i++)
    {
      nanosleep (&a_moment, NULL);
      ended = count_ended (job);
    }
  *is_whole = ranks > 0 && ended >= ranks;
  return ended >= 0;
}

/* Returns whether a rank is at work on HOST.  */
static bool
is_any_at_work (const char *job, const char *host)
{
  bool is = false;
  DIR *entries = opendir (job);
  for (struct dirent *entry; entries && !is && (entry = readdir (entries));)
    {
      const char *at = strchr (entry->d_name, '@');
      is = at && !strcmp (at + 1, host) && entry->d_name[0] != LEAVING[0];
    }
  if (entries)
    closedir (entries);
  return is;
}

/* Ends the rank of FILE, which is ENDED then.  While LEAVING is there, no other
   one is the last.  Returns false if that cannot be.  */
static bool
end_rank (const char *directory, const char *file, const char *ended,
	  job_tidy *tidies)
{
  char host[256] = "";
  gethostname (host, sizeof host - 1);
  uint64_t run = launcher_job ();
  char *names[] = {
    print_string ("/" LEAVING ".%d@%s", (int) getpid (), host),
    print_string ("/tidied.%s", host)
  };
  OWNED char *leaving = job_file (directory, run, names[0]);
  OWNED char *tidied = job_file (directory, run, names[1]);
  OWNED char *job = job_file (directory, run, "");
  make_file (leaving);
  bool has_ended = !rename (file, ended);
  if (has_ended && !is_any_at_work (job, host) && make_file (tidied)
      && !tidies (directory))
    unlink (tidied);
  unlink (leaving);
  free (names[0]);
  free (names[1]);
  return has_ended;
}

bool
job_leave (const char *directory, job_tidy *tidies)
{
  uint64_t run = launcher_job ();
  bool is_whole, is_last;
  if (!run)
    {
      tidies (directory);
      return true;
    }
  OWNED char *file = rank_file (directory, run, true);
  OWNED char *ended = rank_file (directory, run, false);
  char *told = job_file (directory, run, "/told"),
       *job = job_file (directory, run, "");
  is_last = end_rank (directory, file, ended, tidies)
	    && have_all_ended (job, &is_whole) && make_file (told);
  if (is_last && is_whole)
    job_forget (directory, run);
  free (job);
  free (told);
  return is_last;
}

bool
job_clears (const char *directory, uint64_t launcher_start)
{
  char host[256] = "";
  uint64_t run = launcher_job ();
  if (!run)
    return true;
  gethostname (host, sizeof host - 1);
  OWNED char *name = print_string ("/cleared.%s.%llu", host,
				   (unsigned long long) launcher_start);
  OWNED char *job = job_file (directory, run, "");
  OWNED char *file = job_file (directory, run, name);
  make_directory (job);
  return make_file (file) || errno != EEXIST;
}

/* Returns where the link FILE leads, in DIRECTORY; allocated.  */
static char *
follow (const char *directory, const char *file)
{
  char target[NAME_MAX + 1];
  ssize_t length = readlink (file, target, sizeof target - 1);
  return length > 0 && !memchr (target, '/', (size_t) length)
	 ? print_string ("%s/%.*s", directory, (int) length, target) : NULL;
}

char *
job_aside (const char *directory, char *(*make) (const char *directory),
	   bool *is_first)
{
  static const struct timespec a_moment = { 0, 1000000 };
  uint64_t run = launcher_job ();
  *is_first = true;
  if (!run)
    return make (directory);
  char *job = job_file (directory, run, ""), *aside = NULL;
  OWNED char *link = job_file (directory, run, "/aside");
  OWNED char *making = job_file (directory, run, "/making");
  make_directory (job);
  bool makes = make_file (making);
  for (int i = 0; !makes && !aside && i < 1000; i++)
    {
      aside = follow (directory, link);
      if (!aside)
	nanosleep (&a_moment, NULL);
    }
  *is_first = !aside;
  if (!aside)
    aside = make (directory);
  if (makes && aside && symlink (base_name (aside), link))
    complain ("%s: %s", link, strerror (errno));
  free (job);
  return aside;
}

void
job_forget (const char *directory, uint64_t run)
{
  OWNED char *there = job_file (directory, run, "");
  char *job = print_string ("%s.%d", there, (int) getpid ());
  /* At once, so that none of the ranks finds a part of it.  */
  bool is_ours = !rename (there, job);
  if (!is_ours)
    {
      free (job);
      return;
    }
  DIR *entries = opendir (job);
  for (struct dirent *entry; entries && (entry = readdir (entries));)
    unlinkat (dirfd (entries), entry->d_name, 0);
  if (entries)
    closedir (entries);
  rmdir (job);
  free (job);
}
