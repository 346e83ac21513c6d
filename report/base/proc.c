/* proc.c - what /proc says of processes and their threads.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/proc.h"
#include "base/util.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Puts into PATH where the file NAME is.  */
static void
name_file (char *path, size_t size, int pid, int tid, const char *name)
{
  if (tid)
    snprintf (path, size, "/proc/%d/task/%d/%s", pid, tid, name);
  else
    snprintf (path, size, "/proc/%d/%s", pid, name);
}

size_t
read_proc (int pid, int tid, const char *name, char *text, size_t size)
{
  char path[64];
  name_file (path, sizeof path, pid, tid, name);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read (file, text, size - 1);
  if (file >= 0)
    close (file);
  length = length < 0 ? 0 : length;
  text[length] = '\0';
  return (size_t) length;
}

/* ---- stat.  Its second field is a name in parentheses, which may have
   blanks.  */

bool
read_stat (int pid, int tid, struct proc_stat *stat)
{
  return read_proc (pid, tid, "stat", stat->text, sizeof stat->text) > 0;
}

uint64_t
stat_field (const struct proc_stat *stat, enum proc_field field)
{
  const char *p = strrchr (stat->text, ')');
  for (unsigned int i = 2; p && i < field; i++)
    p = strchr (p + 1, ' ');
  return p ? strtoull (p, NULL, 10) : 0;
}

char
stat_state (const struct proc_stat *stat)
{
  const char *p = strrchr (stat->text, ')');
  return p && p[1] ? p[2] : '\0';
}

/* ---- status and task  */

bool
is_alive (int pid, int tid)
{
  struct proc_stat stat;
  return read_stat (pid, tid, &stat) && !strchr ("ZX", stat_state (&stat));
}

bool
may_be_process (int pid, uint64_t start)
{
  struct proc_stat stat;
  if (read_stat (pid, 0, &stat))
    return stat_field (&stat, PROC_START) == start;
  return !kill (pid, 0) || errno == EPERM;
}

char *
read_status (int pid, int tid, const char *name)
{
  char path[64], line[1024], *found = NULL;
  size_t length = strlen (name);
  name_file (path, sizeof path, pid, tid, "status");
  FILE *f = fopen (path, "re");
  while (f && !found && fgets (line, sizeof line, f))
    if (!strncmp (line, name, length) && line[length] == ':')
      found
	= copy_string (line + length + 1 + strspn (line + length + 1, "\t "));
  if (f)
    fclose (f);
  return found;
}

int *
list_threads (int pid, size_t *count)
{
  char path[64];
  name_file (path, sizeof path, pid, 0, "task");
  DIR *tasks = opendir (path);
  struct dirent *entry;
  int *threads = NULL;
  size_t room = 0;
  *count = 0;
  while (tasks && (entry = readdir (tasks)))
    {
      int tid = atoi (entry->d_name);
      if (tid <= 0 || !is_alive (pid, tid))
	continue;
      ONE_MORE (threads, *count, room) = tid;
    }
  if (tasks)
    closedir (tasks);
  return threads;
}

/* ---- maps  */

bool
next_mapping (int pid, struct mapping *m)
{
  char path[64];
  name_file (path, sizeof path, pid, 0, "maps");
  if (!m->file && !(m->file = fopen (path, "re")))
    return false;
  while (fgets (m->line, sizeof m->line, m->file))
    {
      int path_at = 0;
      m->line[strcspn (m->line, "\n")] = '\0';
      if (sscanf (m->line, "%lx-%lx %*s %lx %*s %*s %n", &m->start, &m->end,
		  &m->offset, &path_at) != 3)
	continue;
      m->path = m->line[path_at] == '/' ? m->line + path_at : "";
      return true;
    }
  return false;
}

void
end_mappings (struct mapping *m)
{
  if (m->file)
    fclose (m->file);
  m->file = NULL;
}

bool
is_this_host (const char *host)
{
  char name[256] = "";
  gethostname (name, sizeof name - 1);
  return host && !strcmp (name, host);
}
