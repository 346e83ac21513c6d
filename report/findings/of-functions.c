/* of-functions.c - where time goes, by function.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"
#include "record.h"
#include "base/arena.h"
#include "base/object/code.h"
#include "base/order.h"
#include "model/roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where the time goes: after all but what is of the figures  */

/* A function that has less by itself does not stand out; and what is named
   beside it has at least so much.  Per cent.  */
#define TOP_PERCENT 25
#define NEXT_PERCENT 10
/* Beside what else stands out, it is worth a word if it is so much of all
   time; and if it stands out, too, of the time running.  */
#define LEAST_RUNNING_PERCENT 5
#define LEAST_TOP_PERCENT 1
enum { MOST_NAMED = 3 };

/* Returns whether PLACE may be named: of the program's own code, that is a
   function or the body of a construct, or WITH_EVENTS any event.  */
static bool
may_be_named (const struct place *place, bool with_events)
{
  if (place->kind == PLACE_FUNCTION || (with_events && place->kind == PLACE_EVENT))
    return true;
  enum role role = role_of_place (place);
  return role == ROLE_WORKSHARE || role == ROLE_MEMBER || role == ROLE_TASK;
}

bool
is_call (const struct place *place)
{
  return is_pause (place) && role_of_tag (place->tag) == ROLE_BLOCK;
}

/* Time of a function by itself, as the flat profile shows it, and how sure it
   is.  */
struct own_time { double time, variance; };

static struct own_time
own_of_row (const struct report *report, const struct row *row)
{
  return (struct own_time) {
    shown_self (report, row->self, row->running),
    shown_self (report, row->self_variance, row->running_variance)
  };
}

static struct own_time
own_of_node (const struct report *report, const struct node *node)
{
  return (struct own_time) {
    shown_self (report, node->self, node->running),
    shown_self (report, node->self_variance, node->running_variance)
  };
}

/* Returns the time of all functions.  */
static double
own_of_all (const struct report *report)
{
  return shown_self (report, report->whole, report->running);
}

/* Returns the row with the most time after LAST, or the most if that is
   null.  */
static const struct row *
next_row (const struct report *report, const struct row *last)
{
  const struct row *best = NULL;
  double most = 0, before = last ? own_of_row (report, last).time : 0;
  for (size_t i = 0; i < report->flat.count; i++)
    {
      const struct row *row = &report->flat.rows[i];
      double own = own_of_row (report, row).time;
      bool is_behind = !last || own < before || (own == before && row > last);
      const struct place *place = known_place (report, row->place);
      /* Other findings have named what waits.  */
      if (is_behind
	  && may_be_named (place, !report->finding_count || is_call (place))
	  && (!best || own > most))
	{
	  best = row;
	  most = own;
	}
    }
  return best;
}

/* Returns which nodes call a function that was switched off, by which what is
   called there may have been called; allocated.  */
static bool *
callers_of_unseen (const struct report *report, const struct tree *tree)
{
  bool *result = allocate (tree->count, sizeof *result);
  for (uint32_t i = 0; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      /* What an event does, its caller has called.  */
      if (node->parent != NO_NODE && node->calls && node->calls_at_least
	  && known_place (report, node->place)->kind == PLACE_FUNCTION)
	result[node->parent] = true;
    }
  return result;
}

/* A function's time in what it called: all, and what it is sure to have called
   itself.  */
struct called { double all, sure; };

/* Returns whether what is called at PLACE is in the row of AT: calls of an
   event are in one, wherever they are.  */
static bool
is_in_row (const struct report *report, uint32_t place, uint32_t at)
{
  const struct place *a = known_place (report, place);
  const struct place *row = known_place (report, at);
  return place == at || (row->kind == PLACE_EVENT && !is_construct (row)
			 && same_text (a->label, row->label));
}

/* Returns the place of the function, WITH_SOURCE or any, in which PLACE, a
   library's, has most of its time, or NO_NODE; and whether that has called it,
   in *IS_SURE.  */
static uint32_t
caller_of (const struct report *report, uint32_t place, bool with_source,
	   bool *is_sure)
{
  const struct tree *tree = &report->tree;
  struct called *sums = allocate (report->profile.place_count, sizeof *sums);
  bool *is_unsure = callers_of_unseen (report, tree);
  uint32_t most = NO_NODE;
  double all = 0;
  for (uint32_t i = 0; i < tree->count; i++)
    if (is_in_row (report, tree->nodes[i].place, place))
      {
	uint32_t at = tree->nodes[i].parent;
	while (at != NO_NODE && with_source
	       && !known_place (report, tree->nodes[at].place)->location)
	  at = tree->nodes[at].parent;
	double own = own_of_node (report, &tree->nodes[i]).time;
	all += own;
	if (at == NO_NODE)
	  continue;
	uint32_t caller = tree->nodes[at].place;
	sums[caller].all += own;
	sums[caller].sure
	  += is_unsure[at] ? fmax (0, own - tree->nodes[i].unsure) : own;
	if (most == NO_NODE || sums[caller].all > sums[most].all)
	  most = caller;
      }
  bool is_clear = most != NO_NODE && sums[most].all > all / 2;
  *is_sure = is_clear && sums[most].sure > all / 2;
  free (is_unsure);
  free (sums);
  return is_clear ? most : NO_NODE;
}

/* Returns ", called from f (f.c:3)", or ", within" it, for ROW of a library; or
   "".  */
static const char *
caller_text (const struct report *report, const struct row *row)
{
  bool is_sure, has_place = known_place (report, row->place)->location;
  uint32_t caller = has_place ? NO_NODE
		    : caller_of (report, row->place, true, &is_sure);
  if (caller == NO_NODE && !has_place)
    caller = caller_of (report, row->place, false, &is_sure);
  return known_place (report, caller)->kind != PLACE_FUNCTION ? ""
	 : arena_print (", %s %s%s", is_sure ? "called from" : "within",
			known_place (report, caller)->label,
			at_place (report, caller));
}

/* Returns the name of PLACE, a function, or "unnamed functions of libz.so.1"
   where it stands for those of a module that is stripped.  */
static const char *
function_words (const struct place *place)
{
  const char *label = place->label;
  return *label == '(' && !strchr (label, ' ') && place->kind == PLACE_FUNCTION
	 ? arena_print ("unnamed functions of %.*s", (int) strlen (label) - 2,
			label + 1) : label;
}

/* Returns "61 % in f (f.c:3)".  */
static const char *
share_of_row (const struct report *report, const struct row *row)
{
  struct own_time own = own_of_row (report, row);
  return arena_print ("%s%s in %s%s%s",
		      is_estimate (own.time, own.variance) ? ESTIMATE_SIGN : "",
		      share_text (own.time, own_of_all (report)),
		      function_words (known_place (report, row->place)),
		      at_place (report, row->place), caller_text (report, row));
}

/* Returns the place of the function with a source that node I of TREE is of, or
   that called it from nearest; or NO_NODE.  */
static uint32_t
place_with_source (const struct report *report, const struct tree *tree,
		   uint32_t i)
{
  while (i != NO_NODE && !known_place (report, tree->nodes[i].place)->location)
    i = tree->nodes[i].parent;
  return i == NO_NODE ? NO_NODE : tree->nodes[i].place;
}

/* Returns the place of the function with a source that took most by itself and
   in functions of libraries that it called, and so much in *MOST; or
   NO_NODE.  */
static uint32_t
most_with_libraries (const struct report *report, struct own_time *most)
{
  const struct tree *tree = &report->tree;
  struct own_time *sums = allocate (report->profile.place_count, sizeof *sums);
  uint32_t best = NO_NODE;
  *most = (struct own_time) { 0, 0 };
  for (uint32_t i = 0; i < tree->count; i++)
    {
      if (!may_be_named (known_place (report, tree->nodes[i].place), false))
	continue;
      uint32_t place = place_with_source (report, tree, i);
      if (place == NO_NODE)
	continue;
      struct own_time *sum = &sums[place];
      struct own_time own = own_of_node (report, &tree->nodes[i]);
      sum->time += own.time;
      sum->variance += own.variance;
      if (sum->time >= most->time)
	{
	  *most = *sum;
	  best = place;
	}
    }
  free (sums);
  return best;
}

/* Returns the library's function that took most of those called from CALLER,
   and so much in *MOST; or NO_NODE.  *IS_UNSURE is set if some may have been
   called by way of what was switched off.  */
static uint32_t
most_of_libraries (const struct report *report, uint32_t caller, double *most,
		   bool *is_unsure)
{
  const struct tree *tree = &report->tree;
  bool *are_unsure = callers_of_unseen (report, tree);
  double *sums = allocate (report->profile.place_count, sizeof *sums);
  uint32_t best = NO_NODE;
  *most = 0;
  *is_unsure = false;
  for (uint32_t i = 0; i < tree->count; i++)
    {
      uint32_t place = tree->nodes[i].place, parent = tree->nodes[i].parent;
      if (parent != NO_NODE && tree->nodes[parent].place == caller
	  && are_unsure[parent]
	  && tree->nodes[i].unsure > tree->nodes[i].self / 2)
	*is_unsure = true;
      if (known_place (report, place)->location
	  || !may_be_named (known_place (report, place), false)
	  || place_with_source (report, tree, i) != caller)
	continue;
      sums[place] += own_of_node (report, &tree->nodes[i]).time;
      if (sums[place] > *most)
	{
	  *most = sums[place];
	  best = place;
	}
    }
  free (sums);
  free (are_unsure);
  return best;
}

/* Finds the function that stands out together with the libraries that it
   calls, where none does by itself, or ROW's only, a library's, which is a part
   of that.  Returns whether that is FINDING.  */
static bool
find_top_with_libraries (const struct report *report, const struct row *row,
			 struct finding *finding)
{
  struct own_time most;
  bool is_unsure;
  double own = own_of_row (report, row).time, all = own_of_all (report), part;
  uint32_t place = most_with_libraries (report, &most);
  if (place == NO_NODE || most.time < 1.5 * own
      || most.time < all * TOP_PERCENT / 100)
    return false;
  uint32_t library = most_of_libraries (report, place, &part, &is_unsure);
  if (library == NO_NODE)
    return false;
  finding->gain = most.time;
  finding->of = all;
  finding->estimated = is_estimate (most.time, most.variance);
  finding->place = place;
  finding->function = known_place (report, place)->label;
  finding->text
    = arena_print ("Most time%s is %s%s in %s%s, with the library functions "
		   "%s: %s has %s.",
		   report->shows_waiting ? " running" : "",
		   finding->estimated ? ESTIMATE_SIGN : "",
		   share_text (most.time, all),
		   finding->function, at_place (report, place),
		   is_unsure ? "called from there" : "that it calls",
		   known_place (report, library)->label,
		   share_text (part, all));
  return true;
}

bool
find_top (const struct report *report, struct finding *finding)
{
  const struct row *row = next_row (report, NULL), *next = row;
  struct own_time own = row ? own_of_row (report, row) : (struct own_time) { 0, 0 };
  double all = own_of_all (report);
  if (!(own.time > 0))
    return false;
  bool stands_out = own.time >= all * TOP_PERCENT / 100;
  bool is_all = !report->finding_count;
  double least = stands_out ? LEAST_TOP_PERCENT : LEAST_RUNNING_PERCENT;
  bool is_own = known_place (report, row->place)->location;
  if ((!stands_out || !is_own)
      && find_top_with_libraries (report, row, finding))
    return true;
  if (!is_all && (own.time < all * NEXT_PERCENT / 100
		  || own.time < time_but_ready (report) * least / 100))
    return false;
  finding->gain = own.time;
  finding->of = all;
  finding->estimated = is_estimate (own.time, own.variance);
  finding->place = row->place;
  finding->function = known_place (report, row->place)->label;
  const char *text = share_of_row (report, row);
  for (int i = 1; i < MOST_NAMED && stands_out; i++)
    {
      next = next_row (report, next);
      if (!next || own_of_row (report, next).time < all * NEXT_PERCENT / 100)
	break;
      const char *longer = arena_print ("%s, %s", text, share_of_row (report, next));
      text = longer;
    }
  finding->text = arena_print ("%s time%s is %s.", stands_out ? "Most"
			       : is_all ? "Nothing stands out: the most"
			       : "No function stands out: the most",
			       report->shows_waiting ? " running" : "", text);
  return true;
}

/* ---- Who waits: of processes and teams, which know more of it, for the system
   only  */

/* So much of its time a thread waits in a function, and of all time this is at
   least so much; per cent.  */
#define THREAD_PERCENT 20
#define ALL_PERCENT 10
/* A thread that waits for more than so much of its time does nothing else.  */
#define IDLE_PERCENT 99
enum { MOST_WAITING = 2 };	/* places in one sentence */
/* Initial threads wait for the system for more than so much of their time, in
   all; and, where only one place is named, there for more than so much of that;
   per cent.  */
#define SPREAD_PERCENT 40
#define ALONE_PERCENT 90

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

/* Returns whether PLACE is the function that Go's runtime begins threads
   with.  */
static bool
is_of_go (const struct place *place)
{
  return place->file && !strcmp (place->label, "threadentry")
	 && !strncmp (base_name (place->file), "gcc_", 4);
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
      || is_of_go (place))
    return NO_NODE;
  uint32_t function = is_pause (place) ? function_of (report, tree, i) : at;
  if (known_place (report, function)->kind == PLACE_FUNCTION)
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
  bool is_own = place->kind == PLACE_FUNCTION
		|| (place->line && !is_system_header (place->file));
  if (!works && (knows_waiting (report) || !is_own))
    return;
  for (uint32_t i = 0; i < tree->count; i++)
    if (waiting_place (report, tree, i) == waiters->place)
      {
	time += tree->nodes[i].waiting;
	calls += is_pause (known_place (report, tree->nodes[i].place))
		 ? tree->nodes[i].calls : 0;
	if (is_call (known_place (report, tree->nodes[i].place)))
	  called += tree->nodes[i].waiting;
      }
  if (time < whole * THREAD_PERCENT / 100 || !(whole > 0)
      || (!works && is_idle (time, whole, calls)))
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

/* Returns " for 'name'", what was waited for at PLACE, or "".  */
static const char *
awaited_text (const struct report *report, uint32_t place)
{
  const char *name = awaited_at (report, place);
  if (!name)
    return "";
  return strncmp (name, "allocated ", strlen ("allocated "))
	 ? arena_print (" for '%s'", name)
	 : arena_print (" for what was %s", name);
}

/* Returns ", in read (f.c:3)" of the event in which WAITERS are for most of the
   time, or "".  */
static const char *
in_event (const struct report *report, const struct waiters *waiters)
{
  const struct site *most = NULL;
  for (size_t i = 0; i < report->pause_count; i++)
    if (report->pauses[i].function == waiters->place
	&& (!most || report->pauses[i].time > most->time))
      most = &report->pauses[i];
  if (!most || most->time < waiters->waited / 2)
    return "";
  return arena_print (", in %s%s%s", known_place (report, most->place)->label,
		      at_place (report, most->place),
		      awaited_text (report, most->place));
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

/* Returns "2 threads wait 61 % of their time in f (f.c:3), in read
   (f.c:5)".  */
static const char *
waiters_text (const struct report *report, const struct waiters *waiters)
{
  const char *share = share_text (waiters->waited, waiters->of);
  const char *label = known_place (report, waiters->place)->label;
  const char *at = at_place (report, waiters->place);
  const char *event = is_pause (known_place (report, waiters->place))
		      ? awaited_text (report, waiters->place)
		      : in_event (report, waiters);
  bool is_one = waiters->who.count == 1;
  const char *noun = waiters->are_processes ? is_one ? "process" : "processes"
		     : is_one ? "thread" : "threads";
  if (report->thread_count < 2)
    return arena_print ("%s of the time is waiting in %s%s%s", share, label,
			at, event);
  return arena_print ("%zu %s%s wait%s %s of %s time in %s%s%s",
		      waiters->who.count, noun,
		      who_text (report, &waiters->who), is_one ? "s" : "",
		      share, is_one ? "its" : "their", label, at, event);
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

/* Waits of initial threads for the system, and where most are.  */
struct spread { double waited, of, most; uint32_t place; };

/* Returns how initial threads wait at all places together.  */
static struct spread
spread_of_waiting (const struct report *report)
{
  struct spread spread = { .place = NO_NODE };
  double *sums = allocate (report->profile.place_count, sizeof *sums);
  for (size_t t = 0; t < report->thread_count; t++)
    {
      const struct tree *tree = &report->thread_trees[t];
      if (report->threads[t]->number || !tree->count)
	continue;
      spread.of += tree->nodes[0].total;
      for (uint32_t i = 0; i < tree->count; i++)
	if (is_call (known_place (report, tree->nodes[i].place)))
	  {
	    uint32_t place = tree->nodes[i].place;
	    spread.waited += tree->nodes[i].waiting;
	    sums[place] += tree->nodes[i].waiting;
	    if (sums[place] > spread.most)
	      {
		spread.most = sums[place];
		spread.place = place;
	      }
	  }
    }
  free (sums);
  return spread;
}

/* Finds that no place has most of the waiting, but all together have much.  */
static bool
find_spread_waiting (const struct report *report, struct finding *finding)
{
  struct spread spread = spread_of_waiting (report);
  if (!(spread.waited > spread.of * SPREAD_PERCENT / 100))
    return false;
  const char *share = share_text (spread.waited, spread.of);
  bool are_many = report->process_count > 1;
  finding->gain = spread.waited;
  finding->of = spread.of;
  finding->place = spread.place;
  finding->view = "blocking";
  const char *at
    = arena_print ("%s%s", known_place (report, spread.place)->label,
		   at_place (report, spread.place));
  const char *who = report->thread_count < 2
		    ? arena_print ("%s of the time is waiting", share)
		    : arena_print ("The first thread%s %s of %s time",
				   are_many ? "s wait" : " waits", share,
				   are_many ? "their" : "its");
  finding->text
    = spread.most > spread.waited * ALONE_PERCENT / 100
      ? arena_print ("%s for the system, in %s.", who, at)
      : arena_print ("%s for the system, in several places: the most, %s, "
		     "in %s.", who, share_text (spread.most, spread.of), at);
  return true;
}

bool
find_waiting (const struct report *report, struct finding *finding)
{
  if (!report->shows_waiting)
    return false;
  size_t count;
  struct waiters *all = places_of_waiting (report, &count);
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
      finding->place = all->place;
      finding->function = known_place (report, all->place)->label;
      finding->text = arena_print ("%s.", text);
    }
  free (all);
  return count || find_spread_waiting (report, finding);
}

/* Finds Go's threads: what they do in Go is not recorded, most of which is
   waiting for something to do.  */
bool
find_go_threads (const struct report *report, struct finding *finding)
{
  const struct tree *tree = &report->tree;
  struct { double calls, running, waiting; } all = { 0, 0, 0 };
  for (uint32_t i = 0; i < tree->count; i++)
    if (is_of_go (known_place (report, tree->nodes[i].place)))
      {
	finding->place = tree->nodes[i].place;
	all.calls += (double) tree->nodes[i].calls;
	all.running += tree->nodes[i].running;
	all.waiting += tree->nodes[i].waiting;
      }
  if (!(all.calls > 0))
    return false;
  finding->gain = 1;
  finding->function = known_place (report, finding->place)->label;
  finding->text
    = arena_print ("%.0f thread%s of Go's runtime ran %s outside of C, and "
		   "waited %s there, which is as a rule for goroutines to run "
		   "and no fault: Go's own functions are not recorded.",
		   all.calls, all.calls > 1 ? "s" : "", time_text (all.running),
		   time_text (all.waiting));
  return true;
}

/* ---- The figures themselves  */

/* From when on recording, and waiting for a processor, are worth a word: per
   cent of the time with it, if it is more than a budget allows a short program;
   and of the time running, if it is a quarter of that of all time.  */
#define RECORDING_PERCENT 33
#define RECORDING_LEAST 50e6	/* ns */
#define READY_PERCENT 25

bool
find_recording (const struct report *report, struct finding *finding)
{
  double cost = recording_cost (report), with = report->whole + cost;
  if (cost < with * RECORDING_PERCENT / 100 || !(cost > RECORDING_LEAST))
    return false;
  finding->text = arena_print ("Recording took %s of this run, %s, which is in no "
			       "function's time but made the program slower.",
			       share_text (cost, with), time_text (cost));
  finding->command = "gasp run --budget=10% ...";
  return true;
}

bool
find_full_record (const struct report *report, struct finding *finding)
{
  for (size_t i = 0; i < report->messages.count; i++)
    {
      const struct item *item = &report->messages.items[i];
      const char *text = item->process->notes[item->index].text;
      if (!text || !strstr (text, GASP_RECORD_MERGES))
	continue;
      finding->text
	= arena_print ("The record of this run became full%s: call paths that "
		       "came later are one line for each function, whose "
		       "total does not have what it called.",
		       in_process (report, item->process));
      finding->command = "gasp run --record-limit=4G ...";
      return true;
    }
  return false;
}

bool
find_busy_machine (const struct report *report, struct finding *finding)
{
  double ready = time_ready (report);
  if (ready < report->running * READY_PERCENT / 100
      || ready < report->whole * READY_PERCENT / 100 / 4 || !(ready > 0))
    return false;
  finding->text = arena_print ("Threads that could run waited %s for a processor: the "
			       "machine was busy, or has fewer processors than the "
			       "program has threads.  Other waits may come from that, "
			       "too.", time_text (ready));
  return true;
}
