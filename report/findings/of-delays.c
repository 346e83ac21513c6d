/* of-delays.c - what makes ranks late that others wait for, in words.  See
   findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"
#include "base/arena.h"
#include "model/roles.h"

#include <math.h>
#include <stdlib.h>

/* Per cent of all waiting: what comes from less is not worth a word.  */
#define CAUSE_PERCENT 20
/* A function stands for what it calls if all of that costs more by this.  */
#define MORE_WITH_CALLED 1.25
/* Per cent of what a path costs: a rank that has it alone, and one that has a
   part of it.  */
#define ALONE_PERCENT 80
#define PART_PERCENT 5
enum { MOST_CALLERS = 3 };	/* named of a path */

/* ---- Paths  */

static const struct path *
path_at (const struct report *report, uint32_t path)
{
  return &report->peers.paths.rows[path];
}

/* Returns the place of PATH, or one of no name if that is NO_NODE.  */
static const struct place *
place_of_path (const struct report *report, uint32_t path)
{
  return known_place (report, path == NO_NODE ? NO_NODE
			      : path_at (report, path)->place);
}

static bool
is_function_path (const struct report *report, uint32_t path)
{
  return place_of_path (report, path)->kind == PLACE_FUNCTION;
}

/* Returns whether PATH is of a function that is called by nothing known, as
   main is.  */
static bool
is_outermost (const struct report *report, uint32_t path)
{
  const struct place *caller
    = place_of_path (report, path_at (report, path)->caller);
  return caller->kind != PLACE_FUNCTION && caller->kind != PLACE_EVENT;
}

/* Returns whether functions called PATH that two names stand for: an event's
   own, and who called that.  */
static bool
has_outer (const struct report *report, uint32_t path)
{
  return outer_of_path (report, path) != NO_NODE;
}

const char *
chain_text (const struct report *report, uint32_t path)
{
  uint32_t at = path == NO_NODE ? NO_NODE : path_at (report, path)->caller;
  const struct place *place = place_of_path (report, at);
  if (place->kind != PLACE_FUNCTION && place->kind != PLACE_EVENT)
    return NULL;
  const char *text = function_words (place);
  for (int i = 1; i < MOST_CALLERS && is_function_path (report, at); i++)
    {
      at = path_at (report, at)->caller;
      if (!is_function_path (report, at) || is_outermost (report, at))
	break;
      text = arena_print ("%s < %s", text,
			  function_words (place_of_path (report, at)));
    }
  return text;
}

/* ---- What costs most  */

/* A reason why ranks are late: LEAF is what costs most by itself, on all ranks,
   and PATH that or what has called it and others; COST is PATH's, with all that
   is called there, and WORST that of RANK, which has most of it; EXCESS how
   much longer all of RANKS were there than those that waited.  */
struct cause {
  const struct delay *main;
  uint32_t leaf, path, rank, ranks;
  double leaf_cost, cost, worst, excess;
  double all;			/* that all such reasons cost */
};

static double
cost_of (const struct delay *d)
{
  return d->direct + d->passed_on;
}

/* Returns whether D explains a wait: that who leaves a barrier late comes late
   to the next explains nothing.  */
static bool
explains (const struct delay *d)
{
  return !d->was_ready && d->place != d->wait_place && d->path != NO_NODE
	 && d->place != NO_NODE;
}

/* Returns whether PATH is OUTER or called there.  */
static bool
is_within (const struct report *report, uint32_t path, uint32_t outer)
{
  while (path != NO_NODE && path != outer)
    path = path_at (report, path)->caller;
  return path == outer;
}

/* Returns what costs most by path, with what is called there, or by itself if
   OWN; allocated.  */
static double *
costs (const struct report *report, bool own)
{
  const struct delays *delays = &report->peers.delays;
  double *sums = allocate (report->peers.paths.count + 1, sizeof *sums);
  for (size_t i = 0; i < delays->count; i++)
    for (uint32_t at = delays->rows[i].path;
	 explains (&delays->rows[i]) && at != NO_NODE;
	 at = own ? NO_NODE : path_at (report, at)->caller)
      sums[at] += cost_of (&delays->rows[i]);
  return sums;
}

/* Returns PATH, or the function around it that costs clearly more with other
   things that it calls; but for the outermost, in which all is.  */
static uint32_t
widest (const struct report *report, uint32_t path)
{
  OWNED double *sums = costs (report, false);
  uint32_t best = path;
  for (uint32_t at = path_at (report, path)->caller;
       is_function_path (report, at) && !is_outermost (report, at);
       at = path_at (report, at)->caller)
    if (sums[at] > sums[best] * MORE_WITH_CALLED)
      best = at;
  return best;
}

/* Adds up in CAUSE, whose path is known, what that costs by rank.  */
static void
add_ranks (const struct report *report, struct cause *cause)
{
  const struct delays *delays = &report->peers.delays;
  OWNED double *sums = allocate (report->peers.threads, sizeof *sums);
  for (size_t i = 0; i < delays->count; i++)
    {
      const struct delay *d = &delays->rows[i];
      if (!explains (d) || !is_within (report, d->path, cause->path))
	continue;
      cause->cost += cost_of (d);
      cause->excess += d->excess;
      sums[d->late] += cost_of (d);
      if (sums[d->late] > cause->worst)
	{
	  cause->worst = sums[d->late];
	  cause->rank = d->late;
	}
    }
  for (uint32_t i = 0; i < report->peers.threads; i++)
    cause->ranks += sums[i] > cause->cost * PART_PERCENT / 100;
}

/* Returns what most of the waiting comes from; of no cost if that is not
   known.  */
static struct cause
main_cause (const struct report *report)
{
  const struct delays *delays = &report->peers.delays;
  struct cause cause = { .leaf = NO_NODE };
  OWNED double *own = costs (report, true);
  for (size_t i = 0; i < delays->count; i++)
    {
      const struct delay *d = &delays->rows[i];
      cause.all += explains (d) ? cost_of (d) : 0;
      if (explains (d) && own[d->path] > cause.leaf_cost)
	{
	  cause.main = d;
	  cause.leaf = d->path;
	  cause.leaf_cost = own[d->path];
	}
    }
  if (!cause.main)
    return cause;
  cause.path = cause.main->worker || is_construct (place_of_path (report,
								  cause.leaf))
	       ? cause.leaf : widest (report, cause.leaf);
  add_ranks (report, &cause);
  return cause;
}

/* Returns the delay that most of those come from that were ready without a
   processor, or null, and what all of these cost in *COST.  */
static const struct delay *
main_ready (const struct delays *delays, double *cost)
{
  const struct delay *most = NULL;
  *cost = 0;
  for (size_t i = 0; i < delays->count; i++)
    if (delays->rows[i].was_ready)
      {
	*cost += cost_of (&delays->rows[i]);
	most = most ? most : &delays->rows[i];
      }
  return most;
}

/* ---- In words  */

/* Returns ", called by g < h" for PATH, or "".  An event is IN the first.  */
static const char *
called_text (const struct report *report, uint32_t path)
{
  uint32_t by = has_outer (report, path) ? path_at (report, path)->caller
		: path;
  uint32_t caller = path_at (report, by)->caller;
  const struct place *place = place_of_path (report, caller);
  if (caller != NO_NODE && is_construct (place))
    {
      uint32_t at = path_at (report, caller)->place;
      return arena_print (", in %s", construct_text (report, at));
    }
  const char *chain = chain_text (report, by);
  return chain ? arena_print (", called by %s", chain) : "";
}

/* Returns "f (a.c:9), called by g" for PATH, where somebody is late.  */
static const char *
late_text (const struct report *report, uint32_t path)
{
  const struct place *place = place_of_path (report, path);
  uint32_t at = path_at (report, path)->place;
  if (place->kind == PLACE_THREAD)
    return arena_copy ("code without instrumentation");
  if (is_construct (place))
    return construct_text (report, at);
  const struct place *caller
    = place_of_path (report, path_at (report, path)->caller);
  return arena_print ("%s%s%s%s", function_words (place), at_place (report, at),
		      has_outer (report, path)
		      ? arena_print (" in %s", function_words (caller)) : "",
		      called_text (report, path));
}

/* Returns ", thread 3 in g (a.c:7)" for the one that D's rank waits for.  */
static const char *
worker_text (const struct report *report, const struct delay *d)
{
  if (!d->worker)
    return "";
  if (d->worker_place == NO_NODE)
    return arena_print (", thread %u%s", d->worker->number,
			team_words (d->worker));
  return arena_print (", for thread %u%s in %s%s", d->worker->number,
		      team_words (d->worker),
		      function_words (known_place (report, d->worker_place)),
		      at_place (report, d->worker_place));
}

/* Returns "on rank 3" for CAUSE, or "on 3 ranks, the most, 40 %, on rank
   2".  */
static const char *
ranks_text (const struct report *report, const struct cause *cause)
{
  const char *word = rank_word (report);
  const char *rank = rank_text (rank_at (&report->profile, cause->rank));
  const char *most
    = arena_print ("the most, %s, on %s %s",
		   share_text (cause->worst, report->peers.delays.waited),
		   word, rank);
  if (cause->worst >= cause->cost * ALONE_PERCENT / 100)
    return arena_print ("on %s %s%s", word, rank,
			cause->rank == cause->main->late
			? worker_text (report, cause->main) : "");
  return cause->ranks == report->peers.threads
	 ? arena_print ("now on one %s, now on another, %s", word, most)
	 : arena_print ("on %u %ss, %s", cause->ranks, word, most);
}

/* Returns "50 % of that comes from f, on rank 1" for CAUSE.  */
static const char *
cause_text (const struct report *report, const struct cause *cause,
	    const char *of)
{
  const struct path *leaf = path_at (report, cause->leaf);
  const char *part
    = cause->path == cause->leaf ? ""
      : arena_print (", the most, %s, in %s%s",
		     share_text (cause->leaf_cost, report->peers.delays.waited),
		     function_words (known_place (report, leaf->place)),
		     at_place (report, leaf->place));
  return arena_print (". %s of %s comes from %s%s, %s: %s more there than "
		      "those have that wait for it.",
		      share_text (cause->cost, report->peers.delays.waited), of,
		      late_text (report, cause->path), part,
		      ranks_text (report, cause), time_text (cause->excess));
}

/* Returns the sentence about ranks that are late for want of a processor, as
   D's late one is, which COST the others so much.  */
static const char *
ready_text (const struct report *report, const struct delay *d, double cost,
	    const char *of)
{
  return arena_print (". %s of %s comes from %s that are ready, but have no "
		      "processor: mostly %s, in %s, for %s longer than those "
		      "that wait for it.",
		      share_text (cost, report->peers.delays.waited), of,
		      ranks_name (report),
		      rank_text (rank_at (&report->profile, d->late)),
		      d->path == NO_NODE ? "?" : late_text (report, d->path),
		      time_text (d->excess));
}

const char *
delay_text (const struct report *report, struct finding *finding)
{
  const struct delays *delays = &report->peers.delays;
  double ready_cost, least = delays->waited * CAUSE_PERCENT / 100;
  struct cause cause = main_cause (report);
  const struct delay *ready = main_ready (delays, &ready_cost);
  bool is_ready = ready_cost > (cause.cost > least ? cause.all : cause.cost);
  if (!(fmax (cause.cost, ready_cost) > least)
      || (is_ready && ready->place == NO_NODE))
    return NULL;
  /* Waits for locks are not in the sentence's.  */
  const char *of = delays->waited > finding->gain * 1.01
		   ? "that and of waits for locks" : "that";
  finding->cause = is_ready ? ready->place
		   : path_at (report, cause.path)->place;
  return is_ready ? ready_text (report, ready, ready_cost, of)
	 : cause_text (report, &cause, of);
}
