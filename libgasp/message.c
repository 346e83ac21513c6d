/* message.c - the one printer of the runtime and of tools.

   SPDX-License-Identifier: Apache-2.0  */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "clean.h"
#include "runtime.h"

/* One system call a line, so that lines of several threads and processes do
   not mix, and no buffer of the program's is touched.  */
void
gasp_gcc_message (const char *format, ...)
{
  static const char prefix[] = "libgasp: ";
  char line[2048];
  int saved_errno = errno;
  size_t length = sizeof prefix - 1, room = sizeof line - length - 1;
  memcpy (line, prefix, length);
  va_list args;
  va_start (args, format);
  int n = vsnprintf (line + length, room, format, args);
  va_end (args);
  if (n > 0)
    length += (size_t) n < room ? (size_t) n : room - 1;
  gasp_clean (line, length);
  line[length++] = '\n';
  while (write (STDERR_FILENO, line, length) < 0 && errno == EINTR)
    ;
  errno = saved_errno;
}
