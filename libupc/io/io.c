/* io.c - parallel input and output: opening and closing files, their pointers
   and sizes.

   SPDX-License-Identifier: Apache-2.0  */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/io.h"

/* The object behind upc_file_t: each thread has one at the same address.  */
struct handle {
  uint64_t magic;		/* OPEN while it is */
  struct upc_io_file *file;	/* in this thread's private memory */
};
static const uint64_t OPEN = UINT64_C (0x6f70656e2066696c);

/* The files that are open on this thread.  */
static struct upc_io_file *files;

static struct handle *
handle (upc_pts_t fd)
{
  return upc_pts_local (upc_pts_on (fd, MYTHREAD));
}

struct upc_io_file *
upc_io_any_file (upc_pts_t fd)
{
  if (fd == 0 || handle (fd)->magic != OPEN)
    {
      errno = EBADF;
      return NULL;
    }
  return handle (fd)->file;
}

struct upc_io_file *
upc_io_file (upc_pts_t fd)
{
  struct upc_io_file *file = upc_io_any_file (fd);

  if (file && file->operation.outstanding)
    {
      errno = EBUSY;
      return NULL;
    }
  return file;
}

int
upc_io_agree (int error)
{
  int *errors = upc_table (sizeof *errors);

  upc_library_barrier ();
  upc_conduit_gather_all (errors, &error, sizeof error);
  error = 0;
  for (int i = 0; i < THREADS && error == 0; i++)
    error = errors[i];
  free (errors);
  return error;
}

int
upc_io_result (int error)
{
  if (error == 0)
    return 0;
  errno = error;
  return -1;
}

/* ---- Opening  */

static int
check_flags (int flags)
{
  int access = flags & (UPC_RDONLY | UPC_WRONLY | UPC_RDWR);
  int pointer = flags & (UPC_INDIVIDUAL_FP | UPC_COMMON_FP);

  if (__builtin_popcount (access) != 1 || __builtin_popcount (pointer) != 1)
    return EINVAL;
  if ((flags & UPC_EXCL) && !(flags & UPC_CREATE))
    return EINVAL;
  if ((flags & UPC_TRUNC) && (flags & UPC_RDONLY))
    return EINVAL;
  return 0;
}

/* Returns the permissions of a file to create.  */
static mode_t
permissions (const struct upc_io_file *file)
{
  const char *value = upc_io_hint (file, "file_perm");
  char *end;
  unsigned long mode = value ? strtoul (value, &end, 8) : 0666;

  return value && (*value == 0 || *end != 0 || mode > 07777) ? 0666 : mode;
}

/* Opens FILE on this thread.  The FIRST, thread 0, does what must be done
   once; then the others do the rest.  Returns an error.  */
static int
open_file (struct upc_io_file *file, bool first)
{
  int flags = file->flags;
  int how = O_CLOEXEC | (flags & UPC_RDONLY ? O_RDONLY
			 : flags & UPC_WRONLY ? O_WRONLY : O_RDWR);

  if (first)
    how |= (flags & UPC_CREATE ? O_CREAT : 0) | (flags & UPC_EXCL ? O_EXCL : 0)
	   | (flags & UPC_TRUNC ? O_TRUNC : 0);
  file->fd = open (file->name, how, permissions (file));
  return file->fd < 0 ? errno : 0;
}

/* Opens it on all threads.  */
static int
open_all (struct upc_io_file *file)
{
  int error = upc_io_agree (MYTHREAD == 0 ? open_file (file, true) : 0);

  if (error == 0)
    error = upc_io_agree (MYTHREAD == 0 ? 0 : open_file (file, false));
  return error;
}

static void
free_file (struct upc_io_file *file)
{
  if (file->fd >= 0)
    close (file->fd);
  upc_io_free_hints (file);
  free (file->name);
  free (file->path);
  free (file);
}

/* Deletes the files that are to be deleted when they are closed and are still
   open at the end, which closes them.  */
static void
delete_at_end (void)
{
  for (struct upc_io_file *file = files; file; file = file->next)
    if (file->path && MYTHREAD == 0)
      unlink (file->path);
}

static void
enlist (struct upc_io_file *file)
{
  static bool registered;

  if (!registered)
    atexit (delete_at_end);
  registered = true;
  file->next = files;
  files = file;
}

static void
delist (struct upc_io_file *file)
{
  struct upc_io_file **link = &files;

  while (*link != file)
    link = &(*link)->next;
  *link = file->next;
}

/* Returns the size, as thread 0 finds it; *ERROR on all threads if it
   cannot.  */
static upc_off_t
size_of (struct upc_io_file *file, int *error)
{
  struct {
    upc_off_t size;
    int error;
  } found = { 0, 0 };
  struct stat status;

  if (MYTHREAD == 0 && fstat (file->fd, &status) != 0)
    found.error = errno;
  else if (MYTHREAD == 0)
    found.size = status.st_size;
  upc_conduit_broadcast (&found, sizeof found, 0);
  *error = found.error;
  return found.size;
}

/* Returns this thread's view of a file to be opened; null if there is no
   memory.  */
static struct upc_io_file *
new_file (const char *fname, int flags)
{
  struct upc_io_file *file = calloc (1, sizeof *file);

  if (!file)
    return NULL;
  file->fd = -1;
  file->flags = flags;
  file->name = strdup (fname);
  if (!file->name)
    {
      free (file);
      return NULL;
    }
  return file;
}

/* Returns the part that remains when the file is open.  */
static int
set_up (struct upc_io_file *file)
{
  int error = 0;

  if (file->flags & UPC_DELETE_ON_CLOSE)
    file->path = realpath (file->name, NULL);
  if (file->flags & UPC_APPEND)
    file->position = size_of (file, &error);
  file->turn = upc_all_lock_alloc ();
  return error ? error : file->turn == 0 ? ENOMEM : 0;
}

upc_pts_t
upc_all_fopen (const char *fname, int flags, size_t numhints,
	       const struct upc_hint *hints)
{
  struct upc_io_file *file = NULL;
  int error = check_flags (flags);
  upc_pts_t fd = 0;

  if (error == 0 && !(file = new_file (fname, flags)))
    error = ENOMEM;
  if (error == 0)
    error = upc_io_add_hints (file, numhints, hints);
  error = upc_io_agree (error);
  if (error == 0)
    error = open_all (file);
  if (error == 0)
    error = set_up (file);
  if (error == 0)
    UPC_FOR_CALLER (fd = upc_all_alloc (THREADS, sizeof (struct handle)));
  if (error == 0 && fd == 0)
    error = ENOMEM;
  if (error)
    {
      if (file)
	free_file (file);
      errno = error;
      return 0;
    }
  enlist (file);
  *handle (fd) = (struct handle) { OPEN, file };
  return fd;
}

/* ---- Closing  */

int
upc_io_sync (struct upc_io_file *file)
{
  int error = 0;

  upc_library_barrier ();
  /* All threads' descriptors are of the same file.  Some files, such as pipes,
     have nothing to be stored.  */
  if (MYTHREAD == 0 && fsync (file->fd) != 0 && errno != EINVAL
      && errno != EROFS && errno != ENOTSUP)
    error = errno;
  return upc_io_agree (error);
}

int
upc_all_fsync (upc_pts_t fd)
{
  struct upc_io_file *file = upc_io_file (fd);
  return file ? upc_io_result (upc_io_sync (file)) : -1;
}

int
upc_all_fclose (upc_pts_t fd)
{
  struct upc_io_file *file = upc_io_file (fd);

  if (!file)
    return -1;
  int error = upc_io_sync (file);
  if (MYTHREAD == 0 && file->path && unlink (file->path) != 0 && error == 0)
    error = errno;
  if (close (file->fd) != 0 && error == 0)
    error = errno;
  file->fd = -1;
  delist (file);
  handle (fd)->magic = 0;
  upc_all_lock_free (file->turn);
  free_file (file);
  error = upc_io_agree (error);
  UPC_FOR_CALLER (upc_all_free (fd));
  return upc_io_result (error);
}

/* ---- Pointers and sizes  */

upc_off_t
upc_all_fseek (upc_pts_t fd, upc_off_t offset, int origin)
{
  struct upc_io_file *file = upc_io_file (fd);
  upc_off_t base = 0;
  struct stat status;
  int error = 0;

  if (!file)
    return -1;
  if (origin == UPC_SEEK_CUR)
    base = file->position;
  else if (origin == UPC_SEEK_END && (file->flags & UPC_COMMON_FP))
    base = size_of (file, &error);
  else if (origin == UPC_SEEK_END)
    {
      error = fstat (file->fd, &status) != 0 ? errno : 0;
      base = status.st_size;
    }
  else if (origin != UPC_SEEK_SET)
    error = EINVAL;
  if (error == 0 && (__builtin_add_overflow (base, offset, &base) || base < 0))
    error = EINVAL;
  if (error == 0)
    return file->position = base;
  return upc_io_result (error);
}

upc_off_t
upc_all_fget_size (upc_pts_t fd)
{
  struct upc_io_file *file = upc_io_file (fd);
  int error;

  if (!file)
    return -1;
  upc_library_barrier ();
  upc_off_t size = size_of (file, &error);
  return error ? upc_io_result (error) : size;
}

/* Changes the size of FD, on thread 0, by CHANGE, which returns an error.  */
static int
change_size (upc_pts_t fd, upc_off_t size, int (*change) (int, off_t),
	     bool sync)
{
  struct upc_io_file *file = upc_io_file (fd);
  int error = 0;

  if (!file)
    return -1;
  if (sync)
    error = upc_io_sync (file);
  else
    upc_library_barrier ();
  if (error == 0 && (file->flags & UPC_RDONLY))
    error = EBADF;
  else if (error == 0 && size < 0)
    error = EINVAL;
  else if (error == 0 && MYTHREAD == 0)
    error = change (file->fd, size);
  return upc_io_result (upc_io_agree (error));
}

static int
truncate_to (int fd, off_t size)
{
  return ftruncate (fd, size) != 0 ? errno : 0;
}

static int
preallocate (int fd, off_t size)
{
  return size == 0 ? 0 : posix_fallocate (fd, 0, size);
}

int
upc_all_fset_size (upc_pts_t fd, upc_off_t size)
{
  return change_size (fd, size, truncate_to, true);
}

int
upc_all_fpreallocate (upc_pts_t fd, upc_off_t size)
{
  return change_size (fd, size, preallocate, false);
}
