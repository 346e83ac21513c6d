/* phases.c - what a process did between two points where it meets others.

   SPDX-License-Identifier: Apache-2.0

   The reporter compares this with what the others did, to see why one of them
   was late.  A phase has the time that passed in each node of the tree of the
   thread that meets others (own-times.c).  Where that takes too long, or there
   are very many phases, only one point in STEP is one, chosen by the hash that
   the other side knows, too, with the point before it, so that there are whole
   phases; and what is between them is one.  */

#include "measure/clock.h"
#include "events/context.h"
#include "record/file.h"
#include "listed.h"
#include "ground/map.h"
#include "ground/pages.h"
#include "models/own-times.h"
#include "models/phases.h"
#include "models/segments.h"
#include "record/place.h"
#include <string.h>

#define MOST_PHASES 4096
/* Phases may cost this part of the time, and so many nanoseconds more.  */
#define COST_PART 200
#define COST_CREDIT 1000000
/* A phase that seems to cost more was interrupted: nanoseconds.  */
#define MOST_COST 20000

/* The phases of a thread.  */
struct phases
{
  struct own_times times;
  gasp_record_ref listed[MOST_PHASES];
  unsigned int used, there;
  uint64_t number, step, spent;
  uint64_t until, ready;	/* of the last one: its end, and until then */
};

static bool
is_taken (const struct phases *p, uint64_t hash, uint64_t next)
{
  uint64_t step = p ? p->step : 1;
  return gasp_is_listed (hash, step) || gasp_is_listed (next, step);
}

/* ---- Parts of a phase  */

static void
add_part (struct gasp_record_phase *phase, gasp_record_ref node, float ticks)
{
  struct gasp_record_part *least = phase->parts, *part;
  for (part = least; part < phase->parts + GASP_RECORD_PHASE_PARTS; part++)
    {
      if (part->node == node)
	{
	  part->ticks += ticks;
	  return;
	}
      if (part->ticks < least->ticks)
	least = part;
    }
  if (ticks <= least->ticks)
    {
      phase->rest += ticks;
      return;
    }
  phase->rest += least->ticks;
  *least = (struct gasp_record_part) { node, ticks };
}

static void
add_own (void *phase, const struct gasp_record_node *node, int64_t own)
{
  add_part (phase, ref_of (node), (float) own);
}

/* Adds EARLIER to PHASE, which follows it.  */
static void
join (struct gasp_record_phase *phase, const struct gasp_record_phase *earlier)
{
  phase->rest += earlier->rest;
  phase->ready += earlier->ready;
  for (int i = 0; i < GASP_RECORD_PHASE_PARTS; i++)
    if (earlier->parts[i].node)
      add_part (phase, earlier->parts[i].node, earlier->parts[i].ticks);
}

static struct gasp_record_phase *
listed (const struct phases *p, unsigned int i)
{
  return AT (struct gasp_record_phase, p->listed[i]);
}

/* Makes room: those that are not taken any more become parts of the next.  */
static void
thin_out (struct phases *p)
{
  unsigned int kept = 0;
  struct gasp_record_phase earlier = { 0 };
  p->step *= 2;
  for (unsigned int i = 0; i < p->used; i++)
    {
      struct gasp_record_phase phase = *listed (p, i);
      join (&phase, &earlier);
      earlier = phase;
      if (!is_taken (p, phase.hash, phase.next) && i < p->used - 1)
	continue;
      *listed (p, kept++) = phase;
      earlier = (struct gasp_record_phase) { 0 };
    }
  for (unsigned int i = kept; i < p->used; i++)
    listed (p, i)->number = 0;
  p->used = kept;
}

static void
list (struct phases *p, const struct gasp_record_phase *phase)
{
  while (p->used == MOST_PHASES && p->step < (uint64_t) 1 << 62)
    thin_out (p);
  if (p->used == p->there)
    {
      void *added = gasp_tool_add (GASP_RECORD_PHASES, phase, sizeof *phase);
      if (!added)
	return;
      p->listed[p->there++] = ref_of (added);
    }
  else
    *listed (p, p->used) = *phase;
  p->used++;
}

/* ---- Points  */

/* Returns CONTEXT's; null if there is no memory for them.  */
static struct phases *
phases_of (gasp_context_t context)
{
  if (!context->phases && !context->has_no_phases)
    {
      context->phases = gasp_tool_pages (sizeof *context->phases);
      if (context->phases)
	{
	  context->phases->step = 1;
	  context->phases->times.skips_teams = true;
	  context->phases->ready = context->thread->first_ready;
	}
      context->has_no_phases = !context->phases;
    }
  return context->phases;
}

/* Adds to PHASE what CONTEXT's thread has done.  A team counts as a whole, as
   the report knows what it does; until the thread ends a phase within one.  */
static void
look_at (gasp_context_t context, struct phases *p,
	 struct gasp_record_phase *phase)
{
  gasp_record_ref root = context->thread->root;
  struct own_times *times = &p->times;
  gasp_tool_own_times (times, root, phase->until, add_own, phase);
  if (!times->skips_teams || context->attention & ATTENTION_OTHER
      || !gasp_tool_segments_level (context, ref_of (current_node (context))))
    return;
  times->skips_teams = false;
  gasp_tool_own_times (times, root, phase->until, NULL, NULL);
}

static void
end_phase (gasp_context_t context, struct gasp_record_phase *phase)
{
  if (!context->thread->root || context->attention & ATTENTION_OFF)
    return;
  struct phases *p = phases_of (context);
  if (!p || phase->until <= p->until)
    return;
  p->until = phase->until;
  phase->number = ++p->number
		  | (uint64_t) context->thread->number
		      << GASP_RECORD_PHASE_BITS;
  look_at (context, p, phase);
  phase->ready = context->thread->ready - p->ready;
  p->ready += phase->ready;
  list (p, phase);
  /* If it took very long, the thread was kept from the processor.  */
  uint64_t now = read_clock (), took = now - phase->until;
  uint64_t most = MOST_COST / HEADER->ns_per_tick;
  p->spent += took < most ? took : most;
  if (p->spent > (now - HEADER->start_ticks) / COST_PART
		 + COST_CREDIT / HEADER->ns_per_tick
      && p->step < (uint64_t) 1 << 62)
    p->step *= 2;
}

void
gasp_tool_phase_ends (gasp_context_t context, uint64_t hash, uint64_t next,
		      uint64_t now)
{
  if (!is_taken (context->phases, hash, next))
    return;
  struct gasp_record_phase phase = { .until = now, .hash = hash, .next = next };
  end_phase (context, &phase);
}

/* Ends the last phase, whose hash is 0: that is listed at any step.  */
void
gasp_tool_last_phase (gasp_context_t context)
{
  if (!context->phases)
    return;
  struct gasp_record_phase phase = { .until = read_clock () };
  end_phase (context, &phase);
}

void
gasp_tool_phases_thread_end (gasp_context_t context)
{
  gasp_tool_last_phase (context);
  gasp_tool_phases_go_on (context);
}

void
gasp_tool_phases_go_on (gasp_context_t context)
{
  if (!context || !context->phases)
    return;
  gasp_tool_pages_free (context->phases, sizeof *context->phases);
  context->phases = NULL;
}
