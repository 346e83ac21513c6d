/* team-locks.c - locks of teams of threads: which thread waited, for which one,
   how long.

   SPDX-License-Identifier: Apache-2.0

   After teams.c.  A lock is identified by its address.  Rows are in the order
   of the processes, as each_tally comes to these.  */

#include "model/addresses.h"
#include "model/roles.h"
#include "hash.h"
#include "search.h"
#include "sums/figures.h"
#include "base/util.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

/* ---- By lock and line  */

/* Returns whether PLACE is of locks that have an event only if they are not
   free; those that are free are counted.  */
static bool
counts_all (const struct report *report, uint32_t place)
{
  enum role role = role_of_tag (report->profile.places[place].tag);
  return role == ROLE_ACQUIRE || role == ROLE_TAKEN;
}

/* Returns the name of the variable at ADDRESS of PROCESS, or null, as for what
   all atomics of C++'s library share.  The locks of constructs that have no
   name are variables of libgasp-omp, those of others of GCC's.  */
static char *
name_of_lock (const struct process *process, uint64_t address)
{
  static const char critical[] = ".gomp_critical_user_";
  OWNED char *name = address ? variable_at (process, address)
		     : copy_string ("(others)");
  char *result = NULL;
  if (name && (!strcmp (name, "gasp_omp_critical")
	       || !strcmp (name, "gasp_omp_atomic")))
    result = copy_string ("(unnamed)");
  else if (name && !strncmp (name, critical, strlen (critical)))
    result = copy_string (name + strlen (critical));
  else if (name && !strstr (name, "::__waiter_pool_base::"))
    result = copy_string (name);
  return result;
}

/* Returns the one of COUNT *LIST, which has ROOM, that TALLY is about.  */
static struct mutex *
mutex_at (struct report *report, const struct process *process,
	  const struct tally *tally, struct mutex **list, size_t *count,
	  size_t *room)
{
  for (size_t i = *count; i-- && (*list)[i].process == process;)
    if ((*list)[i].address == tally->object
	&& same_construct (report, (*list)[i].place, tally->place))
      return &(*list)[i];
  struct mutex *mutex = &ONE_MORE (*list, *count, *room);
  *mutex = (struct mutex) {
    .place = tally->place, .process = process, .address = tally->object,
    .name = name_of_lock (process, tally->object),
    .counts_all = counts_all (report, tally->place)
  };
  if (!mutex->name)
    {
      mutex->name
	= print_string ("%#llx", (unsigned long long) tally->object);
      mutex->has_address = true;
    }
  return mutex;
}

static void
add_mutex (struct report *report, const struct process *process,
	   const struct tally *tally)
{
  struct team_details *d = &report->team_details;
  struct mutex *mutex = mutex_at (report, process, tally, &d->mutexes,
				  &d->mutex_count, &d->mutex_room);
  mutex->estimated |= tally->is_sample;
  if (tally->what == GASP_RECORD_TAKEN)
    {
      mutex->taken += tally->count;
      return;
    }
  if (tally->what == GASP_RECORD_WAITED)
    {
      /* That event's name says which construct it is.  */
      mutex->place = tally->place;
      mutex->waits += tally->count;
      mutex->waited += tally->amount;
      if (tally->most > mutex->longest_wait)
	mutex->longest_wait = tally->most;
      return;
    }
  mutex->holds += tally->count;
  if (!mutex->counts_all)
    mutex->taken += tally->count;
  mutex->held += tally->amount;
  if (tally->most > mutex->longest_hold)
    mutex->longest_hold = tally->most;
}

/* Returns what a lock is called that is where TALLY says, in a block.  */
static const char *
name_in_block (const struct report *report, const struct tally *tally)
{
  const struct place *places = report->profile.places;
  const struct place *at = &places[tally->place];
  const struct place *around
    = tally->other != NO_NODE && places[tally->other].kind == PLACE_FUNCTION
      ? &places[tally->other] : NULL;
  if (around && (!at->file || is_of_system (at->file)))
    at = around;
  if (!at->location || (at->file && is_of_system (at->file)))
    return NULL;
  const char *function = at->function ? at->function->label
			 : around ? around->label : NULL;
  OWNED char *offset = tally->most ? print_string ("+%.0f", tally->most)
		       : copy_string ("");
  return function ? print_string ("allocated by %s (%s)%s", function,
				  at->location, offset)
	 : print_string ("allocated at %s%s", at->location, offset);
}

/* Names those of COUNT LIST that are in the block of TALLY, of PROCESS.  */
static void
name_list (const struct report *report, const struct process *process,
	   const struct tally *tally, struct mutex *list, size_t count)
{
  const char *name = NULL;
  size_t first = FIRST_FROM (count, i, list[i].process < process);
  for (size_t i = first; i < count && list[i].process == process; i++)
    if (list[i].has_address && list[i].address == tally->object
	&& (name || (name = name_in_block (report, tally))))
      {
	free ((char *) list[i].name);
	list[i].name = name;
	list[i].has_address = false;
      }
}

/* Names locks that are in blocks.  */
static void
name_allocated (struct report *report, const struct process *process,
		const struct tally *tally, uint32_t thread)
{
  struct team_details *d = &report->team_details;
  (void) thread;
  if (tally->what != GASP_RECORD_IN_BLOCK)
    return;
  name_list (report, process, tally, d->mutexes, d->mutex_count);
  name_list (report, process, tally, d->awaited, d->awaited_count);
}

/* ---- What else was waited for  */

static void
add_awaited (struct report *report, const struct process *process,
	     const struct tally *tally)
{
  struct team_details *d = &report->team_details;
  mutex_at (report, process, tally, &d->awaited, &d->awaited_count,
	    &d->awaited_room)->waited += tally->amount;
}

const char *
awaited_at (const struct report *report, uint32_t place)
{
  const struct team_details *d = &report->team_details;
  const struct mutex *most = NULL;
  const struct place *places = report->profile.places;
  for (size_t i = 0; i < d->awaited_count; i++)
    if (same_construct (report, d->awaited[i].place, place)
	&& same_text (places[d->awaited[i].place].name, places[place].name)
	&& (!most || d->awaited[i].waited > most->waited))
      most = &d->awaited[i];
  return most && !most->has_address ? most->name : NULL;
}

/* ---- Who made whom wait  */

static struct blame *
blame_at (struct report *report, const struct process *process,
	  const struct process *holder_process, const struct tally *tally)
{
  struct team_details *d = &report->team_details;
  for (size_t i = d->blame_count; i-- && d->blames[i].process == process;)
    {
      struct blame *b = &d->blames[i];
      if (b->thread == tally->thread
	  && b->holder_process == holder_process
	  && b->is_writer == !!(tally->object & GASP_PIPE_WRITTEN)
	  && b->holder_thread == tally->other_thread
	  && same_construct (report, b->place, tally->place)
	  && same_construct (report, b->holder, tally->other))
	return b;
    }
  struct blame *blame = &ONE_MORE (d->blames, d->blame_count, d->blame_room);
  *blame = (struct blame) { .process = process,
			    .holder_process = holder_process,
			    .is_writer = !!(tally->object & GASP_PIPE_WRITTEN),
			    .place = tally->place,
			    .holder = tally->other, .thread = tally->thread,
			    .holder_thread = tally->other_thread };
  return blame;
}

/* Adds that PROCESS has waited, as TALLY says, for a thread of
   HOLDER_PROCESS.  */
static void
add_blame (struct report *report, const struct process *process,
	   const struct process *holder_process, const struct tally *tally)
{
  struct blame *blame = blame_at (report, process, holder_process, tally);
  blame->count += tally->count;
  blame->time += tally->amount;
  if (tally->is_sample)
    blame->variance += tally->amount * GASP_RECORD_WAIT_STEP
		       * (double) process->thread_count;
  if (tally->most > blame->longest)
    blame->longest = tally->most;
}

uint32_t
thread_of_system (const struct report *report, const struct process *process,
		  uint32_t number)
{
  for (size_t i = 0; number && i < process->thread_count; i++)
    if (report->profile.threads[process->first_thread + i]->tid == (int) number)
      return (uint32_t) (process->first_thread + i);
  return NO_NODE;
}

/* Returns the place of the function that TREE's thread began with, the first
   one whose source is the program's, or of an event in it; or NO_NODE.  */
static uint32_t
first_function (const struct report *report, const struct tree *tree)
{
  for (uint32_t at = 0; at < tree->count;)
    {
      uint32_t here = tree->nodes[at].place;
      const struct place *place = &report->profile.places[here];
      if (place->file && !is_of_system (place->file))
	return here;
      uint32_t largest = tree->nodes[at].child, i = largest;
      for (; i != NO_NODE; i = tree->nodes[i].sibling)
	if (tree->nodes[i].total > tree->nodes[largest].total)
	  largest = i;
      at = largest;
    }
  return NO_NODE;
}

/* Adds the wait of TALLY, which has the system's number of the thread that
   ended it; of one that was joined, no more is known.  */
static void
add_woken (struct report *report, const struct process *process,
	   const struct tally *tally)
{
  struct tally known = *tally;
  uint32_t waker = thread_of_system (report, process, tally->other_thread);
  if (waker == NO_NODE)
    return;
  const struct thread *thread = report->profile.threads[waker];
  known.other_thread = thread->number;
  if (known.other == NO_NODE)
    known.other = first_function (report, &thread->tree);
  add_blame (report, process, process, &known);
}

/* Adds the wait of TALLY for another process, which has the other end of a
   pipe.  */
static void
add_piped (struct report *report, const struct process *process,
	   const struct tally *tally)
{
  struct tally known = *tally;
  const struct pipe_end *end = other_pipe_end (report, process, tally->object);
  if (!end)
    return;
  known.other_thread = end->thread;
  known.other = end->place;
  add_blame (report, process, end->process, &known);
}

/* Names mutexes: "omp critical" for "omp critical (waiting)".  */
static void
name_mutexes (struct report *report)
{
  for (size_t i = 0; i < report->team_details.mutex_count; i++)
    {
      struct mutex *mutex = &report->team_details.mutexes[i];
      const char *name = report->profile.places[mutex->place].name;
      mutex->construct
	= print_string ("%.*s", (int) strcspn (name, "("), name);
      size_t length = strlen (mutex->construct);
      if (length && mutex->construct[length - 1] == ' ')
	((char *) mutex->construct)[length - 1] = '\0';
    }
}

static void
add_tally (struct report *report, const struct process *process,
	   const struct tally *tally, uint32_t thread)
{
  (void) thread;
  if (report->wanted[tally->place] == LEAVE_OUT)
    return;
  if (tally->what == GASP_RECORD_WAITED || tally->what == GASP_RECORD_HELD
      || tally->what == GASP_RECORD_TAKEN)
    add_mutex (report, process, tally);
  else if (tally->what == GASP_RECORD_BLAMED && tally->other != NO_NODE)
    add_blame (report, process, process, tally);
  else if (tally->what == GASP_RECORD_WOKEN && tally->object & GASP_PIPE)
    add_piped (report, process, tally);
  else if (tally->what == GASP_RECORD_WOKEN)
    {
      add_woken (report, process, tally);
      if (tally->object)
	add_awaited (report, process, tally);
    }
}

void
add_up_team_locks (struct report *report)
{
  list_pipe_ends (report);
  each_tally (report, add_tally);
  name_mutexes (report);
}

void
name_allocated_locks (struct report *report)
{
  each_tally (report, name_allocated);
}
