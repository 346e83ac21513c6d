/* message.c - the one printer of the UPC runtime.

   SPDX-License-Identifier: Apache-2.0

   One system call a line, so that the lines of several processes do not mix,
   and no buffer of the program's is touched.  */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "clean.h"
#include "core/control.h"

/* Writes a line into TEXT, which has room for SIZE bytes; returns its end.  */
static char *
format_line (char *text, size_t size, const char *format, va_list args)
{
  char *end = stpcpy (text, "libupc: ");
  size_t room = text + size - 1 - end;
  int n = vsnprintf (end, room, format, args);
  if (n > 0)
    end += (size_t) n < room ? (size_t) n : room - 1;
  gasp_clean (text, end - text);
  *end++ = '\n';
  return end;
}

static void
write_line (const char *line, size_t size)
{
  int saved_errno = errno;
  while (write (STDERR_FILENO, line, size) < 0 && errno == EINTR)
    ;
  errno = saved_errno;
}

void
upc_message (const char *format, ...)
{
  char line[2048];
  va_list args;
  va_start (args, format);
  char *end = format_line (line, sizeof line, format, args);
  va_end (args);
  write_line (line, end - line);
}
