/* syscalls.c - what libgasp and the recorder ask the kernel and the C library,
   by names that a program in ISO C may give to functions of its own: open,
   close, read...

   SPDX-License-Identifier: Apache-2.0

   As strings.c, which see.  The C library itself calls these by other names; we
   would call the program's.  */

#include "syscall.h"
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

/* As libgcc calls it.  */
extern unsigned long __getauxval (unsigned long type);

#pragma GCC visibility push (hidden)

#define ASK(call, ...) ASK_KERNEL (SYS_##call, ## __VA_ARGS__)

/* ---- Files  */

int
open (const char *path, int flags, ...)
{
  va_list rest;
  va_start (rest, flags);
  int mode = flags & O_CREAT ? va_arg (rest, int) : 0;
  va_end (rest);
  return ASK (openat, AT_FDCWD, (long) path, flags, mode);
}

int
close (int fd)
{
  return ASK (close, fd);
}

ssize_t
read (int fd, void *buffer, size_t size)
{
  return ASK (read, fd, (long) buffer, size);
}

ssize_t
write (int fd, const void *buffer, size_t size)
{
  return ASK (write, fd, (long) buffer, size);
}

ssize_t
pwrite (int fd, const void *buffer, size_t size, off_t offset)
{
  return ASK (pwrite64, fd, (long) buffer, size, offset);
}

int
fstat (int fd, struct stat *status)
{
  return ASK (fstat, fd, (long) status);
}

int
fchmod (int fd, mode_t mode)
{
  return ASK (fchmod, fd, mode);
}

int
ftruncate (int fd, off_t size)
{
  return ASK (ftruncate, fd, size);
}

/* Allocates disk blocks; where no system call can, by writing to those that
   have not been written to.  */
int
posix_fallocate (int fd, off_t at, off_t size)
{
  if (ASK (fallocate, fd, 0, at, size) == 0)
    return 0;
  if (errno != EOPNOTSUPP)
    return errno;
  for (off_t end = at + size; at < end; at += getpagesize ())
    if (pwrite (fd, "", 1, at) != 1)
      return errno;
  return 0;
}

int
mkdir (const char *path, mode_t mode)
{
  return ASK (mkdirat, AT_FDCWD, (long) path, mode);
}

int
unlink (const char *path)
{
  return ASK (unlinkat, AT_FDCWD, (long) path);
}

ssize_t
readlink (const char *restrict path, char *restrict buffer, size_t size)
{
  return ASK (readlinkat, AT_FDCWD, (long) path, (long) buffer, size);
}

char *
getcwd (char *buffer, size_t size)
{
  return (ASK (getcwd, (long) buffer, size) > 0 && *buffer == '/' ? buffer
	  : NULL);
}

/* ---- Memory  */

void *
mmap (void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
  return (void *) ASK (mmap, (long) at, size, protection, flags, fd, offset);
}

int
munmap (void *at, size_t size)
{
  return ASK (munmap, (long) at, size);
}

void *
mremap (void *at, size_t size, size_t wanted, int flags, ...)
{
  va_list rest;
  va_start (rest, flags);
  void *to = flags & MREMAP_FIXED ? va_arg (rest, void *) : NULL;
  va_end (rest);
  return (void *) ASK (mremap, (long) at, size, wanted, flags, (long) to);
}

int
mprotect (void *at, size_t size, int protection)
{
  return ASK (mprotect, (long) at, size, protection);
}

int
madvise (void *at, size_t size, int advice)
{
  return ASK (madvise, (long) at, size, advice);
}

ssize_t
process_vm_readv (pid_t process, const struct iovec *to, unsigned long to_count,
		  const struct iovec *from, unsigned long from_count,
		  unsigned long flags)
{
  return ASK (process_vm_readv, process, (long) to, to_count, (long) from,
	      from_count, flags);
}

/* ---- The system  */

unsigned long
getauxval (unsigned long type)
{
  return __getauxval (type);
}

int
getpagesize (void)
{
  return getauxval (AT_PAGESZ);
}

char *
getenv (const char *name)
{
  size_t length = strlen (name);
  for (char **p = __environ; p && *p; p++)
    if (!strncmp (*p, name, length) && (*p)[length] == '=')
      return *p + length + 1;
  return NULL;
}

char *
secure_getenv (const char *name)
{
  return getauxval (AT_SECURE) ? NULL : getenv (name);
}

int
uname (struct utsname *names)
{
  return ASK (uname, (long) names);
}

/* ---- Processes and threads  */

pid_t
getpid (void)
{
  return ASK (getpid);
}

pid_t
getppid (void)
{
  return ASK (getppid);
}

int
getrlimit (__rlimit_resource_t resource, struct rlimit *limit)
{
  return ASK (prlimit64, 0, resource, 0, (long) limit);
}

int
sched_yield (void)
{
  return ASK (sched_yield);
}

int
sigaltstack (const stack_t *restrict wanted, stack_t *restrict former)
{
  return ASK (sigaltstack, (long) wanted, (long) former);
}

uid_t
getuid (void)
{
  return ASK (getuid);
}

uid_t
geteuid (void)
{
  return ASK (geteuid);
}

gid_t
getgid (void)
{
  return ASK (getgid);
}

gid_t
getegid (void)
{
  return ASK (getegid);
}
