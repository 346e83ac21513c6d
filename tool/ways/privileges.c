/* privileges.c - a program that is about to become another user, or to change
   what its file names mean.

   SPDX-License-Identifier: Apache-2.0

   Servers do so when they have opened what only root may.  The record can then
   not be opened again, by its name, to grow; so that it can without (growing.c)
   is seen to before.

   The program finds these functions in front of the C library's, which are
   then called: the C library changes all other threads, too.  Not in archives:
   a static program cannot look for the C library's.  */

#define _GNU_SOURCE
#include "record/file.h"
#include "process/parts.h"
#include "ground/state.h"
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <sys/fsuid.h>
#include <unistd.h>

/* F (NAME, WHO, PARAMETERS, ARGUMENTS): for WHO it may have consequences.  */
#define FUNCTIONS \
  F (setuid, PRIVILEGED, (uid_t user), (user)) \
  F (seteuid, PRIVILEGED, (uid_t user), (user)) \
  F (setreuid, PRIVILEGED, (uid_t real, uid_t effective), (real, effective)) \
  F (setresuid, PRIVILEGED, (uid_t real, uid_t effective, uid_t saved), \
     (real, effective, saved)) \
  F (setfsuid, PRIVILEGED, (uid_t user), (user)) \
  F (setgid, PRIVILEGED, (gid_t group), (group)) \
  F (setegid, PRIVILEGED, (gid_t group), (group)) \
  F (setregid, PRIVILEGED, (gid_t real, gid_t effective), (real, effective)) \
  F (setresgid, PRIVILEGED, (gid_t real, gid_t effective, gid_t saved), \
     (real, effective, saved)) \
  F (setfsgid, PRIVILEGED, (gid_t group), (group)) \
  F (chroot, PRIVILEGED, (const char *path), (path)) \
  F (unshare, ANYONE, (int flags), (flags)) \
  F (setns, ANYONE, (int fd, int type), (fd, type))

enum who { ANYONE, PRIVILEGED };

#define F(name, who, parameters, arguments) \
  static __typeof__ (name) *the_library_s_##name;
FUNCTIONS
#undef F

/* Finds the library's functions early: a program may be in the child of a
   fork, where another thread's lock of the dynamic linker is held for
   ever.  */
static __attribute__ ((constructor)) void
find_functions (void)
{
#define F(name, who, parameters, arguments) \
  the_library_s_##name = dlsym (RTLD_NEXT, #name);
  FUNCTIONS
#undef F
}

static bool
is_privileged (void)
{
  return (geteuid () == 0 || geteuid () != getuid ()
	  || getegid () != getgid ());
}

/* Prepares for a change of WHO.  A child of vfork changes itself, not the
   process whose memory it uses.  */
static void
prepare (enum who who)
{
  int saved = errno;
  if (!gasp_tool_base || gasp_tool_sandboxed || HEADER->pid != getpid ()
      || HEADER->state != GASP_RECORD_RUNNING
      || (who == PRIVILEGED && !is_privileged ()))
    return;
  gasp_tool_parts_spare ();
  errno = saved;
}

#pragma GCC visibility push (default)
#define F(name, who, parameters, arguments) \
  extern int name parameters; \
  int \
  name parameters \
  { \
    if (!the_library_s_##name) \
      find_functions (); \
    prepare (who); \
    return the_library_s_##name arguments; \
  }
FUNCTIONS
#undef F
#pragma GCC visibility pop
