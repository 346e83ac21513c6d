/* sizes.c - how large messages, accesses to shared space, and what collective
   functions move are: histograms by line, and by process and peer.

   SPDX-License-Identifier: Apache-2.0

   Records have the size class of each transfer (record.h).  */

#include "record.h"
#include "base/order.h"
#include "sums/figures.h"

#include <stdlib.h>

ORDER (by_group, struct sized, RISING (thread) RISING (peer) RISING (place))

ORDER (by_key, struct sized, THEN (by_group (x, y)) RISING (size))

/* Compares groups: those with most bytes come first, and sizes rise.  */
ORDER (by_bytes, struct sized, FALLING (all_bytes) THEN (by_key (a, b)))

static void
add (struct sizes *sizes, struct sized key, const struct transfer *t)
{
  key.size = t->size;
  key.writes = t->written ? t->calls.count : 0;
  key.reads = t->written ? 0 : t->calls.count;
  key.bytes_written = t->written ? t->bytes : 0;
  key.bytes_read = t->written ? 0 : t->bytes;
  ONE_MORE (sizes->rows, sizes->count, sizes->room) = key;
}

ADDER (add_sized, struct sized, ADD (reads) ADD (writes) ADD (bytes_read)
       ADD (bytes_written))

/* Gives each row the totals of its group.  */
static void
add_up_groups (struct sizes *sizes)
{
  size_t next;
  for (size_t i = 0; i < sizes->count; i = next)
    {
      uint64_t all = 0, bytes = 0;
      for (next = i; next < sizes->count
		     && !by_group (&sizes->rows[i], &sizes->rows[next]); next++)
	{
	  const struct sized *row = &sizes->rows[next];
	  all += row->reads + row->writes;
	  bytes += row->bytes_read + row->bytes_written;
	}
      for (size_t j = i; j < next; j++)
	{
	  sizes->rows[j].all = all;
	  sizes->rows[j].all_bytes = bytes;
	}
    }
}

static void
finish (struct sizes *sizes)
{
  sizes->count = JOIN (sizes->rows, sizes->count, by_key, add_sized);
  add_up_groups (sizes);
  SORT (sizes->rows, sizes->count, by_bytes);
}

static bool
is_meant (const struct report *report, const struct transfer *t)
{
  return t->size && t->calls.place != NO_NODE
	 && report->wanted[t->calls.place] != LEAVE_OUT;
}

/* Returns whether T is an access of the process itself to its own part of
   shared space, rather than a message.  */
static bool
is_local (const struct peers *peers, const struct transfer *t)
{
  return t->peer == peers->rank && t->first;
}

/* Adds what PROCESS moves.  */
static void
add_process (struct report *report, const struct process *process)
{
  const struct peers *peers = &process->peers;
  struct sizes *lines = &report->peers.line_sizes;
  for (size_t i = 0; i < peers->transfer_count; i++)
    {
      const struct transfer *t = &peers->transfers[i];
      if (!is_meant (report, t) || is_local (peers, t))
	continue;
      add (lines, (struct sized) { .place = t->calls.place }, t);
      add (&report->peers.peer_sizes,
	   (struct sized) { .thread = peers->rank, .peer = t->peer }, t);
    }
  /* In a broadcast, only the root gives something.  */
  for (size_t i = 0; i < peers->collective_count; i++)
    if (is_meant (report, &peers->collectives[i])
	&& peers->collectives[i].bytes)
      add (lines, (struct sized) { .place = peers->collectives[i].calls.place },
	   &peers->collectives[i]);
}

void
add_up_sizes (struct report *report)
{
  for (size_t i = 0; i < report->process_count; i++)
    if (report->processes[i]->peers.threads)
      add_process (report, report->processes[i]);
  finish (&report->peers.line_sizes);
  finish (&report->peers.peer_sizes);
}
