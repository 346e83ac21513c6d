/* specs.c - a specs file for GCC without gaspcc: --gasp-specs.

   SPDX-License-Identifier: Apache-2.0

   gaspcc.specs has %:getenv(GASPCC_HOME /PATH) for a file of the installation,
   since the whole may be anywhere.  A file for one place has the path.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "gaspcc.h"

/* Prints PATH for a specs file, where a backslash makes the next character an
   ordinary one.  */
static void
print_escaped (const char *path)
{
  for (; *path; path++)
    {
      if (!isalnum ((unsigned char) *path) && !strchr ("_./+,=-", *path))
	putchar ('\\');
      putchar (*path);
    }
}

static void
print_line (const char *line, const char *prefix)
{
  static const char call[] = "%:getenv(GASPCC_HOME ";
  for (const char *at; (at = strstr (line, call)); )
    {
      printf ("%.*s", (int) (at - line), line);
      print_escaped (prefix);
      at += strlen (call);
      line = at + strcspn (at, ")");
      printf ("%.*s", (int) (line - at), at);
      line += *line == ')';
    }
  fputs (line, stdout);
}

int
print_specs (const char *prefix)
{
  const char *home = getenv ("GASPCC_HOME");
  const char *file = join ("%s/" GASP_PRIVATE "/gaspcc.specs", prefix);
  char line[4096];
  FILE *in = fopen (file, "r");
  if (!in)
    fail ("%s: %m", file);
  while (fgets (line, sizeof line, in))
    print_line (line, home && *home ? home : prefix);
  return fflush (stdout) || ferror (in) ? 1 : 0;
}
