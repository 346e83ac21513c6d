/* growing.c - files that are mapped, and grow.

   SPDX-License-Identifier: Apache-2.0

   Addresses for all that a file may grow to are reserved at the start, so that
   it never moves.  Its blocks are allocated before they are used: a full disk
   is an error that is seen here, not a SIGBUS.  No file descriptor stays open;
   the file is opened again by its name each time it grows, rarely, and in steps
   that become larger with it.

   A program that changes its user or its root may not find the file any more.
   So before it does, the file gets a spare end, without blocks, that is mapped.
   The disk has a page of that from when something is written to it, which the
   kernel is asked to do: it returns an error where the program would be sent a
   signal.  */

#define _GNU_SOURCE
#include "ground/growing.h"
#include "ground/state.h"
#include "syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/* Returns why a file must not have SIZE bytes, an errno, or 0: beyond this
   limit the kernel would send a signal.  */
static int
check_limit (size_t size)
{
  struct rlimit limit;
  return (getrlimit (RLIMIT_FSIZE, &limit) == 0
	  && limit.rlim_cur != RLIM_INFINITY && size > limit.rlim_cur
	  ? EFBIG : 0);
}

/* The record keeps 1/PART_LEFT of the disk free for the program and others, but
   at most MOST_LEFT bytes.  */
#define PART_LEFT 20
#define MOST_LEFT ((uint64_t) 1 << 30)

/* Returns why the disk of FD must not give SIZE bytes more, an errno, or
   0.  */
static int
check_disk (int fd, size_t size)
{
  struct statfs disk;
  /* Some that are not disks have no size.  */
  if (ASK_KERNEL (SYS_fstatfs, fd, (long) &disk) || disk.f_blocks == 0)
    return 0;
  uint64_t left = disk.f_blocks / PART_LEFT * disk.f_bsize;
  if (left > MOST_LEFT)
    left = MOST_LEFT;
  return disk.f_bavail * disk.f_bsize < left + size ? ENOSPC : 0;
}

const char *
gasp_tool_growing_reason (int error)
{
  return (error == ENOSPC
	  ? "No space left on device, of which 5 %, or 1 GB, are left to others"
	  : strerrordesc_np (error));
}

static int
map (const struct growing_file *file, int fd, size_t end)
{
  void *at = mmap (file->base + file->size, end - file->size,
		   PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
		   file->size);
  return at == MAP_FAILED ? errno : 0;
}

/* Allocates the SIZE bytes from OFFSET on of FD.  Returns an errno.  A thread
   that holds a lock must not be cancelled here, and pthread_setcancelstate
   cancels one whose cancellation is pending.  So that is called only where the
   C library has to write blocks, which it may be cancelled in.  */
static int
allocate (int fd, off_t offset, size_t size)
{
  if (!ASK_KERNEL (SYS_fallocate, fd, 0, offset, (long) size))
    return 0;
  if (errno != EOPNOTSUPP && errno != ENOSYS)
    return errno;
  int cancellation;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &cancellation);
  int error = posix_fallocate (fd, offset, size);
  pthread_setcancelstate (cancellation, NULL);
  return error;
}

/* Allocates and maps the next SIZE bytes of FD, which is FILE.  Returns an
   errno.  */
static int
extend (struct growing_file *file, int fd, size_t size)
{
  size_t end = file->size + size;
  int error = check_limit (end);
  if (!error)
    error = check_disk (fd, size);
  while (!error && (error = allocate (fd, (off_t) file->size, size)) == EINTR)
    error = 0;
  if (!error && end > file->spare)
    error = map (file, fd, end);
  if (!error)
    file->size = end;
  return error;
}

/* Opens PATH as the C library does, but without being a cancellation point; and
   closes FD likewise.  */
static int
open_here (const char *path, int flags)
{
  return (int) ASK_KERNEL (SYS_openat, AT_FDCWD, (long) path, flags);
}

static void
close_here (int fd)
{
  ASK_KERNEL (SYS_close, fd);
}

/* Opens FILE; -1 with errno set if there is another one now.  */
static int
reopen (const struct growing_file *file)
{
  struct stat status;
  int fd = open_here (file->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0)
    return -1;
  if (fstat (fd, &status) == 0 && status.st_dev == file->device
      && status.st_ino == file->inode)
    return fd;
  close_here (fd);
  errno = ENOENT;
  return -1;
}

/* No page is smaller.  */
#define PAGE 4096

/* Makes the disk allocate the page at AT, which nothing has been written to.
   What the kernel is asked for does not matter.  Returns an errno.  */
static int
take_page (char *at)
{
  struct timespec *last = (struct timespec *) (at + PAGE) - 1;
  if (ASK_KERNEL (SYS_clock_gettime, CLOCK_MONOTONIC, (long) last)
      && errno == EFAULT)
    return ENOSPC;
  *last = (struct timespec) { 0, 0 };
  return 0;
}

/* Makes the disk allocate the pages from AT on, up to END.  Returns an
   errno.  */
static int
take_pages (char *at, char *end)
{
  int error = 0;
  for (; at < end && !error; at += PAGE)
    error = take_page (at);
  return error;
}

/* Makes the disk allocate the next SIZE bytes of the spare end.  Returns an
   errno.  */
static int
use_spare (struct growing_file *file, size_t size)
{
  char *at = file->base + file->size;
  int error = take_pages (at, at + size);
  if (!error)
    file->size += size;
  return error;
}

int
gasp_tool_growing_use (struct growing_file *file, char *p, size_t size)
{
  size_t first = (p - file->base + PAGE - 1) / PAGE * PAGE;
  if (first >= __atomic_load_n (&file->sparse, __ATOMIC_RELAXED)
      || gasp_tool_sandboxed)
    return 0;
  return take_pages (file->base + first, p + size);
}

static size_t
next_step (const struct growing_file *file)
{
  size_t size = file->used / 4 / file->unit * file->unit;
  size_t left = file->reserved - file->size;
  if (size < file->first_step)
    size = file->first_step;
  if (size > file->largest_step)
    size = file->largest_step;
  return size < left ? size : left;
}

static int
grow_by_name (struct growing_file *file, size_t size)
{
  int error, fd = reopen (file);
  if (fd < 0)
    return errno;
  /* Less, if the disk has no more.  */
  while ((error = extend (file, fd, size)) != 0 && size > file->unit)
    size = size / 2 / file->unit * file->unit;
  close_here (fd);
  return error;
}

/* Lets FILE, of which this process has a copy, have SIZE bytes more in memory.
   Returns an errno.  */
static int
grow_copy (struct growing_file *file, size_t size)
{
  void *at = mmap (file->base + file->size, size, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (at == MAP_FAILED)
    return errno;
  file->size += size;
  return 0;
}

int
gasp_tool_growing_grow (struct growing_file *file)
{
  size_t size = next_step (file);
  if (gasp_tool_sandboxed)
    return EPERM;
  if (size == 0)
    return ENOMEM;
  if (file->is_copy)
    return grow_copy (file, size);
  int error = grow_by_name (file, size);
  /* A disk that has no more has none for that either.  */
  if (error && error != ENOSPC && file->spare > file->size)
    {
      size_t left = file->spare - file->size;
      error = use_spare (file, size < left ? size : left);
    }
  return error;
}

/* Takes all pages now, also those in use, if the kernel can (Linux 5.14).  */
static void
fill (struct growing_file *file)
{
#ifdef MADV_POPULATE_WRITE
  if (file->sparse
      && madvise (file->base, file->sparse, MADV_POPULATE_WRITE) == 0)
    __atomic_store_n (&file->sparse, 0, __ATOMIC_RELAXED);
#endif
}

void
gasp_tool_growing_make_room (struct growing_file *file, size_t size)
{
  fill (file);
  while (!file->full && file->size - file->used < size
	 && gasp_tool_growing_grow (file) == 0)
    continue;
}

#define SPARE ((size_t) 64 << 20)

void
gasp_tool_growing_make_spare (struct growing_file *file)
{
  size_t left = file->reserved - file->size;
  size_t end = file->size + (left < SPARE ? left : SPARE);
  if (gasp_tool_sandboxed || file->full || file->spare > file->size
      || left == 0 || check_limit (end))
    return;
  int fd = reopen (file);
  if (fd >= 0)
    {
      if (ftruncate (fd, end) == 0 && map (file, fd, end) == 0)
	file->spare = end;
      close_here (fd);
    }
}

/* ---- Creation.  */

/* Reserves *SIZE bytes of address space; or, where the kernel refuses, half as
   much, again and again, down to LEAST, in multiples of UNIT.  Sets *SIZE to
   what there is.  Returns null if there is none.  */
static char *
reserve (size_t *size, size_t least, size_t unit)
{
  for (;; *size = *size / 2 / unit * unit)
    {
      void *base = mmap (NULL, *size, PROT_NONE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (base != MAP_FAILED)
	return base;
      if (*size <= least)
	return NULL;
    }
}

/* Permissions with which the file can be opened again, whatever the program's
   umask is.  */
#define OWNER (S_IRUSR | S_IWUSR)

/* Gives FD, which is FILE, its first step without blocks, but for the first
   page.  Returns an errno.  */
static int
extend_by_page (struct growing_file *file, int fd)
{
  size_t size = file->first_step;
  int error = check_limit (size);
  if (!error)
    error = check_disk (fd, 0);
  if (!error && ftruncate (fd, size))
    error = errno;
  if (!error)
    error = map (file, fd, size);
  /* Else the kernel would read on, where nothing has been written.  */
  if (!error)
    madvise (file->base, size, MADV_RANDOM);
  if (!error)
    error = take_page (file->base);
  file->size = file->sparse = size;
  return error;
}

/* Maps the file that was created as FD.  Returns an errno.  */
static int
begin (struct growing_file *file, int fd, size_t limit)
{
  struct stat status;
  if (fstat (fd, &status)
      || ((status.st_mode & OWNER) != OWNER && fchmod (fd, OWNER)))
    return errno;
  file->device = status.st_dev;
  file->inode = status.st_ino;
  file->size = file->sparse = file->spare = file->used = 0;
  file->full = file->is_copy = false;
  file->reserved = limit < file->first_step ? file->first_step : limit;
  file->base = reserve (&file->reserved, file->first_step, file->unit);
  if (!file->base)
    return ENOMEM;
  int error = (file->by_page ? extend_by_page (file, fd)
	       : extend (file, fd, file->first_step));
  if (error)
    munmap (file->base, file->reserved);
  return error;
}

int
gasp_tool_growing_create (struct growing_file *file, size_t limit)
{
  int fd;
  file->base = NULL;
  do
    fd = open (file->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  while (fd < 0 && errno == EINTR);
  if (fd < 0)
    return errno;
  int error = begin (file, fd, limit / file->unit * file->unit);
  close (fd);
  if (error)
    {
      unlink (file->path);
      file->base = NULL;
    }
  return error;
}

void
gasp_tool_growing_give_back (struct growing_file *file, size_t size)
{
  size = size / file->unit * file->unit;
  if (size < file->size)
    size = file->size;
  if (size < file->reserved)
    munmap (file->base + size, file->reserved - size);
  if (size < file->spare)
    file->spare = size;
  file->reserved = size;
}

size_t
gasp_tool_part_of_limit (size_t limit, size_t wanted)
{
  return limit != RLIM_INFINITY && wanted > limit / 8 ? limit / 8 : wanted;
}
