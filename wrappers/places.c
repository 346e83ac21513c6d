/* places.c - find the installation, and the compiler behind the wrapper.

   SPDX-License-Identifier: Apache-2.0  */

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "config.h"
#include "gaspcc.h"

/* Wrappers with names of their own, what they were built for, and what GCC
   calls it: gaspcc-13 means the next gcc-13 in PATH.  Any other name means the
   next program of that name.  */
static const struct
{
  const char *name, *compiler, *plain;
} own_names[] = {
  { "gaspcc", GASP_BUILD_CC, "gcc" },
  { "gaspc++", GASP_BUILD_CXX, "g++" },
  { "gaspfort", GASP_BUILD_FC, "gfortran" },
  { "gaspupc", GASP_BUILD_CC, "gcc" },
};

/* Returns the directory above bin/, where this program is.  */
char *
find_prefix (void)
{
  static char path[PATH_MAX];
  ssize_t size = readlink ("/proc/self/exe", path, sizeof path - 1);
  if (size < 0)
    fail ("cannot find the installation: /proc/self/exe: %m");
  path[size] = 0;
  for (int up = 0; up < 2; up++)
    *strrchr (path, '/') = 0;
  return path;
}

static bool
same_file (const char *a, const char *b)
{
  struct stat s, t;
  return !stat (a, &s) && !stat (b, &t)
	 && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

/* Removes DIR from PATH: a program that, like ours, executes the next program
   of its name (ccache) must not come back here.  An empty name in PATH is the
   present directory.  */
static void
leave_out_of_path (const char *dir)
{
  const char *path = getenv ("PATH");
  char *rest = strdup (path ? path : ""), *result = NULL;
  bool found = false;
  for (char *d; (d = strsep (&rest, ":"));)
    if (*d && same_file (d, dir))
      found = true;
    else
      result = result ? join ("%s:%s", result, d) : d;
  if (found)
    setenv ("PATH", result ? result : "", 1);
}

/* Returns whether FILE is a program, but not this one.  */
static bool
is_other_program (const char *file)
{
  struct stat s;
  return !stat (file, &s) && S_ISREG (s.st_mode) && !access (file, X_OK)
	 && !same_file (file, "/proc/self/exe");
}

static const char *
next_in_path (const char *name)
{
  const char *path = getenv ("PATH");
  /* Where execvp looks if there is none.  */
  char *rest = strdup (path ? path : "/bin:/usr/bin");
  for (char *d; (d = strsep (&rest, ":"));)
    {
      char *file = join ("%s/%s", *d ? d : ".", name);
      if (is_other_program (file))
	return file;
    }
  fail ("there is no other %s in PATH", name);
}

/* Returns the compiler that the wrapper NAME is for.  *IS_OWN is set if the
   name is one of ours.  */
const char *
find_compiler (const char *name, const char *prefix, bool *is_own)
{
  leave_out_of_path (join ("%s/" GASP_PRIVATE "/gasp-compilers", prefix));
  *is_own = true;
  for (size_t i = 0; i < sizeof own_names / sizeof *own_names; i++)
    {
      size_t length = strlen (own_names[i].name);
      if (strncmp (name, own_names[i].name, length))
	continue;
      if (!name[length])
	return own_names[i].compiler;
      if (name[length] == '-')
	return next_in_path (join ("%s%s", own_names[i].plain, name + length));
    }
  *is_own = false;
  return next_in_path (name);
}
