/* execs.c - a program that becomes another one.

   SPDX-License-Identifier: Apache-2.0

   The next program may have no record, as static programs and shells have none.
   So the record ends here, or the next one's time would be that of the function
   that called exec.  The program finds these functions in front of the C
   library's.  Like exits.c, this is not in archives.  */

#define _GNU_SOURCE
#include "record/file.h"
#include "record/process.h"
#include "ground/state.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <unistd.h>

/* F (NAME, PARAMETERS, ARGUMENTS).  */
#define FUNCTIONS \
  F (execve, (const char *path, char *const *argv, char *const *environment), \
     (path, argv, environment)) \
  F (execv, (const char *path, char *const *argv), (path, argv)) \
  F (execvp, (const char *file, char *const *argv), (file, argv)) \
  F (execvpe, (const char *file, char *const *argv, char *const *environment), \
     (file, argv, environment)) \
  F (fexecve, (int fd, char *const *argv, char *const *environment), \
     (fd, argv, environment))

#define F(name, parameters, arguments) \
  static __typeof__ (name) *the_library_s_##name;
FUNCTIONS
#undef F

/* Finds them early, as privileges.c does.  */
static __attribute__ ((constructor)) void
find_functions (void)
{
#define F(name, parameters, arguments) \
  the_library_s_##name = dlsym (RTLD_NEXT, #name);
  FUNCTIONS
#undef F
}

/* Ends the record, unless this is a child of vfork, in another process's
   memory.  Returns whether it did.  */
static bool
prepare (void)
{
  if (!gasp_tool_base || gasp_tool_sandboxed || gasp_tool_may_be_sandboxed
      || HEADER->state != GASP_RECORD_RUNNING || HEADER->pid != getpid ())
    return false;
  gasp_tool_become ();
  return true;
}

#pragma GCC visibility push (default)
#define F(name, parameters, arguments) \
  int \
  name parameters \
  { \
    if (!the_library_s_##name) \
      find_functions (); \
    bool is_noted = prepare (); \
    int result = the_library_s_##name arguments; \
    if (is_noted) \
      gasp_tool_remain (); \
    return result; \
  }
FUNCTIONS
#undef F

/* Makes ARGV of FIRST and what follows it; REST is what follows null.  */
#define COLLECT(first) \
  va_list rest; \
  size_t count = 0; \
  va_start (rest, first); \
  for (const char *a = first; a; a = va_arg (rest, const char *)) \
    count++; \
  va_end (rest); \
  char **argv = __builtin_alloca ((count + 1) * sizeof *argv); \
  va_start (rest, first); \
  argv[0] = (char *) first; \
  for (size_t i = 1; i <= count; i++) \
    argv[i] = va_arg (rest, char *)

int
execl (const char *path, const char *first, ...)
{
  COLLECT (first);
  va_end (rest);
  return execv (path, argv);
}

int
execlp (const char *file, const char *first, ...)
{
  COLLECT (first);
  va_end (rest);
  return execvp (file, argv);
}

int
execle (const char *path, const char *first, ...)
{
  COLLECT (first);
  char *const *environment = va_arg (rest, char *const *);
  va_end (rest);
  return execve (path, argv, environment);
}
#pragma GCC visibility pop
