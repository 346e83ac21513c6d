/* of-teams.c - what stands out of teams of threads.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"
#include "search.h"
#include "base/arena.h"
#include "model/roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Worth a word: per cent of the time of all threads, and of the longest
   part.  */
#define IMBALANCE_TIME_PERCENT 3
#define IMBALANCE_PERCENT 10
#define REGIONS_PERCENT 5
#define SERIAL_PERCENT 20
#define LOCKS_PERCENT 5
/* The least part of the run that is gained if something in it is a tenth
   faster.  */
#define GAIN_PERCENT 1

/* Parts that are shorter are lost in the cost of the construct: ns.  */
#define LEAST_PART 20e3

/* ---- Imbalance  */

/* Returns how often there was TEAM, of regions or work: the calls of work are
   all threads'.  */
static double
times_of (const struct report *report, const struct team *team)
{
  enum role role = role_of_tag (known_place (report, team->place)->tag);
  return role == ROLE_WORKSHARE ? (double) team->calls / team->threads
	 : (double) team->calls;
}

/* Returns what threads waited most for, of WORST, which may be null, and what
   of LIST is not balanced, and not just for want of a processor.  */
static const struct team *
least_balanced (const struct report *report, const struct teams *list,
		const struct team *worst)
{
  for (size_t i = 0; i < list->count; i++)
    {
      const struct team *team = &list->rows[i];
      if (team->threads > 1 && team->calls
	  && fmin (team->imbalance, team->unequal) >= IMBALANCE_PERCENT
	  && team->most / times_of (report, team) >= LEAST_PART
	  && (!worst || team->waited > worst->waited))
	worst = team;
    }
  return worst;
}

/* Returns how long all threads would wait less if the parts of WORK were equal.
   Where they wait for iterations, some come late for that.  */
static double
could_be_saved (const struct team *work)
{
  double unequal = (work->most - work->mean) * work->threads;
  return work->for_earlier > 0 ? fmin (work->waited, unequal)
	 : work->waited;
}

/* Returns how long each thread of the process that gains most would wait less
   if the parts of WORK were equal in each.  */
static double
could_be_saved_by_each (const struct report *report, const struct team *work)
{
  double most = 0, all = 0;
  for (size_t first = 0, next; first < report->thread_count; first = next)
    {
      next = END_OF_RUN (report->thread_count, first, t,
			 report->threads[t]->process
			   == report->threads[first]->process);
      double sum = 0, longest = 0;
      uint32_t threads = 0;
      for (size_t t = first; t < next; t++)
	if (work->present[t])
	  {
	    threads++;
	    sum += work->busy[t];
	    longest = fmax (longest, work->busy[t]);
	  }
      all += longest * threads - sum;
      most = fmax (most, threads ? longest - sum / threads : 0);
    }
  return could_be_saved (work) * (all > 0 ? most / all : 1. / work->threads);
}

/* Returns how threads that have nothing more to do may be given something.  */
static const char *
advice_for (const struct report *report, const struct team *work,
	    const char *name)
{
  const char *saving = time_text (could_be_saved_by_each (report, work));
  bool has_many = work->iterations
		  && work->iterations / (work->calls / work->threads)
		     >= 4 * (uint64_t) work->threads;
  if (!strcmp (name, "omp for") && has_many)
    return arena_print ("another schedule, as schedule(dynamic), could save "
			ESTIMATE_SIGN "%s", saving);
  return arena_print ("equal parts would save " ESTIMATE_SIGN "%s", saving);
}

/* Returns "loop" for NAME "omp for".  */
static const char *
construct_noun (const char *name)
{
  static const char barrier[] = "barrier of ", thread[] = "thread of ";
  const char *word = !strncmp (name, "omp ", 4) ? name + 4 : name;
  if (!strncmp (word, barrier, sizeof barrier - 1))
    return arena_print ("end of the %s",
			construct_noun (word + sizeof barrier - 1));
  if (!strncmp (word, thread, sizeof thread - 1))
    return construct_noun (word + sizeof thread - 1);
  return !strcmp (word, "for") ? "loop"
	 : !strcmp (word, "parallel") ? "parallel region" : word;
}

const char *
construct_text (const struct report *report, uint32_t place)
{
  return arena_print ("the %s%s%s",
		      construct_noun (known_place (report, place)->name),
		      in_function (report, place), at_place (report, place));
}

/* Returns ", the longest that of thread 3" for WORK.  */
static const char *
longest_text (const struct report *report, const struct team *work)
{
  if (work->busiest == NO_NODE)
    return "";
  const struct thread *thread = report->threads[work->busiest];
  return arena_print (", the longest that of thread %s%s%s",
		      thread_words (thread), team_words (thread),
		      in_process (report, thread->process));
}

bool
find_imbalance (const struct report *report, struct finding *finding)
{
  /* A region that is a loop is in both lists: the loop says more.  */
  const struct team *work = least_balanced (report, &report->work, NULL);
  work = least_balanced (report, &report->teams, work);
  if (!work
      || could_be_saved (work) < report->whole * IMBALANCE_TIME_PERCENT / 100)
    return false;
  const struct place *place = known_place (report, work->place);
  finding->gain = could_be_saved (work);
  finding->place = work->place;
  if (!strcmp (place->name, "omp parallel"))
    finding->view = "regions";
  finding->text
    = arena_print ("%s of the time, threads wait at the end of the %s%s%s, "
		   "whose parts differ by %s%s: %s.",
		   share_text (work->waited, report->whole),
		   construct_noun (place->name),
		   in_function (report, work->place),
		   at_place (report, work->place),
		   share_text (work->imbalance, 100),
		   longest_text (report, work),
		   advice_for (report, work, place->name));
  return true;
}

/* ---- Regions that are too small  */

enum { LEAST_REGIONS = 100 };

static double
computing (const struct team *region)
{
  return region->time[TEAM_BODY] + region->time[TEAM_WORK]
	 + region->time[TEAM_TASK];
}

/* Returns the time of all threads that beginning, ending and waiting in REGION
   took.  */
static double
overhead (const struct team *region)
{
  return region->wall * region->threads - computing (region);
}

static bool
is_small (const struct team *region)
{
  return region->threads > 1 && region->calls >= LEAST_REGIONS
	 && computing (region) / (double) region->calls / region->threads
	      < LEAST_PART
	 && overhead (region) > computing (region);
}

bool
find_small_regions (const struct report *report, struct finding *finding)
{
  const struct team *worst = NULL;
  for (size_t i = 0; i < report->teams.count; i++)
    {
      const struct team *region = &report->teams.rows[i];
      if (is_small (region) && (!worst || overhead (region) > overhead (worst)))
	worst = region;
    }
  if (!worst || overhead (worst) < report->whole * REGIONS_PERCENT / 100)
    return false;
  double calls = (double) worst->calls;
  finding->gain = overhead (worst);
  finding->place = worst->place;
  finding->text
    = arena_print ("%s of the time, %s small regions%s%s cost more than they "
		   "compute: %s each, of which %s is computing; one thread, or "
		   "one region around them, may be faster.",
		   share_text (finding->gain, report->whole),
		   count_text (calls), in_function (report, worst->place),
		   at_place (report, worst->place),
		   time_text (worst->wall / calls),
		   time_text (computing (worst) / calls / worst->threads));
  return true;
}

/* ---- Outside of regions  */

/* Adds to SUMS, by function, what the thread of TREE does in it outside of
   regions, by itself and in events, and in what only samples saw, as in
   libraries.  */
static void
add_serial (const struct report *report, const struct tree *tree, double *sums)
{
  OWNED bool *is_inside = allocate (tree->count, sizeof *is_inside);
  for (uint32_t i = 1; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      const struct place *place = known_place (report, node->place);
      enum role role = role_of_place (place);
      is_inside[i] = is_inside[node->parent] || role == ROLE_TEAM
		     || role == ROLE_MEMBER || is_of_device (role)
		     || is_communication (report, place);
      bool is_sampled = !node->calls && node->calls_at_least;
      if (!is_inside[i])
	sums[function_of (report, tree, is_sampled ? node->parent : i)]
	  += node->self;
    }
}

/* Returns the place of the function with the most time outside of regions, in a
   process that has some, and sets *SHARE to its part of all that; or
   NO_NODE.  */
static uint32_t
most_serial (const struct report *report, double *share)
{
  OWNED double *sums = allocate (report->profile.place_count, sizeof *sums);
  uint32_t most = NO_NODE;
  double all = 0;
  for (size_t t = 0; t < report->thread_count; t++)
    if (has_teams (report, report->threads[t]->process))
      add_serial (report, &report->thread_trees[t], sums);
  for (uint32_t i = 0; i < report->profile.place_count; i++)
    {
      all += sums[i];
      if (sums[i] > 0 && known_place (report, i)->kind == PLACE_FUNCTION
	  && (most == NO_NODE || sums[i] > sums[most]))
	most = i;
    }
  *share = most == NO_NODE ? 0 : sums[most] / all;
  return most;
}

/* Returns ", most of it in setup (prog.c:2)" for what has SHARE of it at PLACE;
   "" if that is little.  */
static const char *
most_serial_text (const struct report *report, uint32_t place, double share)
{
  if (share * 100 < SERIAL_PERCENT)
    return "";
  return arena_print (", %s of it in %s%s",
		      share * 2 >= 1 ? "most" : share_text (share, 1),
		      known_place (report, place)->label,
		      at_place (report, place));
}

bool
find_serial_part (const struct report *report, struct finding *finding)
{
  const struct serial *serial = &report->serial;
  double share = 0;
  uint32_t place = report->teams.count ? most_serial (report, &share) : NO_NODE;
  if (serial->percent < SERIAL_PERCENT || place == NO_NODE)
    return false;
  for (size_t i = 0; i < report->members.count; i++)
    finding->gain += report->members.rows[i].time[TEAM_IDLE];
  if (!(finding->gain > 0))
    return false;
  double alone = serial->whole - serial->parallel;
  finding->gain *= alone / (alone + serial->communicating);
  finding->place = place;
  const char *but = !(serial->communicating > 0) ? ""
		    : report->device_work.count
		    ? ", but for communication and devices,"
		    : ", but for calls of MPI and its like,";
  finding->text
    = arena_print ("%.0f %% of the run%s is outside of parallel regions%s: no "
		   "number of threads makes it more than %.1f times as fast "
		   "as one.", serial->percent, but,
		   most_serial_text (report, place, share), serial->limit);
  return true;
}

/* ---- What bounds the run  */

/* Returns whether PLACE waits for what cannot be made faster there: a process
   that it started; or, in sleep while other threads run most of the time, maybe
   for these, at which it looks again and again.  */
static bool
cannot_be_faster (const struct report *report, const struct place *place)
{
  return awaits_child (place)
	 || (is_sleep (place) && threads_running (report, true) > 1);
}

/* Returns the part of the critical path that would bring most if it were
   faster; or null, also if that has no name.  */
static const struct critical *
most_gain (const struct report *report)
{
  const struct criticals *all = &report->peers.criticals;
  const struct critical *most = NULL;
  for (size_t i = 0; i < all->count; i++)
    if (all->rows[i].gain_known
	&& !cannot_be_faster (report, known_place (report, all->rows[i].place))
	&& (!most || all->rows[i].gain > most->gain))
      most = &all->rows[i];
  return most && *known_place (report, most->place)->label != '(' ? most : NULL;
}

bool
find_critical_path (const struct report *report, struct finding *finding)
{
  double length = report->peers.criticals.length;
  /* For processes that deal with each other, there are other sentences.  */
  const struct critical *most
    = report->peers.encounters.count ? NULL : most_gain (report);
  if (!most || most->gain < length * GAIN_PERCENT / 100)
    return false;
  uint32_t construct = construct_of_path (report, most->path);
  const char *callers = chain_text (report, most->path);
  const struct thread *thread = most->worker;
  finding->gain = most->gain;
  finding->of = length;
  finding->place = most->place;
  finding->text
    = arena_print ("If %s%s%s%s%s%s%s were 10 %% faster, the run would take "
		   ESTIMATE_SIGN "%.1f %% less time: that is %s of its "
		   "critical path%s%s%s.",
		   known_place (report, most->place)->label,
		   at_place (report, most->place),
		   callers ? ", called by " : "", callers ? callers : "",
		   construct == NO_NODE ? "" : ", in ",
		   construct == NO_NODE ? ""
		   : construct_text (report, construct),
		   callers || construct != NO_NODE ? "," : "",
		   100 * most->gain / length, share_text (most->time, length),
		   thread ? ", on thread " : "",
		   thread ? thread_words (thread) : "",
		   thread ? team_words (thread) : "");
  return true;
}

/* ---- Iterations  */

bool
find_iterations (const struct report *report, struct finding *finding)
{
  double most = 0;
  for (size_t i = 0; i < report->flat.count; i++)
    {
      const struct row *row = &report->flat.rows[i];
      if (!awaits_iterations (report, row->place))
	continue;
      finding->gain += row->total;
      if (row->total <= most)
	continue;
      most = row->total;
      finding->place = row->place;
    }
  if (finding->gain < report->whole * LOCKS_PERCENT / 100 || !(most > 0))
    return false;
  const char *at = known_place (report, finding->place)->location;
  finding->text
    = arena_print ("%s of the time, threads wait for earlier iterations of a "
		   "loop%s"
		   "%s%s: what these do before ordered depend(source) holds up "
		   "those behind them.",
		   share_text (finding->gain, report->whole),
		   at ? ", most at " : "",
		   at ? at : "",
		   at ? in_function (report, finding->place) : "");
  return true;
}

/* ---- Locks  */

/* Returns who had the lock of PLACE for longest while others waited, or null:
   what it takes to get a free lock counts as waiting, too.  */
static const struct blame *
worst_blame (const struct report *report, uint32_t place)
{
  const struct team_details *d = &report->team_details;
  const struct blame *most = NULL;
  for (size_t i = 0; i < d->blame_count; i++)
    if (same_construct (report, d->blames[i].place, place)
	&& (!most || d->blames[i].time > most->time))
      most = &d->blames[i];
  return most;
}

/* Returns where those whom the ones at PLACE waited for most took it: ", while
   another holds it from FILE:LINE on".  */
static const char *
holder_text (const struct report *report, uint32_t place)
{
  const struct blame *most = worst_blame (report, place);
  const char *from = most ? known_place (report, most->holder)->location : NULL;
  return from ? arena_print (", while another holds it from %s on", from) : "";
}

/* Returns " 'NAME'" if LOCK is a variable, or else "".  */
static const char *
variable_text (const struct mutex *lock)
{
  static const char block[] = "allocated ";
  bool is_variable = !lock->has_address && *lock->name != '('
		     && strncmp (lock->name, block, strlen (block));
  return is_variable ? arena_print (" '%s'", lock->name) : "";
}

bool
find_team_locks (const struct report *report, struct finding *finding)
{
  const struct team_details *d = &report->team_details;
  const struct mutex *most = NULL;
  for (size_t i = 0; i < d->mutex_count; i++)
    {
      if (d->mutexes[i].counts_all
	  || !worst_blame (report, d->mutexes[i].place))
	continue;
      finding->gain += d->mutexes[i].waited;
      finding->estimated |= d->mutexes[i].estimated;
      if (!most || d->mutexes[i].waited > most->waited)
	most = &d->mutexes[i];
    }
  if (!most || finding->gain < report->whole * LOCKS_PERCENT / 100)
    return false;
  finding->place = most->place;
  if (d->blame_count)
    finding->view = "team-locks,lock-blame";
  finding->text
    = arena_print ("%s%s of the time, threads wait for locks: most for"
		   " %s%s%s%s%s.",
		   finding->estimated ? ESTIMATE_SIGN : "",
		   share_text (finding->gain, report->whole), most->construct,
		   variable_text (most), in_function (report, most->place),
		   at_place (report, most->place),
		   holder_text (report, most->place));
  return true;
}
