/* peers-cells.c - fill in the rows of the tables about processes that are one
   program.

   SPDX-License-Identifier: Apache-2.0

   As cells.c.  */

#include "tables/tables.def"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

/* Returns place NUMBER; an empty one for NO_NODE.  */
static const struct place *
place (const struct report *report, uint32_t number)
{
  static const struct place nowhere = { .kind = PLACE_OTHER };
  return number == NO_NODE ? &nowhere : &report->profile.places[number];
}

/* Returns "1.5 GiB/s" for so many bytes a second; null for 0.  Allocated.  */
static const char *
rate_text (double rate)
{
  return rate > 0 ? arena_print ("%s/s", bytes_text (rate)) : NULL;
}

FILL (call_site, CALL_SITE_COLUMNS,
      const struct call_site *s = &report->peers.sites.rows[row];
      const struct place *p = place (report, s->place))

FILL (sent_site, SENT_SITE_COLUMNS,
      const struct call_site *s = &report->peers.sites.rows[row];
      const struct place *p = place (report, s->place))

FILL (matrix, MATRIX_COLUMNS,
      const struct traffic *t = &report->peers.matrix.rows[row])

/* Returns the ranks of group NUMBER, "0-156"; valid until the report ends.  */
static const char *
group_text (const struct report *report, uint32_t number)
{
  const struct peers_report *peers = &report->peers;
  uint32_t first = number * peers->group_size;
  uint32_t last = first + peers->group_size - 1;
  if (last >= peers->threads)
    last = peers->threads - 1;
  if (!peers->group_names[number])
    {
      const struct profile *profile = &report->profile;
      char *from = arena_copy (rank_text (rank_at (profile, first)));
      peers->group_names[number]
	= last == first ? from
	  : arena_print ("%s-%s", from, rank_text (rank_at (profile, last)));
    }
  return peers->group_names[number];
}

FILL (group, GROUP_COLUMNS,
      const struct traffic *t = &report->peers.groups.rows[row])

FILL (node, NODE_COLUMNS,
      const struct traffic *t = &report->peers.nodes.rows[row];
      const char *host = report->peers.node_hosts[t->thread])

void
grid_fill (const struct report *report, size_t row, union cell *cells)
{
  const struct traffics *matrix = &report->peers.matrix;
  union cell *threads = cells + 2;
  uint64_t all = 0;
  for (uint32_t i = 0; i < report->peers.threads; i++)
    threads[i].count = 0;
  for (size_t i = report->peers.matrix_rows[row];
       i < report->peers.matrix_rows[row + 1]; i++)
    {
      const struct traffic *t = &matrix->rows[i];
      threads[t->peer].count = t->bytes_read + t->bytes_written;
      all += threads[t->peer].count;
    }
  GRID_COLUMNS (PUT)
}

FILL (remote_line, REMOTE_LINE_COLUMNS,
      const struct traffic *t = &report->peers.lines.rows[row];
      const struct place *p = place (report, t->place))

FILL (collective, COLLECTIVE_COLUMNS,
      const struct traffic *t = &report->peers.collectives.rows[row];
      const struct place *p = place (report, t->place))

/* Returns the least number of bytes in size class SIZE of records.  */
static uint64_t
least_size (uint32_t size)
{
  return size < 2 ? 0 : size > 65 ? UINT64_MAX : UINT64_C (1) << (size - 2);
}

FILL (line_size, LINE_SIZE_COLUMNS,
      const struct sized *s = &report->peers.line_sizes.rows[row];
      const struct place *p = place (report, s->place))

FILL (peer_size, PEER_SIZE_COLUMNS,
      const struct sized *s = &report->peers.peer_sizes.rows[row])

FILL (array, ARRAY_COLUMNS,
      const struct traffic *t = &report->peers.arrays.rows[row];
      const struct place *p = place (report, t->place))

static bool
is_wait_estimated (const struct waiting *w)
{
  return w->time_estimated || w->waited_error > w->waited / 20;
}

FILL (barrier, BARRIER_COLUMNS,
      const struct waiting *w = &report->peers.waiting.rows[row];
      const struct place *p = place (report, w->place))

FILL (late_sender, LATE_SENDER_COLUMNS,
      const struct waiting *w = &report->peers.late.rows[row];
      const struct place *p = place (report, w->place))

FILL (late_receiver, LATE_RECEIVER_COLUMNS,
      const struct waiting *w = &report->peers.late_receivers.rows[row];
      const struct place *p = place (report, w->place))

static const char *
delay_kind (enum delay_kind kind)
{
  static const char *const names[] = {
    [DELAY_COMPUTING] = "computing", [DELAY_BLOCKED] = "sleep, I/O",
    [DELAY_COMMUNICATION] = "messages",
    [DELAY_THREADS] = "threads", [DELAY_IO] = "I/O", [DELAY_READY] = "ready",
    [DELAY_UNKNOWN] = "not known"
  };
  return names[kind];
}

static const char *
path_of_number (const struct report *report, uint32_t number)
{
  const struct path *path = &report->peers.paths.rows[number];
  return number == NO_NODE ? NULL
	 : arena_keep (path_text (report, &path->thread->tree, path->node));
}

static const char *
worker_number (const struct thread *worker)
{
  return worker ? arena_print ("%u", worker->number) : NULL;
}

/* Returns "f" for a function, and "omp critical (a.c:9)" for what is known by
   its line.  */
static const char *
label_and_place (const struct place *p)
{
  return p->kind == PLACE_EVENT && p->location
	 ? arena_print ("%s (%s)", label_of (p), p->location) : label_of (p);
}

/* Returns "omp for (a.c:9)" for the innermost construct that PATH is in, or
   null.  */
static const char *
construct_around (const struct report *report, uint32_t path)
{
  uint32_t at = construct_of_path (report, path);
  const struct place *p = place (report, at);
  return at == NO_NODE ? NULL : arena_print ("%s (%s)", p->name, p->location);
}

FILL (delay, DELAY_COLUMNS,
      const struct delay *d = &report->peers.delays.rows[row];
      const struct place *p = place (report, d->place);
      const struct place *q = place (report, d->wait_place);
      const struct place *w = place (report, d->worker_place))

FILL (critical, CRITICAL_COLUMNS,
      const struct critical *c = &report->peers.criticals.rows[row];
      const struct place *p = place (report, c->place);
      const struct place *w = place (report, c->worker_place))

FILL (lock, LOCK_COLUMNS,
      const struct contention *l = &report->peers.locks[row];
      const struct place *p = place (report, l->place))

FILL (rank, RANK_COLUMNS, const struct rank_time *t = &report->peers.ranks[row])

FILL (alike, ALIKE_COLUMNS,
      const struct alike *g = &report->peers.alike.rows[row])

void
by_thread_fill (const struct report *report, size_t row, union cell *cells)
{
  uint32_t threads = report->peers.threads, most = 0;
  const double *self = &report->peers.self[row * threads];
  const struct row *r = &report->flat.rows[row];
  const struct place *p = place (report, r->place);
  double sum = 0;
  for (uint32_t i = 0; i < threads; i++)
    {
      sum += self[i];
      if (self[i] > self[most])
	most = i;
    }
  BY_THREAD_COLUMNS (PUT)
  for (uint32_t i = 0; i < count_thread_columns (report); i++)
    PUT_TIME (self[i]);
}
