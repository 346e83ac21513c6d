/* trace-clocks.c - one clock for the traces of a program that ran on several
   machines.

   SPDX-License-Identifier: Apache-2.0

   As align.c does it for reports: the records say when processes began, by
   their machines' time of day, when they came to barriers, and when messages
   went.  */

#include "model/clocks.h"
#include "model/trace.h"
#include "base/util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct gasp_record_header *
header_of (const struct trace_process *process)
{
  return &process->record.header;
}

static bool
is_compared (const struct trace_process *process,
	     const struct trace_process *first)
{
  const struct gasp_record_header *a = header_of (process),
				  *b = header_of (first);
  return (a->ranks && b->ranks && !a->clock_per_thread && !b->clock_per_thread
	  && record_job (&process->record) == record_job (&first->record));
}

static const char *
host_of (const struct trace_process *process)
{
  return record_string (&process->record, header_of (process)->host, "?");
}

/* A program, of which FIRST is the first process, and what is found of it.  */
struct program
{
  const struct trace *trace;
  const struct trace_process *first;
  struct machines machines;
  struct sightings sightings;
  struct sides sent, received;
  const struct trace_process *process; /* which is visited, */
  uint32_t machine;			/* and its machine */
};

/* Returns nanoseconds since the first process began.  */
static double
time_of (const struct trace_process *process, uint64_t ticks)
{
  double tick
    = process->ns_per_unit / (double) ((uint64_t) 1 << process->header.shift);
  return process->start
	 + (double) (int64_t) (ticks - header_of (process)->start_ticks) * tick;
}

static void
visit_barrier (void *closure, const void *element, uint64_t number)
{
  struct program *p = closure;
  const struct trace_process *process = p->process;
  struct gasp_record_barrier raw;
  (void) number;
  memcpy (&raw, element, sizeof raw);
  const struct sighting sighting = {
    raw.members, raw.number, p->machine, time_of (process, raw.arrived),
    time_of (process, raw.left)
  };
  if (raw.number && raw.left)
    add_sighting (&p->sightings, &sighting, raw.waits,
		  header_of (process)->ranks);
}

static void
visit_message (void *closure, const void *element, uint64_t number)
{
  struct program *p = closure;
  uint32_t rank = (uint32_t) header_of (p->process)->rank;
  struct gasp_record_message raw;
  (void) number;
  memcpy (&raw, element, sizeof raw);
  bool received = raw.flags & GASP_RECORD_RECEIVED;
  const struct side side = {
    .from = received ? raw.peer : rank, .to = received ? rank : raw.peer,
    .tag = raw.tag, .within = raw.within,
    .early = raw.flags & GASP_RECORD_EARLY,
    .machine = p->machine, .number = raw.number, .bytes = raw.bytes,
    .posted = time_of (p->process, raw.posted),
    .ended = time_of (p->process, raw.ended)
  };
  if (raw.number)
    add_side (received ? &p->received : &p->sent, &side);
}

/* Visits the rows of KIND in each of P's records.  */
static void
visit (struct program *p, uint32_t kind, record_visitor *visitor)
{
  for (size_t i = 0; i < p->trace->process_count; i++)
    if (is_compared (&p->trace->processes[i], p->first))
      {
	p->process = &p->trace->processes[i];
	p->machine = machine_of (&p->machines, host_of (p->process));
	record_each (&p->process->record, kind, visitor, p);
      }
}

static void
list_crossings (void *closure, struct crossings *crossings)
{
  struct program *p = closure;
  visit (p, GASP_RECORD_MESSAGES, visit_message);
  pair_sides (&p->sent, &p->received, NULL, add_crossing, crossings);
}

static void
correct (struct trace_process *process, const struct clock_fit *fit)
{
  process->start = fitted (fit, process->start);
  process->ns_per_unit *= 1 + fit->drift;
  process->stretch *= 1 + fit->drift;
}

/* Corrects the clocks of the program of FIRST, which is the first of its
   processes.  */
static void
correct_program (const struct trace *trace, const struct trace_process *first)
{
  struct program p = { .trace = trace, .first = first };
  visit (&p, GASP_RECORD_BARRIERS, visit_barrier);
  uint32_t machines = p.machines.count;
  OWNED struct clock_fit *fits = allocate (machines + 1, sizeof *fits);
  if (machines > 1)
    fit_clocks (fits, machines, &p.sightings, list_crossings, &p);
  for (size_t i = 0; machines > 1 && i < trace->process_count; i++)
    if (is_compared (&trace->processes[i], first))
      correct (&trace->processes[i],
	       &fits[machine_of (&p.machines, host_of (&trace->processes[i]))]);
  free (p.machines.hosts);
  free (p.sightings.rows);
  free (p.sent.rows);
  free (p.received.rows);
}

static bool
is_first (const struct trace *trace, const struct trace_process *process)
{
  const struct trace_process *p = trace->processes;
  while (p != process && !is_compared (process, p))
    p++;
  return p == process && header_of (p)->ranks;
}

/* Makes times count from when the first process began.  */
static void
begin_at_zero (struct trace *trace)
{
  double first = INFINITY;
  for (size_t i = 0; i < trace->process_count; i++)
    first = fmin (first, trace->processes[i].start);
  for (size_t i = 0; i < trace->process_count; i++)
    trace->processes[i].start -= first;
  if (trace->process_count)
    trace->start_realtime += (int64_t) first;
}

void
align_traces (struct trace *trace)
{
  for (size_t i = 0; i < trace->process_count; i++)
    if (is_first (trace, &trace->processes[i]))
      correct_program (trace, &trace->processes[i]);
  begin_at_zero (trace);
}
