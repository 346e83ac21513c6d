/* asleep.c - threads of libraries that sleep are in no figure.  See figures.h.

   SPDX-License-Identifier: Apache-2.0

   MPIs, and what they are built upon, have threads of their own that sleep
   until something comes.  Of a program that never waits they would make most
   of its time waiting.  What a thread does for the program is seen: waits in
   the program and its libraries have a place there.  So a thread is a
   library's helper if it was created to execute a function of a library, is
   no worker of a team, and nearly all its life slept where nothing of that is
   seen.  Its sleep is left out; what it runs, and allocates, is not.  */

#include "sums/figures.h"
#include "base/arena.h"
#include "base/order.h"
#include "model/roles.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_ASLEEP_PERCENT = 95, MOST_LIBRARIES = 3 };

static bool
is_worker (const struct profile *profile, const struct thread *thread)
{
  for (uint32_t i = 1; i < thread->tree.count; i++)
    {
      uint32_t place = thread->tree.nodes[i].place;
      if (role_of_place (&profile->places[place]) == ROLE_MEMBER)
	return true;
    }
  return thread->team_number != 0;
}

/* Returns the library whose function THREAD was created to execute; null if it
   is the program's, or not known.  */
static const char *
library_of (const struct thread *thread)
{
  const struct module *module = module_of (thread->process, thread->function);
  return module && strcmp (module->path, thread->process->program)
	 ? base_name (module->path) : NULL;
}

static bool
is_helper (const struct profile *profile, const struct thread *thread)
{
  const struct tree *tree = &thread->tree;
  return thread->number && tree->count
	 && tree->nodes[0].waiting * 100
	    >= tree->nodes[0].total * LEAST_ASLEEP_PERCENT
	 && library_of (thread) && !is_worker (profile, thread);
}

void
leave_out_sleep (struct profile *profile)
{
  for (size_t i = 0; i < profile->thread_count; i++)
    {
      struct thread *thread = profile->threads[i];
      if (!is_helper (profile, thread))
	continue;
      struct node *root = &thread->tree.nodes[0];
      thread->asleep = root->waiting;
      root->self -= root->waiting;
      root->total -= root->waiting;
      root->waiting = 0;
    }
}

/* Puts the libraries of REPORT's helpers, each once, in NAMES, which has room
   for all.  Returns how many there are.  */
static size_t
list_libraries (const struct report *report, const char **names)
{
  size_t count = 0, kept = 0;
  for (size_t i = 0; i < report->thread_count; i++)
    if (report->threads[i]->asleep > 0)
      names[count++] = library_of (report->threads[i]);
  SORT (names, count, by_text);
  for (size_t i = 0; i < count; i++)
    if (!i || strcmp (names[i], names[i - 1]))
      names[kept++] = names[i];
  return kept;
}

size_t
count_helpers (const struct report *report)
{
  size_t count = 0;
  for (size_t i = 0; i < report->thread_count; i++)
    count += report->threads[i]->asleep > 0;
  return count;
}

const char *
helpers_text (const struct report *report)
{
  size_t count = count_helpers (report);
  if (!count)
    return "";
  OWNED const char **names = allocate (count, sizeof *names);
  size_t libraries = list_libraries (report, names);
  char *list = arena_copy (names[0]);
  for (size_t i = 1; i < libraries && i < MOST_LIBRARIES; i++)
    list = arena_print ("%s, %s", list, names[i]);
  return arena_print ("%zu helper thread%s of libraries (%s%s), in no figure",
		      count, count == 1 ? "" : "s", list,
		      libraries > MOST_LIBRARIES ? ", ..." : "");
}
