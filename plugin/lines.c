/* lines.c - read a file of settings line by line.

   SPDX-License-Identifier: GPL-3.0-or-later

   It may be a pipe, so that it is read once; and it may be a binary file:
   reading stops at the first byte that is not text.  */

#include "gasp-plugin.h"

/* The longest line, with its null; a C++ function's name may fill pages.  */
enum { LONGEST_LINE = 1 << 18 };

/* Reads a line, without its end, into LINE.  Returns false at the end of F,
   and, with PROBLEM set, where it is not text.  */
static bool
read_line (FILE *f, char *line, const char **problem)
{
  size_t length = 0;
  int c;
  while ((c = getc (f)) != EOF && c != '\n' && c && length < LONGEST_LINE - 1)
    line[length++] = c;
  line[length] = '\0';
  if (ferror (f))
    *problem = xstrerror (errno);
  else if (c != EOF && c != '\n')
    *problem = c ? "a line is too long" : "it is not a text";
  return !*problem && (c != EOF || length);
}

bool
gasp_read_lines (const char *file, const char *what,
		 bool (*take) (char *line, const char *file, int number))
{
  FILE *f = fopen (file, "r");
  if (!f)
    {
      error ("cannot read the %s %qs: %m", what, file);
      return false;
    }
  char *line = XNEWVEC (char, LONGEST_LINE);
  const char *problem = NULL;
  bool ok = true;
  gasp_add_input (file);
  for (int number = 1; read_line (f, line, &problem); number++)
    {
      gasp_digest_input (line);
      ok &= take (line, file, number);
    }
  if (problem)
    error ("cannot read the %s %qs: %s", what, file, problem);
  free (line);
  fclose (f);
  return ok && !problem;
}
