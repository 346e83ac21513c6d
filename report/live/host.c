/* host.c - programs without instrumentation.  See host.h.

   SPDX-License-Identifier: Apache-2.0

   libgasp/host/host.c compares what is found here with the file that it is
   loaded into.  */

#include "live/host.h"
#include "base/util.h"
#include "file-names.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns what the first line of the script PATH names after "#!", allocated;
   null if it is not a script.  */
static char *
interpreter_line (const char *path)
{
  char line[256];
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read (file, line, sizeof line - 1);
  if (file >= 0)
    close (file);
  if (length < 3 || line[0] != '#' || line[1] != '!')
    return NULL;
  line[length] = '\0';
  line[strcspn (line, "\n")] = '\0';
  return copy_string (line + 2);
}

/* Returns the file that interprets the script PATH, allocated, or null.  "env"
   stands for the one that it would find.  */
static char *
interpreter_of (const char *path)
{
  static const char blanks[] = " \t";
  char *line = interpreter_line (path), *rest = NULL, *found = NULL;
  char *word = line ? strtok_r (line, blanks, &rest) : NULL;
  if (word && !strcmp (base_name (word), "env"))
    {
      word = strtok_r (NULL, blanks, &rest);
      if (word && !strcmp (word, "-S"))
	word = strtok_r (NULL, blanks, &rest);
      found = word ? find_in_path (word) : NULL;
    }
  else if (word)
    found = copy_string (word);
  free (line);
  return found;
}

/* Returns whether samples can be had of a program that IS that, or at least of
   another one that it becomes.  */
static bool
may_be_host (const struct inspection *is)
{
  return (is->is_elf && !is->is_foreign && !is->is_static
	  && !is->is_privileged && !is->has_tool);
}

char *
host_of (const char *path, const struct inspection *is)
{
  enum { MOST_LEVELS = 4 };	/* as in the kernel */
  struct inspection inspected = *is;
  char *at = copy_string (path), real[PATH_MAX], *host = NULL;
  for (int i = 0; i < MOST_LEVELS && at && !inspected.is_elf; i++)
    {
      char *next = interpreter_of (at);
      free (at);
      at = next;
      if (at)
	inspected = inspect_program (at);
    }
  if (at && may_be_host (&inspected) && realpath (at, real))
    host = inspected.is_instrumented
	   ? print_string ("%c%s", BECOMES_PROGRAM, real)
	   : copy_string (is_starter (at) || is_starter (real) ? ANY_PROGRAM
			  : real);
  free (at);
  return host;
}
