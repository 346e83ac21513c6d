/* perf-map.c - functions that a process made while it ran.  See perf-map.h.

   SPDX-License-Identifier: Apache-2.0

   Others may write to /tmp, and numbers of processes come again: a map is taken
   if it is this user's, and was written to since the process began.  */

#include "base/object/perf-map.h"
#include "base/order.h"
#include "base/util.h"
#include "trace-format.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".map"

char *
perf_map_path (const char *record)
{
  return print_string ("%.*s" SUFFIX,
		       (int) (strlen (record) - strlen (GASP_RECORD_SUFFIX)),
		       record);
}

/* Returns the file PATH, opened, if it is what OWNER wrote since SINCE; or
   null.  */
static FILE *
open_map (const char *path, uid_t owner, int64_t since)
{
  enum { SECOND = 1000000000 };
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0)
    return NULL;
  bool is_good = !fstat (fd, &st) && S_ISREG (st.st_mode) && st.st_uid == owner
		 && st.st_mtim.tv_sec >= since / SECOND;
  FILE *file = is_good ? fdopen (fd, "r") : NULL;
  if (!file)
    close (fd);
  return file;
}

static FILE *
open_written (int pid, uid_t owner, int64_t since)
{
  OWNED char *path = print_string ("/tmp/perf-%d.map", pid);
  return open_map (path, owner, since);
}

/* ---- Keeping.  */

static void
copy (FILE *from, FILE *to)
{
  char block[65536];
  size_t size;
  while ((size = fread (block, 1, sizeof block, from)) > 0)
    if (fwrite (block, 1, size, to) != size)
      break;
}

void
keep_perf_map (const char *record, int pid, int64_t since)
{
  FILE *from = open_written (pid, geteuid (), since);
  if (!from)
    return;
  OWNED char *path = perf_map_path (record);
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  FILE *to = fd < 0 ? NULL : fdopen (fd, "w");
  if (to)
    copy (from, to);
  if (to && fclose (to))
    unlink (path);
  fclose (from);
}

ORDER (by_number, int, THEN (*x < *y ? -1 : *x > *y))

int *
list_perf_maps (size_t *count)
{
  int *pids = NULL, pid, length;
  size_t room = 0;
  DIR *entries = opendir ("/tmp");
  *count = 0;
  for (struct dirent *entry; entries && (entry = readdir (entries));)
    {
      struct stat st;
      length = 0;
      if (sscanf (entry->d_name, "perf-%d.map%n", &pid, &length) != 1
	  || !length || entry->d_name[length]
	  || fstatat (dirfd (entries), entry->d_name, &st, AT_SYMLINK_NOFOLLOW)
	  || st.st_uid != geteuid ())
	continue;
      pids = room_for_one (pids, *count, &room, sizeof *pids);
      pids[(*count)++] = pid;
    }
  if (entries)
    closedir (entries);
  SORT (pids, *count, by_number);
  return pids;
}

/* ---- Reading.  */

/* Adds the function that LINE describes.  */
static void
add_line (struct symbols *symbols, const char *line)
{
  char *end;
  uint64_t start = strtoull (line, &end, 16);
  uint64_t size = end == line ? 0 : strtoull (end, &end, 16);
  end += strspn (end, " \t");
  if (!size || !*end || start + size < start)
    return;
  ONE_MORE (symbols->list, symbols->count, symbols->room)
    = (struct symbol) { .start = start, .end = start + size, .name = end };
}

/* Orders by address; of functions that were at the same one in turn, the last
   comes last.  Names are in the order of the file.  */
ORDER (by_start, struct symbol, RISING (start) RISING (name))

/* Returns the functions in FILE, whose text stays in memory.  */
static const struct symbols *
read_map (FILE *file)
{
  struct symbols *symbols = allocate (1, sizeof *symbols);
  char *text = NULL, *rest = NULL;
  size_t room = 0;
  if (getdelim (&text, &room, '\0', file) < 0)
    return symbols;
  for (char *line = strtok_r (text, "\r\n", &rest); line;
       line = strtok_r (NULL, "\r\n", &rest))
    add_line (symbols, line);
  SORT (symbols->list, symbols->count, by_start);
  return symbols;
}

const struct symbols *
perf_map_of (const char *record, int pid, bool is_here, int64_t since)
{
  static const struct symbols none;
  struct stat st;
  if (stat (record, &st))
    return &none;
  OWNED char *path = perf_map_path (record);
  FILE *file = open_map (path, st.st_uid, 0);
  if (!file && is_here)
    file = open_written (pid, st.st_uid, since);
  if (!file)
    return &none;
  const struct symbols *symbols = read_map (file);
  fclose (file);
  return symbols;
}
