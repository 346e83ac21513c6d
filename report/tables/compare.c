/* compare.c - what changed from some runs to others.  See compare.h.

   SPDX-License-Identifier: Apache-2.0

   tables -> samples, one for each figure and run (compare-samples.c) ->
   changes.

   Medians of the runs are compared.  They may differ by their noise without a
   reason: see noise_of.  */

#include "tables/compare-samples.h"
#include "base/arena.h"
#include "base/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- From samples to changes.  */

static int
compare_samples (const struct measured *a, const struct measured *b)
{
  int order = a->kind < b->kind ? -1 : a->kind > b->kind;
  if (!order)
    order = strcmp (a->key, b->key);
  return order ? order : strcmp (a->figure, b->figure);
}

ORDER (by_figure, struct measured, THEN (compare_samples (x, y)) RISING (run))

ORDER (by_value, double, THEN (*x < *y ? -1 : *x > *y))

static double
median (const double *values, size_t count)
{
  if (!count)
    return 0;
  OWNED double *sorted = allocate (count, sizeof *sorted);
  memcpy (sorted, values, count * sizeof *sorted);
  SORT (sorted, count, by_value);
  return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2;
}

/* The runs of a side: their VALUES of a figure, how long each waited for a
   processor, and its whole time.  */
struct side { double *values, variance; const double *ready, *whole;
	      size_t count; };

/* Returns how far from MIDDLE value I of SIDE is.  What a run waited for a
   processor may have made it longer, and says nothing of the program.  */
static double
distance_of (const struct side *side, size_t i, double middle,
	     enum cell_type type)
{
  double more = side->values[i] - middle;
  double waited = type != CELL_TIME ? 0 : more > 0 ? side->ready[i]
		  : median (side->ready, side->count);
  return fabs (more) > waited ? fabs (more) - waited : 0;
}

/* Returns how wrong MIDDLE, the median of SIDE, may be: its standard error, by
   the median of the distances from it, so that one disturbed run does not
   count; more where there are few runs.  One or two runs show nothing: then a
   fifth is assumed for times, and a fiftieth for counts.  That is also the
   least for times, however many runs there are: where code lies in memory
   makes as much difference.  */
static double
error_of_median (const struct side *side, double middle, enum cell_type type)
{
  double n = (double) side->count, *distances;
  if (side->count < 3)
    return middle * (type == CELL_TIME ? .2 : .02);
  distances = allocate (side->count, sizeof *distances);
  for (size_t i = 0; i < side->count; i++)
    distances[i] = distance_of (side, i, middle, type);
  /* Of a normal distribution 1.4826 times that median is the standard
     deviation.  */
  double deviation = 1.4826 * median (distances, side->count);
  double error = deviation * sqrt (acos (-1) / (2 * n)) * (1 + 2 / (n - 1));
  double least = type == CELL_TIME ? middle * .02 : 0;
  free (distances);
  return error > least ? error : least;
}

/* Returns how much of SIDE's MIDDLE may be waiting for a processor, which
   counts as time of the function that a thread is in.  The total is known: a
   function has its share of that and, as waiting comes in few long moments, a
   quarter of all in addition.  Runs even that out.  */
static double
disturbance_of (const struct side *side, double middle)
{
  double whole = median (side->whole, side->count);
  double share = whole > 0 && middle < whole ? middle / whole : 1;
  double waited = median (side->ready, side->count) * (share + .25);
  return (waited < middle ? waited : middle) / sqrt ((double) side->count);
}

/* Returns by how much medians OLD and NEW of the sides may differ without a
   cause: three standard errors, of the medians and of estimates; and for
   times, the disturbance by other programs, and the change of all functions
   together, which is DRIFT, since the machine may have been faster.  */
static double
noise_of (const struct side *sides, double old, double new,
	  enum cell_type type, double drift)
{
  double a = error_of_median (&sides[0], old, type);
  double b = error_of_median (&sides[1], new, type);
  return 3 * sqrt (a * a + b * b + sides[0].variance + sides[1].variance)
	 + (type != CELL_TIME ? 0
	    : drift * (old > new ? old : new) + disturbance_of (&sides[0], old)
	      + disturbance_of (&sides[1], new));
}

struct comparing {
  struct comparison *result;
  size_t count, room;		/* changes */
  size_t runs;
  double *values, *none;	/* of all runs, and as many zeros */
  double *ready, *wholes;	/* what each waited for a processor, and took */
  double *units;		/* of each: the bytes that one sampled block
				   stands for */
  double unseen;		/* of the latest bytes: the part that no sample
				   may show */
  double drift, whole;
};

/* Returns for each of COUNT runs how many bytes a sampled block stands for on
   the average; 0 where SAMPLES know all.  Allocated.  */
static double *
units_of (const struct measurements *samples, size_t count)
{
  double *units = allocate (count, sizeof *units);
  double *bytes = allocate (count, sizeof *bytes);
  for (size_t i = 0; i < samples->count; i++)
    {
      const struct measured *s = &samples->items[i];
      if (s->kind != CHANGED_ALLOCATION || strcmp (s->figure, "bytes"))
	continue;
      units[s->run] += s->variance;
      bytes[s->run] += s->value;
    }
  for (size_t run = 0; run < count; run++)
    units[run] = bytes[run] > 0 ? units[run] / bytes[run] : 0;
  free (bytes);
  return units;
}

/* Adds to SIDES that runs without a figure of an allocation like LAST, which is
   OTHER elsewhere, may just have no sample of it: with a chance of one in some
   hundred of six times what a sample stands for.  */
static void
add_unseen (struct comparing *c, struct side *sides,
	    const struct measured *last, double other)
{
  if (!strcmp (last->figure, "bytes"))
    c->unseen = 0;
  for (size_t run = 0; run < c->runs; run++)
    {
      struct side *side = &sides[run >= c->result->old_count];
      double unit = c->values[run] > 0 || !(other > 0) ? 0 : c->units[run];
      if (!strcmp (last->figure, "bytes"))
	c->unseen = fmax (c->unseen, 2 * unit / other);
      if (unit > 0)
	side->variance += pow (c->unseen * other, 2) / (double) side->count;
    }
}

/* Adds one change, of the samples FROM to END, which are all of one
   figure.  */
static void
add_change (struct comparing *c, const struct measured *from,
	    const struct measured *end)
{
  size_t old_count = c->result->old_count;
  struct side sides[2] = { { c->values, 0, c->ready, c->wholes, old_count },
			   { c->values + old_count, 0, c->ready + old_count,
			     c->wholes + old_count, c->runs - old_count } };
  memset (c->values, 0, c->runs * sizeof *c->values);
  const struct measured *last = end - 1;
  for (const struct measured *s = from; s < end; s++)
    {
      struct side *side = &sides[s->run >= old_count];
      c->values[s->run] += s->value;
      side->variance += s->variance / (double) side->count;
    }
  if (!strcmp (last->figure, "processor"))
    sides[0].ready = sides[1].ready = c->none;
  double old = median (sides[0].values, sides[0].count);
  double new = median (sides[1].values, sides[1].count);
  if (last->kind == CHANGED_ALLOCATION)
    add_unseen (c, sides, last, fmax (old, new));
  ONE_MORE (c->result->changes, c->count, c->room) = (struct change) {
    last->kind, last->figure, last->name, last->location, last->type, old,
    new, noise_of (sides, old, new, last->type, c->drift), false };
}

static void
make_changes (struct comparing *c, const struct measurements *samples)
{
  const struct measured *from = samples->items;
  const struct measured *end = samples->items + samples->count;
  c->count = 0;
  while (from < end)
    {
      const struct measured *next = from + 1;
      while (next < end && !compare_samples (from, next))
	next++;
      add_change (c, from, next);
      from = next;
    }
}

/* Returns by what part the time of functions usually changed: the median of
   those that have 1/200 of the time or more, if there are five; and no more
   than a quarter, for then it is not the machine.  */
static double
usual_change (const struct comparing *c)
{
  const struct change *changes = c->result->changes;
  OWNED double *ratios = allocate (c->count, sizeof *ratios);
  size_t count = 0;
  for (size_t i = 0; i < c->count; i++)
    if (changes[i].kind == CHANGED_FUNCTION
	&& !strcmp (changes[i].figure, "self")
	&& changes[i].old >= c->whole / 200 && changes[i].new > 0)
      ratios[count++] = changes[i].new / changes[i].old;
  double usual = count < 5 ? 0 : fabs (median (ratios, count) - 1);
  return usual < .25 ? usual : .25;
}

/* ---- Which matter.  */

/* Returns what figures like CHANGE's come to in all.  */
static double
base_of (const struct comparing *c, const struct change *change)
{
  double old = 0, new = 0;
  if (change->type == CELL_TIME)
    return c->whole;
  for (size_t i = 0; i < c->count; i++)
    {
      const struct change *other = &c->result->changes[i];
      if (other->kind != change->kind || other->type != change->type
	  || strcmp (other->figure, change->figure))
	continue;
      old += other->old;
      new += other->new;
    }
  return old > new ? old : new;
}

static void
judge (struct comparing *c, double threshold)
{
  enum { BASES = 64 };
  struct { enum change_kind kind; const char *figure; double base; }
    bases[BASES];
  size_t known = 0;
  for (size_t i = 0; i < c->count; i++)
    {
      struct change *change = &c->result->changes[i];
      size_t j = 0;
      while (j < known && (bases[j].kind != change->kind
			   || strcmp (bases[j].figure, change->figure)))
	j++;
      double base = j < known ? bases[j].base : base_of (c, change);
      if (j == known && known < BASES)
	{
	  bases[known].kind = change->kind;
	  bases[known].figure = change->figure;
	  bases[known++].base = base;
	}
      double difference = fabs (change->new - change->old);
      change->beyond = difference > change->noise
		       && difference >= base * threshold / 100;
    }
}

/* Compares changes by importance, self time before total time: the former
   shows where to look.  */
static int
by_importance (const void *a, const void *b)
{
  const struct change *x = a, *y = b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->kind != CHANGED_WHOLE && x->beyond != y->beyond)
    return x->beyond ? -1 : 1;
  if (x->type != y->type)
    return x->type < y->type ? -1 : 1;
  if (x->kind == CHANGED_WHOLE)
    return strcmp (x->name, y->name);
  if (strcmp (x->figure, y->figure))
    return strcmp (x->figure, y->figure);
  double by = fabs (x->new - x->old), other = fabs (y->new - y->old);
  return by > other ? -1 : by < other ? 1 : strcmp (x->name, y->name);
}

static void
sort_changes (const struct comparing *c)
{
  struct comparison *result = c->result;
  SORT (result->changes, c->count, by_importance);
  size_t i = 0;
  for (unsigned kind = 0; kind <= CHANGE_KINDS; kind++)
    {
      while (i < c->count && result->changes[i].kind < kind)
	i++;
      result->firsts[kind] = i;
    }
}

struct report *
middle_run (struct report *const *runs, size_t count)
{
  OWNED double *times = allocate (count, sizeof *times);
  for (size_t i = 0; i < count; i++)
    times[i] = runs[i]->whole;
  SORT (times, count, by_value);
  size_t i = 0;
  while (runs[i]->whole != times[count / 2])
    i++;
  return runs[i];
}

static double
greatest_time (const struct comparison *result, struct report *const *runs,
	       size_t count)
{
  double old = result->old->whole;
  double new = middle_run (runs + result->old_count,
			   count - result->old_count)->whole;
  return old > new ? old : new;
}

static double *
times_of (struct report *const *runs, size_t count, bool waiting)
{
  double *times = allocate (count, sizeof *times);
  for (size_t i = 0; i < count; i++)
    times[i] = waiting ? kernel_time (runs[i], true) : runs[i]->whole;
  return times;
}

struct comparison *
compare_runs (struct report *const *runs, size_t old_count, size_t count,
	      double threshold)
{
  struct measurements samples = { 0 };
  struct comparison *result = allocate (1, sizeof *result);
  result->old_count = old_count;
  result->new_count = count - old_count;
  result->old = middle_run (runs, old_count);
  for (size_t run = 0; run < count; run++)
    samples.waits |= runs[run]->shows_waiting;
  for (size_t run = 0; run < count; run++)
    add_samples (&samples, runs[run], run);
  SORT (samples.items, samples.count, by_figure);
  join_moved (&samples, old_count);
  SORT (samples.items, samples.count, by_figure);
  struct comparing c = { .result = result, .runs = count,
			 .values = allocate (count, sizeof (double)),
			 .none = allocate (count, sizeof (double)),
			 .whole = greatest_time (result, runs, count),
			 .ready = times_of (runs, count, true),
			 .wholes = times_of (runs, count, false),
			 .units = units_of (&samples, count) };
  make_changes (&c, &samples);
  c.drift = usual_change (&c);
  make_changes (&c, &samples);
  judge (&c, threshold);
  sort_changes (&c);
  free (samples.items);
  free (c.values);
  free (c.none);
  free (c.ready);
  free (c.wholes);
  free (c.units);
  return result;
}
