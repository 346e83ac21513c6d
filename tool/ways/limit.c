/* limit.c - a program that limits its own memory, or locks it.

   SPDX-License-Identifier: Apache-2.0

   A record has reserved addresses for all that it may grow to, which a limit of
   the process's address space counts as memory.  A program that sets itself one
   would then find no memory where it has some without a tool.  So the addresses
   are given back but for a small part of the limit, as if it had been there
   from the start.  To lock all memory there may be a limit, too, of which each
   process has some.

   The program finds these functions in front of the C library's, and what it
   asks is done all the same.  What limits it in another way is not seen
   here.  */

#define _GNU_SOURCE
#include "record/file.h"
#include "process/parts.h"
#include "ground/state.h"
#include "syscall.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#pragma GCC visibility push (default)
extern int setrlimit (__rlimit_resource_t resource, const struct rlimit *limit)
  __attribute__ ((weak));
extern int setrlimit64 (__rlimit_resource_t resource,
			const struct rlimit64 *limit) __attribute__ ((weak));
/* Weak, since a static program may have the C library's, too.  */
extern int prlimit (pid_t pid, enum __rlimit_resource resource,
		    const struct rlimit *limit, struct rlimit *old)
  __attribute__ ((weak));
extern int prlimit64 (pid_t pid, enum __rlimit_resource resource,
		      const struct rlimit64 *limit, struct rlimit64 *old)
  __attribute__ ((weak));
extern int mlockall (int flags) __attribute__ ((weak));
#pragma GCC visibility pop

/* In all machines that there are, both structures are the kernel's.  */
_Static_assert (sizeof (struct rlimit) == sizeof (struct rlimit64),
		"limits have 64 bits");

/* Keeps to LIMIT, which has been set.  A child of vfork sets its own, not that
   of the process whose memory it is in.  */
static void
keep_to (rlim64_t limit)
{
  if (gasp_tool_sandboxed || !gasp_tool_base || HEADER->pid != getpid ())
    return;
  gasp_tool_parts_shrink (limit);
}

static int
set (pid_t pid, int resource, const void *limit, void *old)
{
  int result = ASK_KERNEL (SYS_prlimit64, pid, resource, (long) limit,
			   (long) old);
  if (result == 0 && limit && resource == RLIMIT_AS
      && (pid == 0 || pid == getpid ()))
    keep_to (((const struct rlimit64 *) limit)->rlim_cur);
  return result;
}

int
setrlimit (__rlimit_resource_t resource, const struct rlimit *limit)
{
  return set (0, resource, limit, NULL);
}

int
setrlimit64 (__rlimit_resource_t resource, const struct rlimit64 *limit)
{
  return set (0, resource, limit, NULL);
}

int
prlimit (pid_t pid, enum __rlimit_resource resource,
	 const struct rlimit *limit, struct rlimit *old)
{
  return set (pid, resource, limit, old);
}

int
prlimit64 (pid_t pid, enum __rlimit_resource resource,
	   const struct rlimit64 *limit, struct rlimit64 *old)
{
  return set (pid, resource, limit, old);
}

/* ---- Locking  */

/* Returns how much the process may lock if it has no privilege to lock
   more.  */
static rlim64_t
lock_limit (void)
{
  struct rlimit64 limit = { RLIM_INFINITY, RLIM_INFINITY };
  ASK_KERNEL (SYS_prlimit64, 0, RLIMIT_MEMLOCK, 0, (long) &limit);
  return limit.rlim_cur;
}

/* Locks memory, for which addresses count as if they were locked.  What is
   mapped from now on will, too, if FLAGS say so: then the limit is kept to
   even if there was room, but not if it does not hold for this process.  */
int
mlockall (int flags)
{
  int saved = errno;
  int result = ASK_KERNEL (SYS_mlockall, flags);
  bool is_refused = result < 0 && errno == ENOMEM;
  if (is_refused || (result == 0 && flags & MCL_FUTURE))
    {
      rlim64_t limit = lock_limit ();
      if (is_refused || gasp_tool_file_reserved () < limit)
	keep_to (limit);
    }
  if (is_refused)
    result = ASK_KERNEL (SYS_mlockall, flags);
  if (result == 0)
    errno = saved;
  return result;
}
