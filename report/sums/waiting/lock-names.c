/* lock-names.c - what the source calls locks that are neither global variables
   nor in allocated blocks.

   SPDX-License-Identifier: Apache-2.0

   After team-locks.c.  Locks on stacks, mostly: the line where one is taken has
   it as the argument or the object of a call.  */

#include "base/arena.h"
#include "base/util.h"
#include "sums/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A function whose name ENDS so takes its first argument, a method its object,
   and a GUARD of C++'s the first argument of its declaration.  */
static const char *const ends[] = {
  "lock", "lock_shared", "wait", "timedwait", "acquire"
};
static const char *const guards[] = {
  "lock_guard", "unique_lock", "scoped_lock", "shared_lock"
};

enum { LONGEST_NAME = 60 };

static bool
is_letter (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

static const char *
skip_blanks (const char *text)
{
  return text + strspn (text, " \t");
}

/* Returns what is behind the brackets that TEXT begins with, or TEXT; null if
   they are not closed.  */
static const char *
skip_brackets (const char *text)
{
  int depth = 0;
  const char *at = text;
  do
    {
      depth += *at && strchr ("(<[{", *at) ? 1 : 0;
      depth -= *at && strchr (")>]}", *at) && (*at != '>' || at[-1] != '-');
    }
  while (depth && *at++);
  return depth ? NULL : at + (at > text);
}

/* Returns the first argument in TEXT, which is behind the bracket that opens
   the arguments, in the arena; null if there is not all of it.  */
static const char *
first_argument (const char *text)
{
  text = skip_blanks (text);
  text = skip_blanks (text + (*text == '&'));
  const char *end = text;
  while (end && *end && !strchr (",)}", *end))
    end = strchr ("([{", *end) ? skip_brackets (end) : end + 1;
  if (!end || !*end || end == text)
    return NULL;
  while (end > text && isblank ((unsigned char) end[-1]))
    end--;
  return arena_print ("%.*s", (int) (end - text), text);
}

/* Returns the object in LINE of the method that is called at AT, likewise.  */
static const char *
object_before (const char *line, const char *at)
{
  const char *end = at[-1] == '.' ? at - 1
		    : at - line > 1 && at[-1] == '>' && at[-2] == '-' ? at - 2
		    : NULL, *start = end;
  while (start && start > line
	 && (is_letter (start[-1]) || strchr (".:[]", start[-1])
	     || (start[-1] == '>' && start - line > 1 && start[-2] == '-')
	     || (start[-1] == '-' && *start == '>')))
    start--;
  return start && start < end
	 ? arena_print ("%.*s", (int) (end - start), start) : NULL;
}

static bool
is_in (const char *word, size_t length, const char *const *list, size_t count,
       bool at_end)
{
  for (size_t i = 0; i < count; i++)
    {
      size_t own = strlen (list[i]);
      if (own <= length && (at_end || own == length)
	  && !strncmp (word + length - own, list[i], own))
	return true;
    }
  return false;
}

/* Returns the lock that the word of LENGTH at AT of LINE takes, or null.  */
static const char *
lock_of_word (const char *line, const char *at, size_t length)
{
  const char *behind = skip_blanks (at + length);
  if (is_in (at, length, guards, COUNT_OF (guards), false))
    {
      behind = *behind == '<' ? skip_brackets (behind) : behind;
      behind = behind ? skip_blanks (behind) : "";
      while (is_letter (*behind))
	behind++;
      behind = skip_blanks (behind);
      return *behind == '(' || *behind == '{' ? first_argument (behind + 1)
	     : NULL;
    }
  if (*behind != '(' || !is_in (at, length, ends, COUNT_OF (ends), true)
      || is_in (at, length, (const char *const[]) { "unlock" }, 1, true))
    return NULL;
  const char *object = at > line ? object_before (line, at) : NULL;
  return object ? object : first_argument (behind + 1);
}

/* Returns the one lock that LINE takes, or null.  */
static const char *
lock_in_line (const char *line)
{
  const char *found = NULL;
  for (const char *at = line; *at;)
    {
      size_t length = 0;
      while (is_letter (at[length]))
	length++;
      const char *lock = length ? lock_of_word (line, at, length) : NULL;
      if (lock && found)
	return NULL;
      found = lock ? lock : found;
      at += length ? length : 1;
    }
  return found && strlen (found) <= LONGEST_NAME ? found : NULL;
}

/* Returns whether the lock I of COUNT LIST is the only one that is taken at its
   place.  */
static bool
is_alone (const struct mutex *list, size_t count, size_t i)
{
  for (size_t j = 0; j < count; j++)
    if (j != i && list[j].place == list[i].place
	&& list[j].process == list[i].process)
      return false;
  return true;
}

static void
name_lock (const struct report *report, struct mutex *mutex)
{
  const struct place *place = &report->profile.places[mutex->place];
  struct source source;
  if (!place->file || !place->line
      || !read_source (report, place->file, &source))
    return;
  const char *name = place->line <= source.count
		     ? lock_in_line (source.lines[place->line - 1]) : NULL;
  if (name)
    {
      free ((char *) mutex->name);
      mutex->name = copy_string (name);
      mutex->has_address = false;
    }
  free_source (&source);
}

/* Names what of COUNT LIST has no name, but for rare locks.  */
static void
name_list (const struct report *report, struct mutex *list, size_t count)
{
  enum { MOST = 20 };
  size_t named = 0;
  for (size_t i = 0; i < count && named < MOST; i++)
    if (list[i].has_address && is_alone (list, count, i))
      {
	name_lock (report, &list[i]);
	named++;
      }
}

void
name_locks_by_source (struct report *report)
{
  struct team_details *d = &report->team_details;
  name_list (report, d->mutexes, d->mutex_count);
  name_list (report, d->awaited, d->awaited_count);
}
