/* places.c - the places of a profile, each once, and which are wanted.  See
   model.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "hash.h"
#include "model/model.h"
#include "model/roles.h"
#include "base/object/code.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static size_t
hash_place (const struct place *place)
{
  uint64_t hash = GASP_HASH_OF_NOTHING ^ place->kind ^ place->tag << 4
		  ^ (uint64_t) place->line << 20
		  ^ (uint64_t) place->column << 44;
  return gasp_hash_text (gasp_hash_text (hash, place->name), place->file);
}

static size_t
hash_of_number (const void *profile, uint32_t number)
{
  return hash_place (&((const struct profile *) profile)->places[number]);
}

static bool
same_place (const struct place *a, const struct place *b)
{
  return a->kind == b->kind && a->tag == b->tag && a->line == b->line
	 && a->column == b->column && same_text (a->name, b->name)
	 && same_text (a->file, b->file) && same_text (a->within, b->within);
}

static bool
is_place (const void *profile, uint32_t number, const void *wanted)
{
  const struct profile *p = profile;
  return same_place (&p->places[number], wanted);
}

static bool
matches_file (const char *glob, const char *file)
{
  return file && (!fnmatch (glob, file, 0)
		  || !fnmatch (glob, base_name (file), 0));
}

bool
is_of_system (const char *file)
{
  static const char *const directories[] = {
    "/usr/include/", "/usr/local/include/", "/usr/lib/"
  };
  for (size_t i = 0; i < COUNT_OF (directories); i++)
    if (!strncmp (file, directories[i], strlen (directories[i])))
      return true;
  return is_of_language (file);
}

/* Where threads wait for an interpreter's lock, which is held while its code
   runs: the call, and the name of the file.  */
static const struct { const char *call, *file, *lock; } interpreters[] = {
  { "pthread_cond_timedwait", "python3*", "Python's GIL" },
  { "pthread_cond_timedwait", "libpython3*", "Python's GIL" },
  { "pthread_cond_timedwait", "*Python/condvar.h", "Python's GIL" },
  { "pthread_cond_timedwait", "*Python/ceval_gil.[ch]", "Python's GIL" },
};

const char *
interpreter_lock (const struct place *place)
{
  bool may_be = role_of_place (place) == ROLE_AWAIT;
  for (size_t i = 0; may_be && i < COUNT_OF (interpreters); i++)
    if (!strcmp (interpreters[i].call, place->name)
	&& matches_file (interpreters[i].file, place->file))
      return interpreters[i].lock;
  return NULL;
}

/* Returns NAME of a function that waits as programs write it: "read" for
   "__read_chk", "getdelim" for "__getdelim".  */
static const char *
written_name (const char *name)
{
  size_t length = strlen (name);
  bool is_checked = length > 6 && !strcmp (name + length - 4, "_chk");
  if (is_checked && !strncmp (name, "__", 2))
    return print_string ("%.*s", (int) length - 6, name + 2);
  return strcmp (name, "__getdelim") ? name : "getdelim";
}

/* Returns what readers see of the event PLACE: also for what it waits, or that
   only such calls are events that had to wait.  */
static const char *
label_of_event (const struct place *place)
{
  enum role role = role_of_tag (place->tag);
  const char *lock = interpreter_lock (place);
  if (lock)
    return print_string ("%s (%s)", lock, place->name);
  if (role == ROLE_RELEASE)
    return print_string ("%s (after a wait)", place->name);
  return role == ROLE_ACQUIRE
	 || (role == ROLE_AWAIT && !strncmp (place->name, "sem_", 4))
	 ? print_string ("%s (waited)", place->name)
	 : role == ROLE_BLOCK ? written_name (place->name) : place->name;
}

uint32_t
intern_place (struct profile *profile, const struct place *place)
{
  uint32_t number
    = index_number (&profile->place_index, profile->place_count,
		    hash_place (place), hash_of_number, is_place, profile,
		    place);
  if (number == profile->place_count)
    {
      ONE_MORE (profile->places, profile->place_count, profile->place_room)
	= *place;
      profile->places[number].label
	= place->kind == PLACE_EVENT ? label_of_event (place) : place->name;
    }
  return number;
}

static bool
matches_any (const struct text_list *globs, const struct place *place)
{
  bool found = false;
  OWNED char *name = short_name (place->name);
  for (size_t i = 0; i < globs->count && !found; i++)
    found = !fnmatch (globs->items[i], place->name, 0)
	    || !fnmatch (globs->items[i], name, 0)
	    || matches_file (globs->items[i], place->file);
  return found;
}

static enum want
want_of (const struct selection *selection, const struct place *place)
{
  if (matches_any (&selection->exclude, place))
    return LEAVE_OUT;
  if (!selection->include.count || matches_any (&selection->include, place))
    return TAKE;
  return place->kind == PLACE_EVENT ? LIKE_CALLER : LEAVE_OUT;
}

char *
select_places (const struct selection *selection,
	       const struct profile *profile)
{
  char *wanted = allocate (profile->place_count, sizeof *wanted);
  for (size_t i = 0; i < profile->place_count; i++)
    wanted[i] = (char) (profile->places[i].kind == PLACE_THREAD
			? TAKE : want_of (selection, &profile->places[i]));
  return wanted;
}

bool
selects_places (const struct selection *selection)
{
  return selection->include.count || selection->exclude.count;
}

/* Returns whether one of ITEMS is NUMBER, or matches TEXT.  */
static bool
is_listed (const struct text_list *items, long number, const char *text)
{
  char digits[24];
  snprintf (digits, sizeof digits, "%ld", number);
  for (size_t i = 0; i < items->count; i++)
    if (!strcmp (items->items[i], digits)
	|| (text && !fnmatch (items->items[i], text, 0)))
      return true;
  return false;
}

bool
thread_is_selected (const struct selection *selection,
		    const struct thread *thread)
{
  return process_is_selected (selection, thread->process)
	 && (!selection->threads.count
	     || is_listed (&selection->threads, thread->number, thread->name)
	     || is_listed (&selection->threads, thread->tid, NULL));
}

bool
process_is_selected (const struct selection *selection,
		     const struct process *process)
{
  return !selection->processes.count
	 || is_listed (&selection->processes, process->pid, process->program)
	 || is_listed (&selection->processes, process->pid,
		       rank_text (process->rank))
	 || is_listed (&selection->processes, process->pid,
		       base_name (process->program));
}

enum role
role_of_place (const struct place *place)
{
  return place->kind == PLACE_EVENT ? role_of_tag (place->tag) : ROLE_OTHER;
}

bool
allocates (const struct place *place)
{
  enum role role = role_of_place (place);
  return role == ROLE_ALLOCATE || role == ROLE_REALLOCATE;
}

bool
is_pause (const struct place *place)
{
  enum role role = role_of_place (place);
  return role == ROLE_AWAIT || role == ROLE_BLOCK;
}

/* Returns whether PLACE's name is like one of COUNT PATTERNS.  */
static bool
is_named (const struct place *place, const char *const *patterns, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!fnmatch (patterns[i], place->label, 0))
      return true;
  return false;
}

bool
awaits_signal (const struct place *place)
{
  static const char *const calls[] = { "sig*", "pause" };
  return role_of_place (place) == ROLE_BLOCK
	 && is_named (place, calls, COUNT_OF (calls));
}

bool
awaits_thread (const struct place *place)
{
  static const char *const calls[] = { "pthread_*join*", "thrd_join" };
  return role_of_place (place) == ROLE_AWAIT
	 && is_named (place, calls, COUNT_OF (calls));
}

bool
is_sleep (const struct place *place)
{
  static const char *const calls[] = { "*sleep", "thrd_sleep" };
  return role_of_place (place) == ROLE_BLOCK
	 && is_named (place, calls, COUNT_OF (calls));
}

bool
awaits_others (const struct place *place)
{
  static const char *const calls[] = {
    "*poll*", "*select", "accept*", "recv*"
  };
  if (role_of_place (place) != ROLE_BLOCK)
    return role_of_place (place) == ROLE_AWAIT;
  return awaits_signal (place) || is_named (place, calls, COUNT_OF (calls));
}

bool
is_allocation (const struct place *place)
{
  return allocates (place) || (role_of_place (place) == ROLE_FREE);
}
