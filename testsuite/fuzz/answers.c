/* answers.c - gasp attach and gasp detach, with all that the process says out of a
   file.

   SPDX-License-Identifier: Apache-2.0

   usage: answers FILE

   Whatever is read of the process, a call's result or its memory, is the next of the
   file's bytes; after the last come the first once more.  */

#include "commands/commands.h"
#include "base/install.h"
#include "base/process.h"
#include "live/inject.h"
#include "base/util.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static unsigned char bytes[1 << 16];
static size_t count, at;
static const char *made;

static void
next (void *to, size_t size)
{
  for (unsigned char *byte = to; size-- > 0;)
    *byte++ = count ? bytes[at++ % count] : 0;
}

/* ---- What takes the place of report/base/process.c, report/live/inject.c and the system.  */

int *
list_threads (int pid, size_t *threads)
{
  int *list = allocate (1, sizeof *list);
  *list = pid;
  *threads = 1;
  return list;
}

char *
read_status (int pid, int tid, const char *name)
{
  char text[32];
  (void) pid, (void) tid, (void) name;
  next (text, sizeof text - 1);
  text[sizeof text - 1] = '\0';
  return copy_string (text);
}

char *
record_of_process (int pid)
{
  (void) pid;
  return NULL;
}

unsigned long
find_in_process (int pid, const char *symbol)
{
  (void) pid, (void) symbol;
  return 4096;
}

bool
read_process (int pid, unsigned long address, void *to, size_t size)
{
  (void) pid, (void) address;
  next (to, size);
  return true;
}

bool
write_process (int pid, unsigned long address, const void *from, size_t size)
{
  (void) pid, (void) address, (void) from, (void) size;
  return true;
}

const char *
why_no_injection (void)
{
  return NULL;
}

bool
call_in_process (int pid, const struct way_in *way, unsigned long function,
		 int *result)
{
  (void) pid, (void) way, (void) function;
  next (result, sizeof *result);
  next (&errno, sizeof errno);
  return errno != EPERM;
}

/* Time is nothing; and only what was made here may be removed or given away.  */
static int
no_sleep (void)
{
  return 0;
}

static int
keep (const char *directory)
{
  if (!made || strcmp (directory, made))
    abort ();
  return 0;
}

#define nanosleep(time, rest) no_sleep ()
#define rmdir(directory) keep (directory)
#define lchown(directory, user, group) keep (directory)
#define choose_directory(quietly) copy_string (made = "new")
#define installed(name) print_string ("/")
#include <commands/attach.c>

int
main (int argc, char **argv)
{
  char pid[16], *words[] = { "attach", pid, NULL };
  FILE *in = argc == 2 ? fopen (argv[1], "r") : NULL;
  if (!in)
    return EXIT_USAGE;
  count = fread (bytes, 1, sizeof bytes, in);
  fclose (in);
  snprintf (pid, sizeof pid, "%d", (int) getpid ());
  /* The version and size are right, or nothing more would be read.  */
  const struct gasp_attachment right = {
    .version = GASP_ATTACH_VERSION, .size = sizeof right, .ready = 1
  };
  if (count >= sizeof right && (bytes[count - 1] & 1))
    memcpy (bytes, &right, offsetof (struct gasp_attachment, taken));
  unsetenv ("GASP_OUTPUT");
  wait_seconds = 1;
  return bytes[count ? count - 1 : 0] & 2 ? detach (&detach_command, 2, words)
	 : attach (&attach_command, 2, words);
}
