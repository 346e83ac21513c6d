/* message.c - the one printer of the runtime and of tools.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "clean.h"
#include "little-print.h"
#include "base/message.h"

static const char prefix[] = "libgasp: ";

/* Prints LINE by one system call, so that lines of several threads and
   processes do not mix, and no buffer of the program's is touched.  */
static void
print (char *line, size_t size, const char *format, va_list args)
{
  size_t length = sizeof prefix - 1, room = size - length - 1;
  memcpy (line, prefix, length);
  int n = gasp_little_vprint (line + length, room, format, args);
  if (n > 0)
    length += (size_t) n < room ? (size_t) n : room - 1;
  gasp_clean (line, length);
  line[length++] = '\n';
  while (write (STDERR_FILENO, line, length) < 0 && errno == EINTR)
    ;
}

/* Lines are not on the stack, of which there may be little.  A line stays
   taken for good if its printer is left by a jump.  */
#define LINES 8
static struct line { gasp_flag taken; char text[2048]; } lines[LINES];

static struct line *
take_line (void)
{
  for (struct line *line = lines; line < lines + LINES; line++)
    if (!__atomic_exchange_n (&line->taken, true, __ATOMIC_ACQUIRE))
      return line;
  return NULL;
}

static void __attribute__ ((noinline))
print_short (const char *format, va_list args)
{
  char line[256];
  print (line, sizeof line, format, args);
}

void
gasp_gcc_vmessage (const char *format, va_list args)
{
  int saved_errno = errno;
  struct line *line = take_line ();
  if (line)
    {
      print (line->text, sizeof line->text, format, args);
      __atomic_store_n (&line->taken, false, __ATOMIC_RELEASE);
    }
  else
    print_short (format, args);
  errno = saved_errno;
}

void
gasp_gcc_message (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  gasp_gcc_vmessage (format, args);
  va_end (args);
}

/* In static programs only if something else needs it.  */
extern __typeof__ (dladdr) dladdr __attribute__ ((weak));

const char *
gasp_file_of (const void *address)
{
  Dl_info info;
  if (dladdr && dladdr (address, &info) && info.dli_fname && *info.dli_fname)
    return info.dli_fname;
  return program_invocation_name;
}
