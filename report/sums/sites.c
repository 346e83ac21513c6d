/* sites.c - calls that communicate, by the place that they are called at: time,
   and how evenly processes share it; what they send; and how fast that goes.

   SPDX-License-Identifier: Apache-2.0

   Below an event that communicates may be others, such as the messages that
   MPI_Sendrecv sends: they belong to it.  */

#include "model/roles.h"
#include "base/order.h"
#include "sums/figures.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether PLACE is an event of the model that the processes are of, and
   not of their beginning or end.  */
static bool
communicates (const struct report *report, uint32_t place)
{
  const struct place *p = &report->profile.places[place];
  return is_communication (report, p) && role_of_tag (p->tag) != ROLE_SETUP;
}

/* The calls of process RANK at PLACE, and their time; in one of its trees, at
   first.  */
struct share { uint32_t place, rank; uint64_t calls; double time, variance; };
struct shares { struct share *rows; size_t count, room; };

/* Adds the calls in TREE, of RANK, that communicate to SHARES.  SITE_OF
   gets, for their places and those below them, the place that they count
   for.  */
static void
add_tree (const struct report *report, const struct tree *tree, uint32_t rank,
	  uint32_t *site_of, struct shares *shares)
{
  for (uint32_t i = 1; i < tree->count; i++)
    {
      const struct node *node = &tree->nodes[i];
      uint32_t above = tree->nodes[node->parent].place;
      if (!communicates (report, node->place))
	continue;
      if (communicates (report, above))
	{
	  site_of[node->place] = site_of[above];
	  continue;
	}
      site_of[node->place] = node->place;
      ONE_MORE (shares->rows, shares->count, shares->room) = (struct share) {
	node->place, rank, node->calls, node->total, node->total_variance
      };
    }
}

ORDER (by_place_and_rank, struct share, RISING (place) RISING (rank))

ADDER (add_share, struct share, ADD (calls) ADD (time) ADD (variance))

static struct call_site *
add_site (struct call_sites *sites, uint32_t place)
{
  struct call_site *site = &ONE_MORE (sites->rows, sites->count, sites->room);
  *site = (struct call_site) { .place = place };
  return site;
}

/* Makes sites of SHARES, which are sorted.  */
static void
list_sites (struct call_sites *sites, const struct shares *shares)
{
  struct call_site *site = NULL;
  for (size_t i = 0; i < shares->count; i++)
    {
      const struct share *s = &shares->rows[i];
      if (!site || site->place != s->place)
	site = add_site (sites, s->place);
      site->calls += s->calls;
      site->time += s->time;
      site->variance += s->variance;
      site->ranks++;
      if (s->time > site->most)
	{
	  site->most = s->time;
	  site->most_rank = s->rank;
	}
      sites->time += s->time;
    }
}

/* Finds the coefficients of variation.  */
static void
compare_ranks (struct call_sites *sites, const struct shares *shares)
{
  const struct share *s = shares->rows;
  for (struct call_site *site = sites->rows; site < sites->rows + sites->count;
       site++)
    {
      double mean = site->time / site->ranks, squares = 0;
      for (uint32_t i = 0; i < site->ranks; i++, s++)
	squares += (s->time - mean) * (s->time - mean);
      if (site->ranks > 1 && mean > 0)
	site->cov = sqrt (squares / (site->ranks - 1)) / mean;
    }
}

/* ---- What they move.  */

/* Adds T, or COUNT of its calls, to the one of SITES that it belongs to, by AT,
   which has their numbers by place.  */
static void
add_transfer (struct call_sites *sites, const uint32_t *at,
	      const struct transfer *t, uint64_t count)
{
  if (t->calls.place == NO_NODE || at[t->calls.place] == NO_NODE)
    return;
  struct call_site *site = &sites->rows[at[t->calls.place]];
  if (t->written)
    {
      site->sent += count;
      site->bytes_sent += t->bytes;
      sites->bytes_sent += t->bytes;
    }
  else
    site->bytes_received += t->bytes;
}

/* Adds transfers to the sites.  Of a broadcast, all but the root send
   nothing.  */
static void
add_transfers (struct report *report, const uint32_t *at)
{
  struct call_sites *sites = &report->peers.sites;
  for (size_t i = 0; i < report->process_count; i++)
    {
      const struct peers *peers = &report->processes[i]->peers;
      for (size_t j = 0; j < peers->transfer_count; j++)
	add_transfer (sites, at, &peers->transfers[j],
		      peers->transfers[j].calls.count);
      for (size_t j = 0; j < peers->collective_count; j++)
	add_transfer (sites, at, &peers->collectives[j],
		      peers->collectives[j].bytes
		      ? peers->collectives[j].calls.count : 0);
    }
}

/* ---- How fast that is.  */

/* Adds what ROWS have of waiting, and of loops of tests.  These are in those of
   receivers and of senders, if they wait for both.  */
static void
add_waiting (struct call_sites *sites, const uint32_t *at,
	     const struct waitings *rows)
{
  double *testing = allocate (sites->count + 1, sizeof *testing);
  bool *polled = allocate (sites->count + 1, sizeof *polled);
  for (size_t i = 0; i < rows->count; i++)
    {
      const struct waiting *row = &rows->rows[i];
      uint32_t site = at[row->place];
      if (!row->waited_known || site == NO_NODE)
	continue;
      sites->rows[site].waited += row->waited;
      testing[site] += row->time;
      polled[site] |= row->polled;
    }
  for (size_t i = 0; i < sites->count; i++)
    if (polled[i] && testing[i] > sites->rows[i].testing)
      sites->rows[i].testing = testing[i];
  free (testing);
  free (polled);
}

/* Returns whether the function called NAME may return before its transfer is
   over: how long that takes is not known.  */
static bool
only_begins (const char *name)
{
  static const char *const names[] = {
    "MPI_I[a-z]*", "MPI_Start*", "MPI_Pready*", "MPI_Put", "MPI_Get",
    "MPI_Get_accumulate", "MPI_Accumulate", "MPI_Fetch_and_op",
    "MPI_Compare_and_swap", "MPI_Rput", "MPI_Rget*", "MPI_Raccumulate",
    "*_nbi", "nonblocking *"
  };
  for (size_t i = 0; i < COUNT_OF (names); i++)
    if (!fnmatch (names[i], name, 0))
      return true;
  return false;
}

static void
find_rates (struct report *report)
{
  struct call_sites *sites = &report->peers.sites;
  for (struct call_site *s = sites->rows; s < sites->rows + sites->count; s++)
    {
      double moving = fmax (s->time, s->testing) - s->waited;
      if (moving > 0 && !only_begins (report->profile.places[s->place].name))
	s->rate = 1e9 * (double) (s->bytes_sent + s->bytes_received) / moving;
    }
}

/* Returns, for each place, the number of its site; allocated.  */
static uint32_t *
number_sites (struct report *report, uint32_t *site_of)
{
  size_t places = report->profile.place_count;
  const struct call_sites *sites = &report->peers.sites;
  uint32_t *at = allocate (places, sizeof *at);
  memset (at, 0xff, places * sizeof *at);
  for (size_t i = 0; i < sites->count; i++)
    at[sites->rows[i].place] = (uint32_t) i;
  for (size_t i = 0; i < places; i++)
    if (site_of[i] != NO_NODE)
      at[i] = at[site_of[i]];
  return at;
}

ORDER (by_bytes_sent, struct call_site, FALLING (bytes_sent) FALLING (sent)
       RISING (place))

static void
sort_sites (struct call_sites *sites)
{
  SORT (sites->rows, sites->count, by_bytes_sent);
  while (sites->sending < sites->count && sites->rows[sites->sending].sent)
    sites->sending++;
}

void
add_up_sites_of_calls (struct report *report)
{
  struct peers_report *peers = &report->peers;
  struct shares shares = { NULL, 0, 0 };
  size_t places = report->profile.place_count;
  OWNED uint32_t *site_of = allocate (places, sizeof *site_of);
  memset (site_of, 0xff, places * sizeof *site_of);
  for (size_t i = 0; i < report->thread_count; i++)
    {
      const struct process *process = report->threads[i]->process;
      if (process->peers.threads)
	add_tree (report, &report->thread_trees[i], process->peers.rank,
		  site_of, &shares);
    }
  shares.count = JOIN (shares.rows, shares.count, by_place_and_rank, add_share);
  list_sites (&peers->sites, &shares);
  compare_ranks (&peers->sites, &shares);
  OWNED uint32_t *at = number_sites (report, site_of);
  add_transfers (report, at);
  add_waiting (&peers->sites, at, &peers->waiting);
  add_waiting (&peers->sites, at, &peers->late);
  add_waiting (&peers->sites, at, &peers->late_receivers);
  find_rates (report);
  sort_sites (&peers->sites);
  for (uint32_t i = 0; i < peers->threads; i++)
    peers->sites.program += peers->ranks[i].time - peers->ranks[i].setup;
  free (shares.rows);
}
