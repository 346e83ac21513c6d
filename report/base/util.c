/* util.c - memory, messages and processes.  See util.h; text is in format.c.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/util.h"

#include <errno.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>

extern char **environ;

void *
allocate (size_t count, size_t size)
{
  void *memory = calloc (count ? count : 1, size);
  if (!memory)
    fail (EXIT_TROUBLE, "out of memory");
  return memory;
}

void *
shrunk (void *array, size_t size)
{
  void *smaller = size ? realloc (array, size) : NULL;
  return smaller ? smaller : array;
}

void
free_owned (void *variable)
{
  void *memory;
  memcpy (&memory, variable, sizeof memory);
  free (memory);
}

void *
room_for_one (void *array, size_t count, size_t *room, size_t size)
{
  if (count < *room)
    return array;
  size_t more = *room ? *room * 2 : 16;
  void *bigger = more > SIZE_MAX / 2 / size ? NULL
					     : realloc (array, more * size);
  if (!bigger)
    fail (EXIT_TROUBLE, "out of memory");
  memset ((char *) bigger + *room * size, 0, (more - *room) * size);
  *room = more;
  return bigger;
}

char *
copy_string (const char *string)
{
  return print_string ("%s", string);
}

char *
print_string (const char *format, ...)
{
  char *text;
  va_list args;
  va_start (args, format);
  int length = vasprintf (&text, format, args);
  va_end (args);
  if (length < 0)
    fail (EXIT_TROUBLE, "out of memory");
  return text;
}

char *
hexadecimal (const unsigned char *bytes, size_t size)
{
  char *text = allocate (2 * size + 1, 1);
  for (size_t i = 0; i < size; i++)
    snprintf (text + 2 * i, 3, "%02x", bytes[i]);
  return text;
}

static void
message (const char *format, va_list args)
{
  char *text, *line = NULL;
  size_t length;
  if (vasprintf (&text, format, args) < 0)
    return;
  /* At once, so that those of several processes are not cut into one
     another.  */
  FILE *out = open_memstream (&line, &length);
  if (out)
    {
      fputs ("gasp: ", out);
      print_clean (out, text);
      fputc ('\n', out);
      fclose (out);
      fwrite (line, 1, length, stderr);
    }
  free (line);
  free (text);
}

void
complain (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  message (format, args);
  va_end (args);
}

void
fail (int status, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  message (format, args);
  va_end (args);
  exit (status);
}

bool
make_directory (const char *name)
{
  struct stat st;
  if (mkdir (name, 0777))
    return false;
  return (!stat (name, &st)
	  && ((st.st_mode & S_IRWXU) == S_IRWXU
	      || !chmod (name, (st.st_mode & 07777) | S_IRWXU)));
}

bool
same_text (const char *a, const char *b)
{
  return a == b || (a && b && !strcmp (a, b));
}

bool
in_list (const char *list, const char *name)
{
  size_t length = strlen (name);
  for (const char *item = list; item;)
    {
      const char *comma = strchr (item, ',');
      size_t item_length = comma ? (size_t) (comma - item) : strlen (item);
      if (item_length == length && !memcmp (item, name, length))
	return true;
      item = comma ? comma + 1 : NULL;
    }
  return false;
}

static bool
is_program (const char *path)
{
  struct stat st;
  return !stat (path, &st) && S_ISREG (st.st_mode) && !access (path, X_OK);
}

char *
find_in_path (const char *program)
{
  const char *path = getenv ("PATH");
  if (!path)
    path = "/usr/local/bin:/usr/bin:/bin";
  for (const char *entry = path;; entry++)
    {
      size_t length = strcspn (entry, ":");
      char *full = length ? print_string ("%.*s/%s", (int) length, entry,
					  program)
			  : print_string ("./%s", program);
      if (is_program (full))
	return full;
      free (full);
      entry += length;
      if (!*entry)
	return NULL;
    }
}

bool
start_command (char *const argv[], int input, int output, pid_t *pid)
{
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, input, 0);
  posix_spawn_file_actions_adddup2 (&actions, output, 1);
  posix_spawn_file_actions_addopen (&actions, 2, "/dev/null", O_WRONLY, 0);
  int error = posix_spawnp (pid, argv[0], &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy (&actions);
  return !error;
}

char *
first_line_of (char *const argv[])
{
  int ends[2];
  pid_t pid;
  if (pipe2 (ends, O_CLOEXEC))
    return NULL;
  bool started = start_command (argv, STDIN_FILENO, ends[1], &pid);
  close (ends[1]);
  FILE *in = fdopen (ends[0], "r");
  char *line = NULL;
  size_t room = 0;
  if (!started || getline (&line, &room, in) <= 0)
    {
      free (line);
      line = NULL;
    }
  else
    line[strcspn (line, "\n")] = '\0';
  while (started && fgetc (in) != EOF)
    ;
  fclose (in);
  if (started)
    waitpid (pid, NULL, 0);
  return line;
}
