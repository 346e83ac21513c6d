/* clocks.c - how far the clocks of machines are apart, as far as barriers and
messages show.

   SPDX-License-Identifier: Apache-2.0

   Machines set their clocks to the time of day, so the clocks may be
   milliseconds apart.  Their speeds differ by some millionths.  But no process
   leaves a barrier before all have arrived.  So each barrier says of two
   machines at least and at most by how much one's clock is ahead.  What all
   barriers allow is mostly about as wide as the time that a message takes.  If
   the clocks agree with it, they stay as they are.  If not, the middle is
   taken.  If no constant agrees, or hardly any, a straight line does: the
   clocks differ in speed.

   Without barriers, messages say it, as none arrives before it is sent.  They
   say less: two sides may have been put together that are not of one message
   (pairs.c).  If no line agrees with all of them, the clocks stay as they
   are.  */

#include "search.h"
#include "model/clocks.h"
#include "record.h"
#include "base/order.h"
#include "base/util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By which clocks do not differ more.  */
#define MOST_DRIFT 500e-6

/* At TIME, between LEAST and MOST is to be added.  */
struct bound { double time, least, most; };

double
fitted (const struct clock_fit *fit, double time)
{
  return time + fit->offset + fit->drift * time;
}

uint32_t
machine_of (struct machines *m, const char *host)
{
  uint32_t i = 0;
  while (i < m->count && strcmp (m->hosts[i], host))
    i++;
  if (i == m->count)
    ONE_MORE (m->hosts, m->count, m->room) = host;
  return i;
}

/* ---- What barriers say  */

/* Adds SIGHTING, if clocks can be compared by it: one where all ranks wait for
   all.  Of a rooted function, some leave before others have come; one of a
   part of the ranks may be on no other machine.  A communicator of all ranks
   has as many members.  */
void
add_sighting (struct sightings *sightings,
	      const struct sighting *sighting, uint32_t waits,
	      uint32_t ranks)
{
  uint32_t members = (uint32_t) sighting->members;
  if (waits != GASP_RECORD_ALL_FOR_ALL
      || (sighting->members && members != ranks))
    return;
  ONE_MORE (sightings->rows, sightings->count, sightings->room) = *sighting;
}

ORDER (by_barrier, struct sighting, RISING (members) RISING (number))

ORDER (by_barrier_and_machine, struct sighting, THEN (by_barrier (a, b))
       RISING (machine))

/* Makes SUM the last to arrive and the first to leave of its machine.  */
ADDER (join, struct sighting, LARGEST (arrived)
       x->left = fmin (x->left, y->left);)

/* Finds the bound that COUNT sightings of one barrier give for MACHINE, where
   FITS has those before it.  Returns false if they give none.  */
static bool
bound_by (struct bound *bound, uint32_t machine, const struct clock_fit *fits,
	  const struct sighting *s, size_t count)
{
  double arrived = -INFINITY, left = INFINITY;
  size_t i;
  for (i = 0; i < count && s[i].machine < machine; i++)
    {
      const struct clock_fit *fit = &fits[s[i].machine];
      arrived = fmax (arrived, fitted (fit, s[i].arrived));
      left = fmin (left, fitted (fit, s[i].left));
    }
  if (i == 0 || i == count || s[i].machine != machine)
    return false;
  *bound
    = (struct bound) { s[i].arrived, arrived - s[i].left, left - s[i].arrived };
  return true;
}

void
add_crossing (void *closure, const struct side *sent,
	      const struct side *received)
{
  struct crossings *crossings = closure;
  if (sent->machine == received->machine || received->early)
    return;
  ONE_MORE (crossings->rows, crossings->count, crossings->room)
    = (struct crossing) {
    sent->machine, received->machine, sent->posted, received->ended
  };
}

/* Returns the bounds by messages between MACHINE and those before it.  */
static struct bound *
bounds_by_messages (uint32_t machine, const struct clock_fit *fits,
		    const struct crossings *crossings, size_t *found)
{
  struct bound *bounds = allocate (crossings->count + 1, sizeof *bounds);
  *found = 0;
  for (size_t i = 0; i < crossings->count; i++)
    {
      const struct crossing *c = &crossings->rows[i];
      struct bound *bound = &bounds[*found];
      if (c->to == machine && c->from < machine)
	*bound = (struct bound) {
	  c->received, fitted (&fits[c->from], c->sent) - c->received, INFINITY
	};
      else if (c->from == machine && c->to < machine)
	*bound
	  = (struct bound) { c->sent, -INFINITY,
			     fitted (&fits[c->to], c->received) - c->sent };
      else
	continue;
      ++*found;
    }
  return bounds;
}

static struct bound *
bounds_by_barriers (uint32_t machine, const struct clock_fit *fits,
		    const struct sightings *sightings, size_t *found)
{
  const struct sighting *rows = sightings->rows;
  struct bound *bounds = allocate (sightings->count + 1, sizeof *bounds);
  *found = 0;
  for (size_t i = 0, next; i < sightings->count; i = next)
    {
      next = END_OF_RUN (sightings->count, i, j,
			 !by_barrier (&rows[j], &rows[i]));
      *found += bound_by (&bounds[*found], machine, fits, rows + i, next - i);
    }
  return bounds;
}

/* ---- The clock that fits  */

/* Returns the offsets that BOUNDS allow if clocks drift by DRIFT.  */
static struct bound
common (const struct bound *bounds, size_t count, double drift)
{
  struct bound all = { 0, -INFINITY, INFINITY };
  for (size_t i = 0; i < count; i++)
    {
      all.least = fmax (all.least, bounds[i].least - drift * bounds[i].time);
      all.most = fmin (all.most, bounds[i].most - drift * bounds[i].time);
    }
  return all;
}

static double
width (const struct bound *bounds, size_t count, double drift)
{
  struct bound all = common (bounds, count, drift);
  return all.most - all.least;
}

/* Returns the drift that leaves most room, by thirds: as a function of the
   drift, the width has one maximum.  */
static double
best_drift (const struct bound *bounds, size_t count)
{
  double low = -MOST_DRIFT, high = MOST_DRIFT;
  for (int i = 0; i < 60; i++)
    {
      double third = (high - low) / 3;
      if (width (bounds, count, low + third)
	  < width (bounds, count, high - third))
	low += third;
      else
	high -= third;
    }
  return (low + high) / 2;
}

static struct clock_fit
fit_clock (const struct bound *bounds, size_t count)
{
  struct clock_fit fit = { 0, 0, INFINITY };
  struct bound all = common (bounds, count, 0);
  if (!count)
    return fit;
  double drift = best_drift (bounds, count);
  struct bound drifting = common (bounds, count, drift);
  if (drifting.most - drifting.least > 2 * (all.most - all.least))
    {
      fit.drift = drift;
      all = drifting;
    }
  if (fit.drift || all.least > 0 || all.most < 0)
    fit.offset = (all.least + all.most) / 2;
  fit.error
    = fmax (fabs (all.most - fit.offset), fabs (fit.offset - all.least));
  return fit;
}

/* Returns whether FIT does what the bounds say, and these say something of
   both sides.  */
static bool
is_fitting (const struct clock_fit *fit, const struct bound *bounds,
	    size_t count)
{
  struct bound all = common (bounds, count, fit->drift);
  return isfinite (fit->error) && all.least <= all.most;
}

void
fit_clocks (struct clock_fit *fits, uint32_t machines,
	    struct sightings *sightings, find_crossings *find, void *closure)
{
  struct crossings crossings = { NULL, 0, 0 };
  bool looked = false;
  sightings->count = JOIN (sightings->rows, sightings->count,
			   by_barrier_and_machine, join);
  fits[0] = (struct clock_fit) { 0, 0, 0 };
  for (uint32_t machine = 1; machine < machines; machine++)
    {
      size_t found;
      struct bound *bounds = bounds_by_barriers (machine, fits, sightings,
						 &found);
      fits[machine] = fit_clock (bounds, found);
      free (bounds);
      if (found)
	continue;
      if (!looked)
	find (closure, &crossings);
      looked = true;
      bounds = bounds_by_messages (machine, fits, &crossings, &found);
      fits[machine] = fit_clock (bounds, found);
      if (!is_fitting (&fits[machine], bounds, found))
	fits[machine] = (struct clock_fit) { 0, 0, INFINITY };
      free (bounds);
    }
  free (crossings.rows);
}
