/* align.c - one clock for the processes of a program that ran on several
   machines.

   SPDX-License-Identifier: Apache-2.0

   Points in time are ticks of a machine's clock.  Those of one machine are
   compared as they are: nothing is more precise.  Those of another machine
   become ticks of the first process's by the time of day at which both began,
   which the record has as on one machine if the runtime has compared the clocks
   (struct gasp_gcc_provider); and then by what barriers and messages say of the
   clocks (clocks.c).  After load-peers.c.  */

#include "model/clocks.h"
#include "model/loading/load.h"
#include "model/pairs.h"

#include <stdlib.h>
#include <string.h>

/* Returns whether PROCESS is of FIRST's program, and its times are compared
   with FIRST's.  */
static bool
is_compared (const struct process *process, const struct process *first)
{
  return (process->peers.threads && process->job == first->job
	  && process->peers.comparable && first->peers.comparable);
}

/* Changes each point in time of PROCESS to what CHANGED returns, with
   WITH.  */
static void
change_times (struct process *process,
	      double (*changed) (const void *with, uint64_t ticks),
	      const void *with)
{
  struct peers *p = &process->peers;
#define CHANGE(ticks)							\
  do									\
    if (ticks)	/* 0 means that it never was */				\
      {									\
	double result_ = changed (with, ticks);				\
	ticks = result_ < 1 ? 1 : result_ < 9e18 ? (uint64_t) result_	\
		: (uint64_t) 9e18;					\
      }									\
  while (0)
  for (size_t i = 0; i < p->range_count; i++)
    {
      CHANGE (p->ranges[i].born);
      CHANGE (p->ranges[i].died);
    }
  for (size_t i = 0; i < p->transfer_count; i++)
    {
      CHANGE (p->transfers[i].since);
      CHANGE (p->transfers[i].until);
    }
  for (size_t i = 0; i < p->barrier_count; i++)
    {
      CHANGE (p->barriers[i].arrived);
      CHANGE (p->barriers[i].began);
      CHANGE (p->barriers[i].left);
    }
  for (size_t i = 0; i < p->message_count; i++)
    {
      CHANGE (p->messages[i].posted);
      CHANGE (p->messages[i].began);
      CHANGE (p->messages[i].ended);
    }
  for (size_t i = 0; i < p->phase_count; i++)
    CHANGE (p->phases[i].until);
#undef CHANGE
}

/* Ticks of FROM as those of TO.  */
struct clocks
{
  const struct process *from, *to;
};

static double
converted (const void *with, uint64_t ticks)
{
  const struct clocks *c = with;
  const struct peers *from = &c->from->peers, *to = &c->to->peers;
  double since
    = (double) (int64_t) (ticks - from->start_ticks) * from->ns_per_tick;
  double apart = (double) add_wrapping (c->from->start_realtime,
					-c->to->start_realtime);
  return (double) to->start_ticks + (apart + since) / to->ns_per_tick;
}

static void
align (struct process *process, const struct process *to)
{
  const struct clocks clocks = { process, to };
  change_times (process, converted, &clocks);
  process->peers.ns_per_tick = to->peers.ns_per_tick;
}

/* Returns the first process of PROCESS's program.  */
static const struct process *
first_of (const struct profile *profile, const struct process *process)
{
  const struct process *p = profile->processes;
  while (p != process && (!p->peers.threads || p->job != process->job))
    p++;
  return p;
}

/* ---- What barriers and messages say  */

/* Returns nanoseconds since FIRST began.  */
static double
time_of (const struct process *first, uint64_t ticks)
{
  return (double) (int64_t) (ticks - first->peers.start_ticks)
	 * first->peers.ns_per_tick;
}

double
time_in_program (const struct profile *profile, const struct process *process,
		 uint64_t ticks)
{
  return time_of (first_of (profile, process), ticks);
}

static void
list_sightings (struct profile *profile, const struct process *first,
		struct machines *machines, struct sightings *sightings)
{
  for (size_t i = 0; i < profile->process_count; i++)
    {
      const struct process *process = &profile->processes[i];
      const struct peers *p = &process->peers;
      if (!is_compared (process, first))
	continue;
      uint32_t machine = machine_of (machines, process->host);
      for (size_t j = 0; j < p->barrier_count; j++)
	{
	  const struct barrier *b = &p->barriers[j];
	  const struct sighting sighting = {
	    b->members, b->number, machine, time_of (first, b->arrived),
	    time_of (first, b->left)
	  };
	  if (b->left && !b->is_long)
	    add_sighting (sightings, &sighting, b->waits, p->threads);
	}
    }
}

struct correction
{
  const struct process *first;
  const struct clock_fit *fit;
};

static double
corrected (const void *with, uint64_t ticks)
{
  const struct correction *c = with;
  const struct peers *first = &c->first->peers;
  return (double) first->start_ticks
	 + fitted (c->fit, time_of (c->first, ticks)) / first->ns_per_tick;
}

static void
correct (struct process *process, const struct process *first,
	 const struct clock_fit *fit)
{
  const struct correction correction = { first, fit };
  process->peers.clock_error = fit->error;
  change_times (process, corrected, &correction);
}

void
add_sides (const struct profile *profile, const struct process *process,
	   uint32_t machine, enum which_messages which, struct sides *sent,
	   struct sides *received)
{
  const struct process *first = first_of (profile, process);
  const struct peers *p = &process->peers;
  uint32_t rank = (uint32_t) process->rank;
  for (size_t i = 0; i < p->message_count; i++)
    {
      const struct peer_message *m = &p->messages[i];
      if (m->change || m->is_long != (which != USUAL_MESSAGES)
	  || m->is_held != (which == HELD_MESSAGES && !m->received))
	continue;
      const struct side side = {
	.job = process->job, .from = m->received ? m->peer : rank,
	.to = m->received ? rank : m->peer, .tag = m->tag, .within = m->within,
	.early = m->early, .machine = machine,
	.number = m->number, .bytes = m->bytes,
	.posted = time_of (first, m->posted),
	.began = time_of (first, m->began),
	.ended = time_of (first, m->ended), .owner = process, .message = m
      };
      add_side (m->received ? received : sent, &side);
    }
}

/* A program, of which FIRST is the first process.  */
struct program
{
  const struct profile *profile;
  const struct process *first;
  struct machines machines;
};

static void
list_crossings (void *closure, struct crossings *crossings)
{
  struct program *p = closure;
  struct sides sent = { NULL, 0, 0 }, received = { NULL, 0, 0 };
  for (size_t i = 0; i < p->profile->process_count; i++)
    {
      const struct process *process = &p->profile->processes[i];
      if (is_compared (process, p->first))
	add_sides (p->profile, process,
		   machine_of (&p->machines, process->host), USUAL_MESSAGES,
		   &sent, &received);
    }
  pair_sides (&sent, &received, NULL, add_crossing, crossings);
  free (sent.rows);
  free (received.rows);
}

/* Corrects the clocks of FIRST's program, of which it is the first
   process.  */
static void
correct_clocks (struct profile *profile, const struct process *first)
{
  struct program p = { profile, first, { NULL, 0, 0 } };
  struct sightings sightings = { NULL, 0, 0 };
  list_sightings (profile, first, &p.machines, &sightings);
  OWNED struct clock_fit *fits = allocate (p.machines.count + 1, sizeof *fits);
  if (p.machines.count > 1)
    fit_clocks (fits, p.machines.count, &sightings, list_crossings, &p);
  for (size_t i = 0; p.machines.count > 1 && i < profile->process_count; i++)
    {
      struct process *process = &profile->processes[i];
      uint32_t machine = is_compared (process, first)
			   ? machine_of (&p.machines, process->host)
			   : 0;
      if (machine)
	correct (process, first, &fits[machine]);
    }
  free (sightings.rows);
  free (p.machines.hosts);
}

/* ---- All  */

void
align_peers (struct profile *profile)
{
  for (size_t i = 0; i < profile->process_count; i++)
    {
      struct process *process = &profile->processes[i];
      const struct process *first = first_of (profile, process);
      if (is_compared (process, first) && strcmp (process->host, first->host))
	align (process, first);
    }
  for (size_t i = 0; i < profile->process_count; i++)
    if (profile->processes[i].peers.threads
	&& first_of (profile, &profile->processes[i]) == &profile->processes[i])
      correct_clocks (profile, &profile->processes[i]);
}
