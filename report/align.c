/* align.c - one clock for the processes of a program that ran on several machines.

   SPDX-License-Identifier: Apache-2.0

   Points in time are ticks of a machine's clock.  Those of one machine are compared as
   they are: nothing is more precise.  Those of another machine become ticks of the
   first process's by the time of day at which both began, which the record has as on
   one machine (struct gasp_gcc_provider).  After load-peers.c.  */

#include "load.h"

#include <string.h>

/* Ticks of FROM as those of TO.  */
struct clocks
{
  const struct process *from, *to;
};

/* 0 means that it never was.  */
static void
convert (const struct clocks *c, uint64_t *ticks)
{
  const struct peers *from = &c->from->peers, *to = &c->to->peers;
  if (!*ticks)
    return;
  double since = (double) (int64_t) (*ticks - from->start_ticks) * from->ns_per_tick;
  double apart = (double) add_wrapping (c->from->start_realtime,
					-c->to->start_realtime);
  double result = (double) to->start_ticks + (apart + since) / to->ns_per_tick;
  *ticks = result < 1 ? 1 : result < 9e18 ? (uint64_t) result : (uint64_t) 9e18;
}

static void
align (struct process *process, const struct process *to)
{
  const struct clocks clocks = { process, to };
  struct peers *p = &process->peers;
  for (size_t i = 0; i < p->range_count; i++)
    {
      convert (&clocks, &p->ranges[i].born);
      convert (&clocks, &p->ranges[i].died);
    }
  for (size_t i = 0; i < p->transfer_count; i++)
    {
      convert (&clocks, &p->transfers[i].since);
      convert (&clocks, &p->transfers[i].until);
    }
  for (size_t i = 0; i < p->barrier_count; i++)
    {
      convert (&clocks, &p->barriers[i].arrived);
      convert (&clocks, &p->barriers[i].began);
      convert (&clocks, &p->barriers[i].left);
    }
  p->ns_per_tick = to->peers.ns_per_tick;
}

/* The first process of PROCESS's program.  */
static const struct process *
first_of (const struct profile *profile, const struct process *process)
{
  const struct process *p = profile->processes;
  while (p != process && (!p->peers.threads || p->job != process->job))
    p++;
  return p;
}

void
align_peers (struct profile *profile)
{
  for (size_t i = 0; i < profile->process_count; i++)
    {
      struct process *process = &profile->processes[i];
      const struct process *first = first_of (profile, process);
      if (process->peers.threads && strcmp (process->host, first->host)
	  && process->peers.comparable && first->peers.comparable)
	align (process, first);
    }
}
