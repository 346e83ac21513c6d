/* programs.c - the programs whose processes a report is of, and their children.
   See figures.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "sums/figures.h"
#include "base/arena.h"
#include "base/order.h"
#include "model/roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One of them: its executable, and what its processes have had.  */
struct program { const char *name; double processor; size_t processes; };

/* How many are named.  */
#define MOST_NAMED 5

ORDER_POINTERS (by_name, struct process, TEXT (program))
ORDER (by_processor, struct program, FALLING (processor) FALLING (processes))

/* Finds the programs of REPORT's processes, largest first, COUNT of them;
   allocated.  Those whose records were cut off before a name are of none.  */
static struct program *
find_programs (const struct report *report, size_t *count)
{
  size_t all = report->process_count;
  OWNED const struct process **processes = allocate (all, sizeof *processes);
  struct program *programs = allocate (all, sizeof *programs);
  size_t named = 0;
  for (size_t i = 0; i < all; i++)
    if (report->processes[i]->start_realtime > 0)
      processes[named++] = report->processes[i];
  SORT (processes, named, by_name);
  *count = 0;
  for (size_t i = 0; i < named; i++)
    {
      const char *name = processes[i]->program;
      if (!i || strcmp (name, processes[i - 1]->program))
	programs[(*count)++] = (struct program) { name, 0, 0 };
      programs[*count - 1].processor += processes[i]->processor;
      programs[*count - 1].processes++;
    }
  SORT (programs, *count, by_processor);
  return programs;
}

static const char *
name_of (const struct program *p)
{
  return base_name (p->name);
}

/* Returns P's name with the processor time that its processes have had.  */
static const char *
summary_of (const struct program *p)
{
  const char *several = p->processes == 1 ? ""
			: arena_print (" in %zu processes", p->processes);
  return arena_print ("%s %s%s", base_name (p->name), time_text (p->processor),
		      several);
}

/* Returns REPORT's programs, *COUNT of them, each in the words of TEXT_OF.  */
static const char *
list_programs (const struct report *report,
	       const char *text_of (const struct program *), size_t *count)
{
  OWNED struct program *programs = find_programs (report, count);
  const char *text = "";
  for (size_t i = 0; i < *count && i < MOST_NAMED; i++)
    text = arena_print ("%s%s%s", text, i ? ", " : "", text_of (&programs[i]));
  if (*count > MOST_NAMED)
    text = arena_print ("%s, and %zu more", text, *count - MOST_NAMED);
  return text;
}

const char *
subject_text (const struct report *report)
{
  size_t count;
  const char *names = list_programs (report, name_of, &count);
  const struct process *first = first_process (report);
  return count > 1 ? names
	 : *first->arguments ? first->arguments : first->program;
}

const char *
programs_text (const struct report *report)
{
  size_t count;
  const char *list = list_programs (report, summary_of, &count);
  return count > 1 ? arena_print ("%zu: %s", count, list) : "";
}

/* ---- Children.  */

bool
awaits_child (const struct place *place)
{
  static const char *const names[] = {
#define LOCK(name, params, args, lock, try)
#define TRYLOCK(name, params, args, lock)
#define UNLOCK(name, params, args, lock)
#define CONDITION(name, params, args, condition, lock)
#define AWAIT(name, params, args, object, needless)
#define WAKE(name, params, args, object)
#define BLOCK(type, name, params, args, needless)
#define CHILD(type, name, params, args, needless) #name,
#include "threads/functions.def"
  };
  bool result = false;
  for (size_t i = 0; i < COUNT_OF (names) && is_pause (place)
		     && role_of_tag (place->tag) == ROLE_BLOCK; i++)
    result |= !strcmp (place->label, names[i]);
  return result;
}

/* Processes of a report by their numbers.  */
ORDER_POINTERS (by_pid, struct process, RISING (pid))

/* Returns the processes of REPORT by their numbers; allocated.  */
static const struct process **
processes_by_pid (const struct report *report)
{
  const struct process **all = allocate (report->process_count, sizeof *all);
  memcpy (all, report->processes, report->process_count * sizeof *all);
  SORT (all, report->process_count, by_pid);
  return all;
}

/* Returns the process that started P, of COUNT in ALL, or null.  */
static const struct process *
parent_of (const struct process *p, const struct process **all, size_t count)
{
  const struct process key = { .pid = p->ppid }, *wanted = &key;
  const struct process **found
    = bsearch (&wanted, all, count, sizeof *all, by_pid);
  return found ? *found : NULL;
}

/* Returns how long the processes of REPORT ran that others of it started.  */
static double
time_of_children (const struct report *report)
{
  OWNED const struct process **all = processes_by_pid (report);
  double time = 0;
  for (size_t i = 0; i < report->process_count; i++)
    if (parent_of (report->processes[i], all, report->process_count))
      time += report->processes[i]->duration;
  return time;
}

/* Returns how long P and what it started ran.  */
static double
time_with_children (const struct process *p)
{
  return p->processor + p->before + p->children;
}

/* A process that started others, and the part of their time that recorded ones
   did not take, as far as is known.  */
struct starter { const struct process *process; double left; };

/* Returns those of REPORT, *COUNT of them; allocated.  */
static struct starter *
find_starters (const struct report *report, size_t *count)
{
  struct starter *starters
    = allocate (report->process_count + 1, sizeof *starters);
  *count = 0;
  for (size_t i = 0; i < report->process_count; i++)
    if (report->processes[i]->children > 0)
      starters[(*count)++] = (struct starter) {
	report->processes[i], report->processes[i]->children };
  return starters;
}

/* Returns whether Q was there before P, and until P had ended.  */
static bool
is_around (const struct process *q, const struct process *p)
{
  double earlier = (double) (p->start_realtime - q->start_realtime);
  return q != p && earlier >= 0 && earlier + p->duration <= q->duration
	 && !strcmp (p->host, q->host);
}

/* Returns the one of COUNT STARTERS below which P may be, whose parent is not
   recorded, as a shell is: the latest that could have it; or null.  */
static struct starter *
likely_starter (const struct process *p, struct starter *starters, size_t count)
{
  struct starter *latest = NULL;
  for (struct starter *s = starters; s < starters + count; s++)
    if (s->left >= time_with_children (p) && is_around (s->process, p)
	&& (!latest || (s->process->start_realtime
			> latest->process->start_realtime)))
      latest = s;
  return latest;
}

/* Subtracts the time of P, and what it started, from what is left of COUNT
   STARTERS' if PARENT is among them.  */
static void
subtract_child (const struct process *p, const struct process *parent,
		struct starter *starters, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (starters[i].process == parent)
      starters[i].left -= time_with_children (p);
}

double
time_not_recorded (const struct report *report)
{
  size_t count, all_count = report->process_count;
  OWNED const struct process **all = processes_by_pid (report);
  OWNED struct starter *starters = find_starters (report, &count);
  double time = 0;
  for (size_t i = 0; i < all_count; i++)
    subtract_child (all[i], parent_of (all[i], all, all_count), starters,
		    count);
  for (size_t i = 0; i < all_count; i++)
    if (!parent_of (all[i], all, all_count))
      {
	struct starter *starter = likely_starter (all[i], starters, count);
	if (starter)
	  starter->left -= time_with_children (all[i]);
      }
  for (size_t i = 0; i < count; i++)
    time += starters[i].left;
  return fmax (0, time);
}

bool
records_programs (const struct report *report)
{
  const struct process *first = report->processes[0];
  for (size_t i = 1; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      if (p->pid != first->pid && strcmp (p->program, first->program) != 0)
	return true;
    }
  return false;
}

bool
has_children (const struct report *report)
{
  double waited = 0;
  for (uint32_t i = 0; i < report->tree.count; i++)
    {
      const struct node *node = &report->tree.nodes[i];
      if (awaits_child (&report->profile.places[node->place]))
	waited += node->waiting;
    }
  return waited > 0 && time_of_children (report) > waited / 2;
}
