/* of-peers.c - what stands out of processes that are one program.  See
   findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "search.h"
#include "findings/findings.h"
#include "base/arena.h"
#include "model/roles.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Worth a word: per cent of the time of all processes.  */
#define WAITING_PERCENT 5
#define ACCESSES_PERCENT 5
#define LOCKS_PERCENT 5

/* ---- Waiting for each other  */

/* Where waits are.  */
static const struct { const char *view; size_t at; } waits[] = {
  { "barriers", offsetof (struct peers_report, waiting) },
  { "late-senders", offsetof (struct peers_report, late) },
  { "late-receivers", offsetof (struct peers_report, late_receivers) }
};

static const struct waitings *
waits_of (const struct report *report, size_t kind)
{
  return (const void *) ((const char *) &report->peers + waits[kind].at);
}

/* Returns whether PLACE takes a lock: of that there is another sentence.  */
static bool
is_lock (const struct report *report, uint32_t place)
{
  return role_of_place (known_place (report, place)) == ROLE_LOCK;
}

/* Adds to SUMS, by place, what all have waited, but for locks.  Returns the
   whole of it.  */
static double
add_waiting (const struct report *report, double *sums, bool *estimated)
{
  double all = 0;
  for (size_t kind = 0; kind < COUNT_OF (waits); kind++)
    {
      const struct waitings *rows = waits_of (report, kind);
      for (size_t i = 0; i < rows->count; i++)
	{
	  const struct waiting *w = &rows->rows[i];
	  if (is_lock (report, w->place))
	    continue;
	  sums[w->place] += w->waited;
	  all += w->waited;
	  *estimated |= w->waited_error > w->waited / 20 && w->waited > 0;
	}
    }
  return all;
}

/* Returns the number of what records call the rank PEER, among all.  */
static size_t
number_of (const struct profile *profile, uint32_t peer)
{
  return profile->rank_count
	 ? FIRST_FROM (profile->rank_count, i, profile->ranks[i] < peer)
	 : peer;
}

/* Adds to BLAME, by rank, what those in ROWS waited at PLACE for it, if that is
   the one that they mostly waited for.  */
static void
add_blame (const struct report *report, const struct waitings *rows,
	   uint32_t place, double *blame)
{
  for (size_t i = 0; i < rows->count; i++)
    {
      const struct waiting *w = &rows->rows[i];
      size_t late = number_of (&report->profile, w->worst_peer);
      if (w->place == place && late < report->peers.threads)
	blame[late] += w->waited * w->worst_part;
    }
}

/* Returns the rank that more than half of WAITED at PLACE was for, or their
   number.  */
static uint32_t
find_late_rank (const struct report *report, uint32_t place, double waited)
{
  uint32_t ranks = report->peers.threads, late = 0;
  OWNED double *blame = allocate (ranks, sizeof *blame);
  for (size_t kind = 0; kind < COUNT_OF (waits); kind++)
    add_blame (report, waits_of (report, kind), place, blame);
  for (uint32_t i = 1; i < ranks; i++)
    if (blame[i] > blame[late])
      late = i;
  bool is_clear = blame[late] > waited / 2;
  return is_clear ? late : ranks;
}

/* Returns how much more than on the average of the others RANK spends in row
   NUMBER of the flat profile by itself; that average goes to *MEAN.  */
static double
excess (const struct report *report, size_t number, uint32_t rank, double *mean)
{
  uint32_t ranks = report->peers.threads;
  const double *self = &report->peers.self[number * ranks];
  double sum = 0;
  for (uint32_t i = 0; i < ranks; i++)
    sum += i == rank ? 0 : self[i];
  *mean = ranks > 1 ? sum / (ranks - 1) : 0;
  return self[rank] - *mean;
}

/* Returns what RANK does longer than the others, if that explains a good part
   of LATE, what one of them waited for it; that place is FINDING's cause.  */
static const char *
reason_of (const struct report *report, uint32_t rank, double late,
	   struct finding *finding)
{
  double most = 0, mean;
  size_t at = 0;
  for (size_t i = 0; i < report->flat.count; i++)
    if (known_place (report, report->flat.rows[i].place)->kind == PLACE_FUNCTION
	&& excess (report, i, rank, &mean) > most)
      {
	most = excess (report, i, rank, &mean);
	at = i;
      }
  if (!(most > late / 4))
    return arena_copy (".");
  uint32_t place = finding->cause = report->flat.rows[at].place;
  double more = excess (report, at, rank, &mean);
  return arena_print (", which spends %s in %s%s, the others %s each.",
		      time_text (mean + more),
		      function_words (known_place (report, place)),
		      at_place (report, place), time_text (mean));
}

/* Returns what most of the waiting comes from, if that is a good part of it;
   else what LATE does longer.  Either is FINDING's cause.  */
static const char *
cause_of (const struct report *report, uint32_t late, double waited,
	  struct finding *finding)
{
  const char *delay = delay_text (report, finding);
  return delay ? delay
	 : late == report->peers.threads ? arena_copy (".")
	 : reason_of (report, late, waited / (report->peers.threads - 1),
		      finding);
}

/* Returns the view that has most of the waiting at PLACE.  */
static const char *
view_of (const struct report *report, uint32_t place)
{
  size_t most = 0;
  double sums[COUNT_OF (waits)] = { 0 };
  for (size_t kind = 0; kind < COUNT_OF (waits); kind++)
    {
      const struct waitings *rows = waits_of (report, kind);
      for (size_t i = 0; i < rows->count; i++)
	if (rows->rows[i].place == place)
	  sums[kind] += rows->rows[i].waited;
      if (sums[kind] > sums[most])
	most = kind;
    }
  return waits[most].view;
}

bool
find_peers_waiting (const struct report *report, struct finding *finding)
{
  uint32_t ranks = report->peers.threads;
  if (ranks < 2)
    return false;
  double *sums = allocate (report->profile.place_count, sizeof *sums);
  finding->gain = add_waiting (report, sums, &finding->estimated);
  uint32_t place = 0;
  for (uint32_t i = 1; i < report->profile.place_count; i++)
    if (sums[i] > sums[place])
      place = i;
  double waited = sums[place];
  free (sums);
  if (finding->gain < report->peers.time * WAITING_PERCENT / 100
      || !(waited > 0))
    return false;
  uint32_t late = find_late_rank (report, place, waited);
  const char *reason = cause_of (report, late, waited, finding);
  char *whom = late == ranks ? arena_copy ("for one or the other")
	       : arena_print ("mostly for %s %s", rank_word (report),
			      rank_text (rank_at (&report->profile, late)));
  finding->of = report->peers.time;
  finding->place = place;
  finding->view = report->peers.delays.count
		  ? arena_print ("%s,delays", view_of (report, place))
		  : view_of (report, place);
  finding->text
    = arena_print ("%s%s of their time, %s wait for one another: %s in "
		   "%s%s, %s%s",
		   finding->estimated ? ESTIMATE_SIGN : "",
		   share_text (finding->gain, report->peers.time),
		   ranks_name (report),
		   share_text (waited, report->peers.time),
		   known_place (report, place)->label, at_place (report, place),
		   whom, reason);
  return true;
}

/* ---- Messages in the wrong order  */

/* Finds the rank that waits longest for messages while others are there, which
   it receives later, and that might do meanwhile what it does for these.  */
bool
find_wrong_order (const struct report *report, struct finding *finding)
{
  uint32_t ranks = report->peers.threads;
  const struct waitings *rows = &report->peers.late;
  OWNED double *sums = allocate (ranks + 1, sizeof *sums);
  const struct waiting *most = NULL;
  uint32_t rank = ranks;
  for (size_t i = 0; i < rows->count; i++)
    sums[rows->rows[i].thread] += rows->rows[i].avoidable;
  for (uint32_t i = 0; i < ranks; i++)
    if (sums[i] > sums[rank])
      rank = i;
  for (size_t i = 0; i < rows->count; i++)
    if (rows->rows[i].thread == rank
	&& (!most || rows->rows[i].avoidable > most->avoidable))
      most = &rows->rows[i];
  if (!most
      || sums[rank] < report->peers.time / ranks * WAITING_PERCENT / 100)
    return false;
  finding->gain = sums[rank];
  finding->of = report->peers.time / ranks;
  finding->place = most->place;
  finding->text
    = arena_print ("MPI rank %s waits for messages while another is there that "
		   "it receives later, most in %s%s: to receive first what "
		   "comes first, as with MPI_ANY_SOURCE or MPI_Waitany, could "
		   "save it " ESTIMATE_SIGN "%s, %s of its time.",
		   rank_text (rank_at (&report->profile, rank)),
		   known_place (report, most->place)->label,
		   at_place (report, most->place), time_text (finding->gain),
		   share_text (finding->gain, finding->of));
  return true;
}

/* ---- Waiting that is not known  */

/* Returns whether the clocks of REPORT's machines could not be compared.  */
static bool
has_strange_clocks (const struct report *report)
{
  for (size_t i = 0; i < report->process_count; i++)
    if (isinf (report->processes[i]->peers.clock_error))
      return true;
  return false;
}

/* Finds that ranks may have waited for those of other machines.  */
bool
find_strange_clocks (const struct report *report, struct finding *finding)
{
  double most = 0;
  if (report->peers.threads < 2 || !has_strange_clocks (report))
    return false;
  for (size_t kind = 0; kind < COUNT_OF (waits); kind++)
    {
      const struct waitings *rows = waits_of (report, kind);
      for (size_t i = 0; i < rows->count; i++)
	{
	  const struct waiting *w = &rows->rows[i];
	  double unknown = fmin (w->waited_error, w->time - w->waited);
	  finding->gain += fmax (0, unknown);
	  if (!(unknown > most))
	    continue;
	  most = unknown;
	  finding->place = w->place;
	  finding->view = waits[kind].view;
	}
    }
  if (finding->gain < report->peers.time * WAITING_PERCENT / 100)
    return false;
  finding->text
    = arena_print ("For up to %s, most in %s%s, %s may have waited for those "
		   "of other machines, whose clocks could not be compared: if "
		   "all ranks met in an MPI_Barrier, that would be known.",
		   time_text (finding->gain),
		   known_place (report, finding->place)->label,
		   at_place (report, finding->place), ranks_name (report));
  return true;
}

/* ---- Accesses to others' memory, one element at a time  */

/* The least number of accesses, and the most bytes of each on the average.  */
#define LEAST_ACCESSES 1000
#define MOST_BYTES 16

static bool
is_one_at_a_time (const struct traffic *t)
{
  uint64_t accesses = t->reads + t->writes;
  return accesses >= LEAST_ACCESSES
	 && t->bytes_read + t->bytes_written <= MOST_BYTES * accesses;
}

/* Returns the time of all events that move data, with what is within these, as
   hits of the cache are: no estimate of a part may exceed it.  */
static double
time_moving (const struct report *report)
{
  double time = 0;
  for (size_t i = 0; i < report->flat.count; i++)
    {
      const struct row *row = &report->flat.rows[i];
      const struct place *place = known_place (report, row->place);
      if (role_of_place (place) == ROLE_TRANSFER)
	time += row->total;
    }
  return time;
}

/* Returns how much longer transfers may have taken than samples saw: by chance,
   what is as long as three of these has hardly ever none.  */
static double
time_moving_unseen (const struct report *report)
{
  return 3 * time_of_unit (report->processes[0]);
}

/* Returns the part of the time in which transfers were recorded: they are
   switched off when they cost too much.  */
static double
part_with_transfers (const struct report *report)
{
  double seen = 0, all = 0;
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct process *p = report->processes[i];
      seen += p->transfers_until > 0 ? fmin (p->transfers_until, p->duration)
	      : p->duration;
      all += p->duration;
    }
  return all > 0 && seen > 0 ? seen / all : 1;
}

/* Returns whether threads' accesses to their own parts are known, which they
   are only if they were profiled: blocks that are copied there are in any
   case.  */
static bool
knows_own_accesses (const struct report *report)
{
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct peers *peers = &report->processes[i]->peers;
      for (size_t j = 0; j < peers->transfer_count; j++)
	{
	  const struct transfer *t = &peers->transfers[j];
	  if (t->peer == peers->rank
	      && t->bytes <= MOST_BYTES * t->calls.count)
	    return true;
	}
    }
  return false;
}

/* Returns "1.2 M of 3 M accesses", as far as both are known.  Of ALL, or there
   were more.  */
static const char *
count_of_accesses (const struct report *report, const struct traffic *t,
		   bool all)
{
  double accesses = (double) (t->reads + t->writes);
  const char *least = all ? "" : least_sign ();
  return t->local && knows_own_accesses (report)
	 ? arena_print ("%s%s of %s%s accesses", least, count_text (accesses),
			least, count_text (accesses + (double) t->local))
	 : arena_print ("%s%s accesses", least, count_text (accesses));
}

/* Returns whether accesses that were not all recorded, as they were too many,
   may take a part of the time that is worth a sentence: TIME, by those that
   were, of the time running, as far as that is known.  */
static bool
may_matter (const struct report *report, double time)
{
  return (!report->shows_waiting
	  || time >= report->running * ACCESSES_PERCENT / 100);
}

bool
find_single_accesses (const struct report *report, struct finding *finding)
{
  const struct traffic *most = NULL;
  for (size_t i = 0; i < report->peers.arrays.count; i++)
    {
      const struct traffic *t = &report->peers.arrays.rows[i];
      if (is_one_at_a_time (t) && (!most || t->time > most->time))
	most = t;
    }
  if (!most)
    return false;
  double part = part_with_transfers (report), moving = time_moving (report);
  double enough = report->whole * ACCESSES_PERCENT / 100;
  double at_most = fmin (most->time, moving + time_moving_unseen (report));
  finding->gain = fmin (most->time, moving) / part;
  if (finding->gain < enough
      && (part >= 1 || !may_matter (report, at_most / part)))
    return false;
  finding->gain = fmax (finding->gain, enough);
  bool writes = most->writes > most->reads;
  const struct place *place = most->place == NO_NODE ? NULL
			      : known_place (report, most->place);
  finding->estimated = most->estimated || part < 1
		       || most->time > finding->gain;
  finding->place = most->place;
  finding->text
    = arena_print ("%s %s shared memory one element at a time: %s to "
		   "%s%s go to other threads' parts, %s each; whole blocks go "
		   "by %s.",
		   part < 1 ? "Too often for each to be recorded, the program "
			      "is"
		   : arena_print ("%s%s of the time is",
				    finding->estimated ? ESTIMATE_SIGN : "",
				    share_text (finding->gain, report->whole)),
		   writes ? "writing" : "reading",
		   count_of_accesses (report, most, part >= 1),
		   most->name ? most->name : place && place->name ? place->name
		   : "(unknown)", at_place (report, most->place),
		   bytes_text ((double) (most->bytes_read + most->bytes_written)
				/ (double) (most->reads + most->writes)),
		   writes ? "upc_memput" : "upc_memget");
  return true;
}

/* ---- Locks  */

/* Returns ", mostly for UPC thread 1" for those that wait for locks at PLACE,
   or "" if that is for one or the other.  */
static const char *
holder_text (const struct report *report, uint32_t place)
{
  double waited = 0;
  for (size_t kind = 0; kind < COUNT_OF (waits); kind++)
    {
      const struct waitings *rows = waits_of (report, kind);
      for (size_t i = 0; i < rows->count; i++)
	waited += rows->rows[i].place == place ? rows->rows[i].waited : 0;
    }
  uint32_t rank = find_late_rank (report, place, waited);
  return rank == report->peers.threads ? ""
	 : arena_print (", mostly for %s %s", rank_word (report),
			rank_text (rank_at (&report->profile, rank)));
}

bool
find_peers_locks (const struct report *report, struct finding *finding)
{
  const struct contention *most = NULL;
  for (size_t i = 0; i < report->peers.lock_count; i++)
    {
      const struct contention *lock = &report->peers.locks[i];
      finding->gain += lock->time;
      if (!most || lock->time > most->time)
	most = lock;
    }
  if (!most || finding->gain < report->peers.time * LOCKS_PERCENT / 100)
    return false;
  finding->of = report->peers.time;
  finding->estimated = most->estimated;
  finding->place = most->place;
  /* These say what the holders do meanwhile.  */
  if (report->peers.delays.count)
    finding->view = "locks,delays";
  const char *allocated = at_place (report, most->allocated);
  /* The objects of MPI's windows are not allocated by a call.  */
  if (*allocated)
    allocated = arena_print (", for the one allocated%s", allocated);
  finding->text
    = arena_print ("%s%s of their time, %s wait for locks: most at %s%s, "
		   "%s times%s%s.",
		   finding->estimated ? ESTIMATE_SIGN : "",
		   share_text (finding->gain, report->peers.time),
		   ranks_name (report),
		   known_place (report, most->place)->label,
		   at_place (report, most->place),
		   count_text ((double) most->calls),
		   allocated, holder_text (report, most->place));
  return true;
}
