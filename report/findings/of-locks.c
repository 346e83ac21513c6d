/* of-locks.c - threads that queue for a lock, or for an interpreter.  See
   findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/arena.h"
#include "base/object/code.h"
#include "base/util.h"
#include "findings/findings.h"
#include "record.h"

#include <stdlib.h>
#include <string.h>

/* Waiting that is reported: per cent of the time of all threads, and of that of
   one thread.  */
#define QUEUE_PERCENT 5
#define QUEUED_PERCENT 2

/* A lock, and what threads waited for it in all.  */
struct queue
{
  const struct mutex *at;	/* where they waited most */
  double waited;
  struct who who;		/* waited much */
  double of;			/* the time of these */
};

static bool
is_same_lock (const struct mutex *a, const struct mutex *b)
{
  return a->process == b->process && a->address == b->address;
}

/* Returns how long THREAD waited for LOCK.  */
static double
waited_by (const struct thread *thread, const struct mutex *lock)
{
  const struct process *process = thread->process;
  double waited = 0;
  for (size_t i = 0; i < process->tally_count && process == lock->process; i++)
    {
      const struct tally *tally = &process->tallys[i];
      if (tally->what == GASP_RECORD_WAITED && tally->object == lock->address
	  && tally->thread == thread->number)
	waited += tally->amount;
    }
  return waited;
}

/* Returns the queue for the lock of mutex number FIRST.  */
static struct queue
queue_for (const struct report *report, size_t first)
{
  const struct team_details *d = &report->team_details;
  struct queue queue = { .at = &d->mutexes[first] };
  for (size_t i = 0; i < d->mutex_count; i++)
    if (is_same_lock (&d->mutexes[i], queue.at))
      {
	queue.waited += d->mutexes[i].waited;
	if (d->mutexes[i].waited > queue.at->waited)
	  queue.at = &d->mutexes[i];
      }
  return queue;
}

static void
count_threads (const struct report *report, struct queue *queue)
{
  for (size_t t = 0; t < report->thread_count; t++)
    {
      const struct thread *thread = report->threads[t];
      if (waited_by (thread, queue->at)
	  < thread->duration * QUEUED_PERCENT / 100)
	continue;
      add_who (&queue->who, thread);
      queue->of += thread->duration;
    }
}

/* Returns whether BLAME is of waits at PLACE: without lines, their names say
   so.  */
static bool
is_wait_at (const struct report *report, const struct blame *blame,
	    uint32_t place)
{
  const struct place *p = known_place (report, place);
  const struct place *waited = known_place (report, blame->place);
  return same_construct (report, blame->place, place)
	 && (!is_pause (p) || same_text (waited->label, p->label));
}

const struct blame *
holder_of (const struct report *report, uint32_t place, double least)
{
  const struct team_details *d = &report->team_details;
  const struct blame *most = NULL;
  double best = 0;
  for (size_t i = 0; i < d->blame_count; i++)
    {
      double time = 0;
      if (!is_wait_at (report, &d->blames[i], place))
	continue;
      for (size_t j = 0; j < d->blame_count; j++)
	if (same_construct (report, d->blames[j].holder, d->blames[i].holder)
	    && is_wait_at (report, &d->blames[j], place))
	  time += d->blames[j].time;
      if (time < least || (most && time <= best))
	continue;
      best = time;
      most = &d->blames[i];
    }
  return most;
}

/* Returns the place of the function around the first event where PLACE is, or
   NO_NODE.  */
static uint32_t
function_at (const struct report *report, uint32_t place)
{
  const struct tree *tree = &report->tree;
  for (uint32_t i = 0; i < tree->count; i++)
    if (same_construct (report, tree->nodes[i].place, place))
      return function_around (report, tree->nodes[i].place);
  return NO_NODE;
}

/* Returns ", in F (FILE:LINE)" for where PLACE is, after WORDS; or just the
   line.  */
static const char *
place_text (const struct report *report, uint32_t place, const char *words)
{
  const struct place *at = known_place (report, place);
  uint32_t function = at->function ? NO_NODE : function_at (report, place);
  if (at->function || function != NO_NODE)
    return arena_print ("%s %s%s", words,
			at->function ? at->function->label
			: known_place (report, function)->label,
			at_place (report, place));
  return arena_print ("%s %s", words, at->location ? at->location : "?");
}

/* Returns how long LOCK was held, as far as that is known.  */
static double
time_held (const struct report *report, const struct mutex *lock)
{
  const struct team_details *d = &report->team_details;
  double held = 0;
  for (size_t i = 0; i < d->mutex_count; i++)
    if (is_same_lock (&d->mutexes[i], lock))
      held += d->mutexes[i].held;
  return held;
}

/* Returns ", which waits in fsync (FILE:LINE)" if the function that has LOCK
   from HOLDER on is in a call of the system for half of the time that the lock
   is held, or longer; else "".  */
static const char *
call_text (const struct report *report, const struct mutex *lock,
	   uint32_t holder)
{
  uint32_t function = function_at (report, holder);
  const struct site *most = NULL;
  for (size_t i = 0; i < report->pause_count; i++)
    if (report->pauses[i].function == function && function != NO_NODE
	&& is_call (known_place (report, report->pauses[i].place))
	&& (!most || report->pauses[i].time > most->time))
      most = &report->pauses[i];
  if (!most || most->time < time_held (report, lock) / 2)
    return "";
  return arena_print (", which waits in %s%s",
		      known_place (report, most->place)->label,
		      at_place (report, most->place));
}

/* Returns "; held by F (FILE:LINE)" for where most of those that waited for
   LOCK waited for it; or "".  */
static const char *
holder_text (const struct report *report, const struct mutex *lock)
{
  const struct blame *blame = holder_of (report, lock->place, 0);
  return blame ? arena_print ("%s%s", place_text (report, blame->holder,
						  "; held by"),
			      call_text (report, lock, blame->holder)) : "";
}

/* Returns what sentences call the lock NAME: team-locks.c.  */
static const char *
lock_text (const char *name)
{
  if (!strncmp (name, "0x", 2) || *name == '(')
    return "a lock";
  return strncmp (name, "allocated ", strlen ("allocated "))
	 ? arena_print ("the lock '%s'", name)
	 : arena_print ("a lock %s", name);
}

bool
find_lock_queue (const struct report *report, struct finding *finding)
{
  const struct team_details *d = &report->team_details;
  struct queue worst = { 0 };
  for (size_t i = 0; i < d->mutex_count; i++)
    if (d->mutexes[i].counts_all && d->mutexes[i].waited > 0)
      {
	struct queue queue = queue_for (report, i);
	if (queue.waited > worst.waited)
	  worst = queue;
      }
  if (!worst.at || worst.waited < report->whole * QUEUE_PERCENT / 100)
    return false;
  count_threads (report, &worst);
  if (!worst.who.count)
    return false;
  bool is_one = worst.who.count == 1;
  const char *where = place_text (report, worst.at->place, ", in");
  const char *holder = holder_text (report, worst.at);
  finding->gain = worst.waited;
  finding->of = worst.of;
  finding->place = worst.at->place;
  finding->text
    = arena_print ("%zu thread%s%s %s for %s %s of %s time%s%s.",
		   worst.who.count, is_one ? "" : "s",
		   who_text (report, &worst.who), is_one ? "waits" : "queue",
		   lock_text (worst.at->name),
		   share_text (worst.waited, worst.of),
		   is_one ? "its" : "their", where, holder);
  return true;
}

/* ---- Locks of interpreters  */

/* Threads that wait for an interpreter's lock, how long, of how much time; and
   where one does.  */
struct line { struct who who; double waited, of; uint32_t place; };

/* Adds what thread number T waits for interpreters to LINE.  */
static void
add_in_line (const struct report *report, size_t t, struct line *line)
{
  const struct tree *tree = &report->thread_trees[t];
  double waited = 0;
  for (uint32_t i = 0; i < tree->count; i++)
    if (interpreter_lock (known_place (report, tree->nodes[i].place)))
      {
	waited += tree->nodes[i].waiting;
	line->place = tree->nodes[i].place;
      }
  double whole = tree->count ? tree->nodes[0].total : 0;
  if (waited < whole * QUEUED_PERCENT / 100 || !(waited > 0))
    return;
  add_who (&line->who, report->threads[t]);
  line->waited += waited;
  line->of += whole;
}

bool
find_interpreter_lock (const struct report *report, struct finding *finding)
{
  struct line line = { .place = NO_NODE };
  for (size_t t = 0; t < report->thread_count; t++)
    add_in_line (report, t, &line);
  if (!line.who.count || line.waited < report->whole * QUEUE_PERCENT / 100)
    return false;
  const struct place *place = known_place (report, line.place);
  finding->gain = line.waited;
  finding->of = line.of;
  finding->place = line.place;
  bool is_one = line.who.count == 1;
  finding->text
    = arena_print ("%zu thread%s%s wait%s %s of %s time for %s, which one "
		   "thread at a time has: in %s%s.", line.who.count,
		   is_one ? "" : "s", who_text (report, &line.who),
		   is_one ? "s" : "",
		   share_text (line.waited, line.of), is_one ? "its" : "their",
		   interpreter_lock (place), place->name,
		   at_place (report, line.place));
  return true;
}
