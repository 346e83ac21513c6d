/* kept.c - the files of code that ran, kept beside the records.  See kept.h.

   SPDX-License-Identifier: Apache-2.0

   Samples are addresses, and only the file that ran says what is there.  A
   program is often built anew before its profile is read, or compared with the
   next one.  So "gasp run" links its files into the directory of the records:

     gasp-out/code/BUILD-ID/prog

   Linkers write a new file in place of the old one, so a link costs no room
   until then.  Where there can be none, small files are copied.  */

#include "base/object/kept.h"
#include "base/object/elf-file.h"
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "code"
/* Bytes: a longer one is not copied.  */
#define MOST_COPIED (32 << 20)

/* Returns whether PATH is of the system or the recorder, which do not change
   from run to run; or no file.  */
static bool
is_lasting (const char *path)
{
  return *path != '/' || !strncmp (path, "/lib", 4)
	 || (!strncmp (path, "/usr/", 5) && strncmp (path, "/usr/local/", 11))
	 || !strncmp (base_name (path), "libgasp", 7);
}

/* Returns whether the file PATH is of the build ID.  */
static bool
has_id (const char *path, const char *id)
{
  struct elf elf = open_elf (path);
  bool same = elf_has_build_id (&elf, id);
  close_elf (&elf);
  return same;
}

/* Returns where in DIRECTORY the file PATH of the build ID is kept;
   allocated.  */
static char *
kept_as (const char *directory, const char *path, const char *id)
{
  return print_string ("%s/" FOLDER "/%.80s/%s", directory, id,
		       base_name (path));
}

/* Copies the file FROM to TO, which is not there yet, if it is small.  */
static void
copy_file (const char *from, const char *to)
{
  struct stat st;
  int in = open (from, O_RDONLY | O_CLOEXEC);
  bool is_small = in >= 0 && !fstat (in, &st) && S_ISREG (st.st_mode)
		  && st.st_size <= MOST_COPIED;
  enum { HOW = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC };
  int out = is_small ? open (to, HOW, 0666) : -1;
  off_t left = out < 0 ? 0 : st.st_size;
  while (left > 0)
    {
      ssize_t done = sendfile (out, in, NULL, (size_t) left);
      if (done <= 0)
	break;
      left -= done;
    }
  if (out >= 0 && left)
    unlink (to);
  if (out >= 0)
    close (out);
  if (in >= 0)
    close (in);
}

/* Returns whether the file PATH gives rights to who executes it, so that its
   owner may want no other link to it.  */
static bool
gives_rights (const char *path)
{
  struct stat st;
  return !stat (path, &st) && st.st_mode & (S_ISUID | S_ISGID);
}

/* Makes the directory NAME if it is not there.  Returns whether it is this
   user's, and no link, as others may be able to write where it is.  */
static bool
make_own (const char *name)
{
  struct stat st;
  make_directory (name);
  return !lstat (name, &st) && S_ISDIR (st.st_mode) && st.st_uid == geteuid ();
}

void
keep_file (const char *directory, const char *path, const char *id)
{
  if (is_lasting (path) || strchr (id, '/') || gives_rights (path)
      || !has_id (path, id))
    return;
  OWNED char *kept = kept_as (directory, path, id);
  OWNED char *folder = print_string ("%s/" FOLDER, directory);
  OWNED char *own = print_string ("%s/%.80s", folder, id);
  if (make_own (folder) && make_own (own) && link (path, kept)
      && errno != EEXIST)
    copy_file (path, kept);
  /* If there is nothing in them.  */
  rmdir (own);
  rmdir (folder);
}

/* Returns the kept file in the directory of RECORD, or in that of the run which
   moved it aside, by its whole path; or null.  Allocated.  */
static char *
find_kept (const char *record, const char *path, const char *id)
{
  size_t length = (size_t) (base_name (record) - record);
  char *directory = length ? print_string ("%.*s", (int) length - 1, record)
		    : copy_string (".");
  OWNED char *above = print_string ("%s/..", directory);
  char *found = NULL;
  const char *const places[] = { directory, above };
  for (size_t i = 0; i < COUNT_OF (places) && !found; i++)
    {
      OWNED char *kept = kept_as (places[i], path, id);
      found = has_id (kept, id) ? realpath (kept, NULL) : NULL;
    }
  free (directory);
  return found;
}

const char *
file_that_ran (const char *record, const char *path, const char *id)
{
  static struct known { char *path, *id, *directory; const char *file; } *known;
  static size_t count, room;
  int length = (int) (base_name (record) - record);
  if (!id || is_lasting (path) || strchr (id, '/'))
    return path;
  for (size_t i = 0; i < count; i++)
    if (!strcmp (known[i].path, path) && !strcmp (known[i].id, id)
	&& !strncmp (known[i].directory, record, (size_t) length)
	&& !known[i].directory[length])
      return known[i].file;
  char *kept = has_id (path, id) ? NULL : find_kept (record, path, id);
  char *own = copy_string (path);
  ONE_MORE (known, count, room) = (struct known) {
    own, copy_string (id), print_string ("%.*s", length, record),
    kept ? kept : own
  };
  return known[count - 1].file;
}
