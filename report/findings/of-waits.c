/* of-waits.c - who waits, in or for what: of processes and teams, which know
   more of it, for the system only.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"
#include "base/arena.h"
#include "base/object/code.h"
#include "base/order.h"
#include "model/roles.h"

#include <stdlib.h>
#include <string.h>

/* Per cent: a wait is reported if it takes THREAD_PERCENT of its thread's time,
   and ALL_PERCENT of the time of all threads.  */
#define THREAD_PERCENT 20
#define ALL_PERCENT 10
/* Per cent: a thread that waits for more of its time does nothing else.  */
#define IDLE_PERCENT 99
/* Processors are in use if so many of them are.  */
#define ENOUGH_PERCENT 75
enum { MOST_WAITING = 2 };	/* places in one sentence */
/* A quarter of a call's waiting is enough to say who ends it.  */
#define LEAST_EXPLAINED 4

bool
is_call (const struct place *place)
{
  return is_pause (place) && role_of_tag (place->tag) == ROLE_BLOCK;
}

bool
is_for_system (const struct report *report, const struct place *place)
{
  bool has_others = report->thread_count > report->process_count;
  return is_call (place) && !(has_others && awaits_signal (place));
}

/* Returns whether other rules find who waits for whom in REPORT.  */
static bool
knows_waiting (const struct report *report)
{
  return report->peers.threads || report->teams.count;
}

/* Returns whether thread number T is the initial one of a process, or of a team
   of threads.  */
static bool
is_worker (const struct report *report, size_t t)
{
  for (size_t i = 0; i < report->teams.count; i++)
    if (report->teams.rows[i].present[t])
      return true;
  return report->threads[t]->number == 0;
}

bool
is_of_go (const struct place *place)
{
  return place->file && !strcmp (place->label, "threadentry")
	 && !strncmp (base_name (place->file), "gcc_", 4);
}

bool
awaits_known (const struct report *report, const struct place *place)
{
  return (report->has_children && awaits_child (place))
	 || awaits_thread (place);
}

/* Returns whether REPORT's threads use all processors: those of them that wait
   for others cost nothing.  Threads that are ready do not count: others may
   have the processors, and one that was woken may only wait again.  */
static bool
has_enough_to_do (const struct report *report)
{
  uint32_t processors = processors_of (report);
  double enough = processors * ENOUGH_PERCENT / 100.;
  return processors > 1 && threads_running (report, false) > enough;
}

static bool
is_user_event (const struct place *place)
{
  return place->kind == PLACE_EVENT && !model_of_tag (place->tag);
}

/* Returns the place of the innermost function around node I of TREE, which
   waits; or of the user event, as a script's functions are.  */
static uint32_t
waiting_function (const struct report *report, const struct tree *tree,
		 uint32_t i)
{
  for (uint32_t at = i; at != NO_NODE; at = tree->nodes[at].parent)
    {
      const struct place *place = known_place (report, tree->nodes[at].place);
      if (place->kind == PLACE_FUNCTION)
	break;
      if (is_user_event (place))
	return tree->nodes[at].place;
    }
  return called_function (report, tree, i);
}

/* Returns the place of the function that waits in node I of TREE, by itself or
   in an event; outside of functions that of the event, and NO_NODE if nothing
   waits.  Waiting for locks is another rule's.  */
static uint32_t
waiting_place (const struct report *report, const struct tree *tree, uint32_t i)
{
  uint32_t at = tree->nodes[i].place;
  const struct place *place = known_place (report, at);
  if ((knows_waiting (report) && !is_call (place)) || interpreter_lock (place)
      || is_of_go (place) || awaits_known (report, place)
      || (role_of_place (place) == ROLE_AWAIT && has_enough_to_do (report)))
    return NO_NODE;
  uint32_t function
    = is_pause (place) ? waiting_function (report, tree, i) : at;
  if (known_place (report, function)->kind == PLACE_FUNCTION
      || is_user_event (known_place (report, function)))
    return function;
  return is_pause (place) ? at : NO_NODE;
}

/* Threads that wait at a place.  */
struct waiters
{
  uint32_t place;
  struct who who;		/* do so for much of their time */
  double waited, of;		/* how long these do, of how long in all */
  bool calls;			/* a worker does, for the system */
  bool are_processes;		/* all are initial ones */
};

/* Returns whether a thread that was there WHOLE, and waited for TIME of that in
   so many CALLS, was never given anything to do.  */
static bool
is_idle (double time, double whole, uint64_t calls)
{
  return calls <= 1 && time > whole * IDLE_PERCENT / 100;
}

/* Returns whether FILE is of a library whose sources are among the program's,
   as those of Node.js.  */
static bool
is_of_others (const char *file)
{
  static const char *const directories[] = { "deps", "third_party", "vendor" };
  for (size_t i = 0; file && i < COUNT_OF (directories); i++)
    if (strstr (file, arena_print ("/%s/", directories[i])))
      return true;
  return false;
}

/* Returns whether the program's own code, rather than a library's, waits in
   PLACE, as far as that is known.  */
static bool
is_in_program (const struct place *place)
{
  if (is_of_others (place->file))
    return false;
  return place->kind == PLACE_FUNCTION || is_user_event (place)
	 || (place->line ? !is_system_header (place->file)
	     : place->file && !strstr (base_name (place->file), ".so"));
}

/* Adds thread number T to WAITERS, if it waits there for much of its time.  A
   thread of a library's own may have nothing else to do.  */
static void
add_waiter (const struct report *report, size_t t, struct waiters *waiters)
{
  const struct tree *tree = &report->thread_trees[t];
  double time = 0, called = 0, whole = tree->count ? tree->nodes[0].total : 0;
  uint64_t calls = 0;
  bool works = is_worker (report, t);
  const struct place *place = known_place (report, waiters->place);
  if (!works && (knows_waiting (report) || !is_in_program (place)))
    return;
  for (uint32_t i = 0; i < tree->count; i++)
    if (waiting_place (report, tree, i) == waiters->place)
      {
	time += tree->nodes[i].waiting;
	calls += is_pause (known_place (report, tree->nodes[i].place))
		 ? tree->nodes[i].calls : 0;
	if (is_for_system (report, known_place (report, tree->nodes[i].place)))
	  called += tree->nodes[i].waiting;
      }
  if (time < whole * THREAD_PERCENT / 100 || !(whole > 0)
      || (works ? is_idle_helper (report, t) : is_idle (time, whole, calls)))
    return;
  add_who (&waiters->who, report->threads[t]);
  waiters->waited += time;
  waiters->of += whole;
  waiters->calls |= works && called > time / 2;
  waiters->are_processes &= report->threads[t]->number == 0;
}

static struct waiters
count_waiting (const struct report *report, uint32_t place)
{
  struct waiters waiters = { .place = place,
			     .are_processes = report->process_count > 1 };
  for (size_t t = 0; t < report->thread_count; t++)
    add_waiter (report, t, &waiters);
  return waiters;
}

/* Returns " in put (f.c:7)", or " at f.c:7", for PLACE, or "".  */
static const char *
place_words (const struct report *report, uint32_t place)
{
  const struct place *p = known_place (report, place);
  return p->function ? arena_print (" in %s%s", p->function->label,
				    at_place (report, place))
	 : p->line ? arena_print (" at %s", p->location) : "";
}

/* Returns how long threads wait in PLACE.  */
static double
waiting_in (const struct report *report, uint32_t place)
{
  double time = 0;
  for (size_t i = 0; i < report->pause_count; i++)
    if (report->pauses[i].place == place)
      time += report->pauses[i].time;
  return time;
}

/* Returns ", whose thread 3 waits 80 % of its time in read (f.c:7)", where the
   thread of WAKER waits for the system most of the time; or "".  */
static const char *
waker_text (const struct report *report, const struct blame *waker)
{
  size_t t = 0;
  while (t < report->thread_count
	 && (report->threads[t]->process != waker->holder_process
	     || report->threads[t]->number != waker->holder_thread))
    t++;
  if (t == report->thread_count || !report->thread_trees[t].count)
    return "";
  const struct tree *tree = &report->thread_trees[t];
  const struct node *most = &tree->nodes[0];
  for (uint32_t i = 1; i < tree->count; i++)
    if (is_for_system (report, known_place (report, tree->nodes[i].place))
	&& (most == tree->nodes || tree->nodes[i].waiting > most->waiting))
      most = &tree->nodes[i];
  double whole = tree->nodes[0].total;
  return most == tree->nodes || most->waiting < whole / 2 ? ""
	 : arena_print (", whose thread %u waits %s of its time in %s%s",
			(unsigned int) waker->holder_thread,
			share_text (most->waiting, whole),
			known_place (report, most->place)->label,
			at_place (report, most->place));
}

/* Returns ", woken mostly by put (f.c:7)", where PLACE is a wait that others
   end; or what they do with a pipe; or "", also if that explains little.  */
static const char *
woken_text (const struct report *report, uint32_t place)
{
  double least = waiting_in (report, place) / LEAST_EXPLAINED;
  const struct blame *waker = holder_of (report, place, least);
  if (!waker)
    return "";
  if (waker->holder_process != waker->process)
    return arena_print (waker->is_writer ? ", until %s reads it%s"
			: ", for what %s writes%s",
			process_text (report, waker->holder_process),
			place_words (report, waker->holder));
  const struct place *p = known_place (report, waker->holder);
  const char *waits = waker_text (report, waker);
  return p->function ? arena_print (", woken mostly by %s%s%s",
				    p->function->label,
				    at_place (report, waker->holder), waits)
	 : p->line ? arena_print (", woken mostly at %s%s", p->location, waits)
	 : "";
}

/* Returns " for 'name'", what PLACE waits for, and who wakes it; or "".  */
static const char *
awaited_text (const struct report *report, uint32_t place)
{
  const char *name = awaited_at (report, place);
  const char *woken = woken_text (report, place);
  if (awaits_child (known_place (report, place)))
    return ", for processes that are not in this report (gasp run env PROGRAM "
	   "records other programs, too)";
  if (!name)
    return woken;
  return strncmp (name, "allocated ", strlen ("allocated "))
	 ? arena_print (" for '%s'%s", name, woken)
	 : arena_print (" for what was %s%s", name, woken);
}

/* Returns the event in which WAITERS are for the longest time but for BUT, and
   for what the report has of others; or null.  */
static const struct site *
longest_event (const struct report *report, const struct waiters *waiters,
	       const struct site *but)
{
  const struct site *most = NULL;
  for (size_t i = 0; i < report->pause_count; i++)
    if (report->pauses[i].function == waiters->place
	&& &report->pauses[i] != but
	&& !awaits_known (report, known_place (report, report->pauses[i].place))
	&& (!most || report->pauses[i].time > most->time))
      most = &report->pauses[i];
  return most;
}

/* Returns the event in which WAITERS are for most of the time, or null.  */
static const struct site *
event_of (const struct report *report, const struct waiters *waiters)
{
  const struct site *most = longest_event (report, waiters, NULL);
  return most && most->time >= waiters->waited / 2 ? most : NULL;
}

/* Returns " and usleep (f.c:7)", the event of WAITERS after MOST; "" if that
   has nearly all.  */
static const char *
and_event (const struct report *report, const struct waiters *waiters,
	   const struct site *most)
{
  const struct site *next = longest_event (report, waiters, most);
  if (!next || next->time < waiters->waited / LEAST_EXPLAINED)
    return "";
  return arena_print (" and %s%s", known_place (report, next->place)->label,
		      at_place (report, next->place));
}

/* Returns ", in read (f.c:3)" of that, or "".  */
static const char *
in_event (const struct report *report, const struct waiters *waiters)
{
  const struct site *event = event_of (report, waiters);
  return event ? arena_print (", in %s%s%s%s",
			      known_place (report, event->place)->label,
			      at_place (report, event->place),
			      awaited_text (report, event->place),
			      and_event (report, waiters, event)) : "";
}

/* Returns how long all threads wait at each place; allocated.  */
static double *
waiting_by_place (const struct report *report)
{
  double *sums = allocate (report->profile.place_count, sizeof *sums);
  for (uint32_t i = 0; i < report->tree.count; i++)
    {
      uint32_t place = waiting_place (report, &report->tree, i);
      if (place != NO_NODE)
	sums[place] += report->tree.nodes[i].waiting;
    }
  return sums;
}

/* Returns whether PLACE is of a language's library, whose names say little.  */
static bool
is_library_function (const struct place *place)
{
  return place->kind == PLACE_FUNCTION && place->file
	 && is_of_language (place->file);
}

/* Returns "f (f.c:3), in read (f.c:5)", where WAITERS are.  */
static const char *
where_text (const struct report *report, const struct waiters *waiters)
{
  const struct place *place = known_place (report, waiters->place);
  const char *event = is_pause (place) ? awaited_text (report, waiters->place)
		      : in_event (report, waiters);
  return is_library_function (place) && *event
	 ? event + strlen (", in ")
	 : arena_print ("%s%s%s", place->label,
			at_place (report, waiters->place), event);
}

/* Returns "2 threads wait 61 % of their time in" that.  */
static const char *
waiters_text (const struct report *report, const struct waiters *waiters)
{
  const char *share = share_text (waiters->waited, waiters->of);
  const char *where = where_text (report, waiters);
  bool is_one = waiters->who.count == 1;
  const char *noun = waiters->are_processes ? is_one ? "process" : "processes"
		     : is_one ? "thread" : "threads";
  if (report->thread_count < 2)
    return arena_print ("%s of the time is waiting in %s", share, where);
  return arena_print ("%zu %s%s wait%s %s of %s time in %s",
		      waiters->who.count, noun,
		      who_text (report, &waiters->who), is_one ? "s" : "",
		      share, is_one ? "its" : "their", where);
}

ORDER (by_time_waited, struct waiters, FALLING (waited))

/* Returns the places where threads wait for much of their time, and how many
   in *COUNT; allocated.  One thread of several may wait for the others to end,
   or have nothing to do; but no worker in calls of the system.  */
static struct waiters *
places_of_waiting (const struct report *report, size_t *count)
{
  size_t least = report->thread_count > 1 && !knows_waiting (report) ? 2 : 1;
  size_t places = report->profile.place_count;
  struct waiters *all = allocate (places + 1, sizeof *all);
  double *sums = waiting_by_place (report);
  *count = 0;
  for (uint32_t i = 0; i < places; i++)
    {
      if (sums[i] < report->whole * ALL_PERCENT / 100)
	continue;
      all[*count] = count_waiting (report, i);
      *count += all[*count].who.count >= least || all[*count].calls;
    }
  free (sums);
  SORT (all, *count, by_time_waited);
  return all;
}

bool
find_waiting (const struct report *report, struct finding *finding)
{
  if (!report->shows_waiting)
    return false;
  size_t count;
  OWNED struct waiters *all = places_of_waiting (report, &count);
  const char *text = NULL;
  for (size_t i = 0; i < count && i < MOST_WAITING; i++)
    {
      const char *part = waiters_text (report, &all[i]);
      text = text ? arena_print ("%s; %s", text, part) : part;
    }
  if (count)
    {
      finding->gain = all->waited;
      finding->of = all->of;
      const struct place *place = known_place (report, all->place);
      const struct site *event = event_of (report, all);
      finding->place = is_library_function (place) && event ? event->place
		       : all->place;
      if (is_pause (place) || is_library_function (place))
	finding->view = "blocking";
      else
	finding->function = place->label;
      finding->text = arena_print ("%s.", text);
    }
  return count || find_spread_waiting (report, finding);
}
