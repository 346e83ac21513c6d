/* source.c - find and read source files.  See source.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "sums/source.h"
#include "base/object/code.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST = 4 << 20 };

/* Opens PATH if it is a file that may be shown, and frees the name.  */
static FILE *
open_if_there (char *path, struct stat *st)
{
  FILE *in = NULL;
  if (!stat (path, st) && S_ISREG (st->st_mode) && st->st_size <= LARGEST)
    in = fopen (path, "re");
  free (path);
  return in;
}

/* Opens FILE in one of the directories that the user named, with as many of
   its own directories as are there.  */
static FILE *
open_in_sources (const struct report *report, const char *file,
		 struct stat *st)
{
  FILE *in = NULL;
  for (size_t i = 0; i < report->sources.count && !in; i++)
    for (const char *tail = report->sources.items[i] ? file : NULL;
	 tail && !in;)
      {
	in = open_if_there (print_string ("%s/%s", report->sources.items[i],
					  tail), st);
	tail = strchr (tail, '/');
	tail = tail ? tail + 1 : NULL;
      }
  return in;
}

/* Opens FILE where the compiler found it, if that is known.  */
static FILE *
open_where_compiled (const struct report *report, const char *file,
		     struct stat *st)
{
  FILE *in = NULL;
  for (size_t i = 0; i < report->files.count && !in; i++)
    if (!strcmp (report->files.items[i].file, file))
      in = open_if_there (copy_string (report->files.items[i].path), st);
  return in;
}

/* Opens FILE in the directory in which its code was compiled: the only one that
   has a file of that name.  */
static FILE *
open_in_compile_directory (const char *file, struct stat *st)
{
  const char *directory;
  FILE *found = NULL;
  for (size_t i = 0; (directory = compile_directory (i)); i++)
    {
      FILE *in = open_if_there (print_string ("%s/%s", directory, file), st);
      if (in && found)
	{
	  fclose (in);
	  fclose (found);
	  return NULL;
	}
      found = in ? in : found;
    }
  return found;
}

/* Opens FILE in a directory that one of the processes began in; mostly that is
   the one before's, too.  */
static FILE *
open_where_begun (const struct report *report, const char *file,
		  struct stat *st)
{
  FILE *in = NULL;
  const char *last = NULL;
  for (size_t i = 0; i < report->process_count && !in; i++)
    {
      const char *directory = report->processes[i]->directory;
      if (!same_text (directory, last))
	in = open_if_there (print_string ("%s/%s", directory, file), st);
      last = directory;
    }
  return in;
}

static FILE *
open_source (const struct report *report, const char *file, struct stat *st)
{
  FILE *in = open_in_sources (report, file, st);
  if (!in)
    in = open_where_compiled (report, file, st);
  if (!in)
    in = open_if_there (copy_string (file), st);
  if (!in && *file != '/')
    in = open_where_begun (report, file, st);
  return in || *file == '/' ? in : open_in_compile_directory (file, st);
}

/* Returns the contents of IN, with a null at the end.  */
static char *
read_all (FILE *in, size_t size)
{
  char *text = allocate (size + 1, 1);
  text[fread (text, 1, size, in)] = '\0';
  return text;
}

static void
split_lines (char *text, struct source *source)
{
  size_t room = 0;
  while (*text)
    {
      char *end = text + strcspn (text, "\n");
      bool more = *end;
      *end = '\0';
      if (end > text && end[-1] == '\r')
	end[-1] = '\0';
      ONE_MORE (source->lines, source->count, room) = text;
      text = end + more;
    }
}

bool
read_source (const struct report *report, const char *file,
	     struct source *source)
{
  struct stat st;
  memset (source, 0, sizeof *source);
  FILE *in = open_source (report, file, &st);
  if (!in)
    return false;
  split_lines (read_all (in, (size_t) st.st_size), source);
  fclose (in);
  if (report->process_count
      && st.st_mtim.tv_sec
	 > first_process (report)->start_realtime / 1000000000)
    source->note = "Changed since the program ran: lines may have moved.";
  return source->count;
}

char *
expand_tabs (const char *line)
{
  enum { TAB = 8 };
  char *text = allocate (TAB * strlen (line) + 1, 1);
  size_t length = 0;
  for (; *line; line++)
    if (*line == '\t')
      do
	text[length++] = ' ';
      while (length % TAB);
    else
      text[length++] = *line;
  return text;
}

void
free_source (struct source *source)
{
  /* The lines are parts of one text.  */
  if (source->count)
    free (source->lines[0]);
  free (source->lines);
}

const char **
list_sources (const struct report *report, size_t *count)
{
  size_t kept = 0;
  const struct rows *lines = &report->lines;
  const char **files = allocate (lines->count, sizeof *files);
  for (size_t i = 0; i < lines->count; i++)
    files[i] = report->profile.places[lines->rows[i].place].file;
  SORT (files, lines->count, by_text);
  for (size_t i = 0; i < lines->count; i++)
    if (!kept || strcmp (files[kept - 1], files[i]))
      files[kept++] = files[i];
  *count = kept;
  return files;
}

/* Sets the text of those lines of REPORT that are of FILE.  */
static void
note_lines (struct report *report, const char *file,
	    const struct source *source)
{
  for (size_t i = 0; i < report->lines.count; i++)
    {
      struct place *place
	= &report->profile.places[report->lines.rows[i].place];
      if (place->line && place->line <= source->count
	  && !strcmp (place->file, file))
	{
	  const char *text = source->lines[place->line - 1];
	  place->code = expand_tabs (text + strspn (text, " \t"));
	}
    }
}

void
read_lines (struct report *report)
{
  size_t count;
  const char **files = list_sources (report, &count);
  for (size_t i = 0; i < count; i++)
    {
      struct source source;
      if (!read_source (report, files[i], &source))
	continue;
      note_lines (report, files[i], &source);
      free_source (&source);
    }
  free (files);
}
