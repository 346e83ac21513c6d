/* phases.c - what a process did between two points where it meets others.

   SPDX-License-Identifier: Apache-2.0

   The reporter compares this with what the others did, to see why one of them
   was late.  A phase has the time that passed in each node of the tree of the
   thread that meets others.  Only timed nodes are known by phase: their
   time has in it that of nodes below them whose calls are only counted, but not
   what is timed below these.

   Nodes whose time has not changed since the phase before are passed over with
   all that is below them.  Where that takes too long, or there are very many
   phases, only one point in STEP is one, chosen by the hash that the other side
   knows, too, with the point before it, so that there are whole phases; and
   what is between them is one.  */

#include "measure/clock.h"
#include "events/context.h"
#include "record/file.h"
#include "listed.h"
#include "ground/map.h"
#include "ground/pages.h"
#include "models/phases.h"
#include "record/place.h"
#include <string.h>

#define MOST_PHASES 4096
/* Of the time; and so many nanoseconds more.  */
#define COST_PART 200
#define COST_CREDIT 1000000
/* Of one phase.  */
#define MOST_COST 20000

/* The time of a node at the end of the phase before.  */
struct seen { gasp_record_ref node; int64_t ticks; };
#define SEEN 16384		/* a power of 2 */
#define DEEPEST 128

/* On the way to a node: one that it is below, what of its time is its own as
   far as is known, and the child that is to come.  OWNER is the step that has
   its time: an earlier one, if its calls are only counted.  */
struct step { gasp_record_ref node, next; int64_t own; unsigned int owner; };

/* Those of a thread.  */
struct phases
{
  struct seen seen[SEEN];
  unsigned int seen_count;
  gasp_record_ref listed[MOST_PHASES];
  unsigned int used, there;
  uint64_t number, step, spent;
  uint64_t until, ready;	/* of the last one: its end, and until then */
  struct step way[DEEPEST];
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

/* ---- What has changed in the tree  */

/* Returns where the time of node REF is kept; null if there is no room.  */
static int64_t *
time_of (struct phases *p, gasp_record_ref ref)
{
  for (uint32_t at = map_hash (ref);; at++)
    {
      struct seen *seen = &p->seen[at & (SEEN - 1)];
      if (seen->node == ref)
	return &seen->ticks;
      if (seen->node)
	continue;
      if (p->seen_count > SEEN / 4 * 3)
	return NULL;
      p->seen_count++;
      seen->node = ref;
      return &seen->ticks;
    }
}

/* Returns what NODE took since the phase before, with all that is below it; of
   one whose calls are only counted, whether there were any.  */
static int64_t
take_time (struct phases *p, const struct gasp_record_node *node, uint64_t now)
{
  int64_t ticks = node->period ? (int64_t) node->calls
		  : node->ticks < 0 ? node->ticks + (int64_t) now : node->ticks;
  int64_t *before = time_of (p, ref_of (node));
  int64_t took = !before ? 0 : node->period ? ticks != *before
		 : ticks - *before;
  if (before)
    *before = ticks;
  return took > 0 ? took : 0;
}

/* Adds to PHASE what the thread of ROOT did since the one before.  */
static void
look_at (struct phases *p, struct gasp_record_phase *phase,
	 gasp_record_ref root, uint64_t now)
{
  struct step *way = p->way;
  unsigned int depth = 1;
  way[0] = (struct step) { .node = root, .next = NODE (root)->child,
			   .own = take_time (p, NODE (root), now) };
  while (depth > 0)
    {
      struct step *step = &way[depth - 1];
      gasp_record_ref ref = step->next;
      if (!ref)
	{
	  if (step->own > 0 && step->owner == depth - 1)
	    add_part (phase, step->node, step->own);
	  depth--;
	  continue;
	}
      step->next = NODE (ref)->sibling;
      bool is_counted = NODE (ref)->period != 0;
      int64_t took = take_time (p, NODE (ref), now);
      if (!took || (is_counted && (depth == DEEPEST || !NODE (ref)->child)))
	continue;
      if (!is_counted)
	way[step->owner].own -= took;
      if (depth < DEEPEST)
	{
	  way[depth] = (struct step) { ref, NODE (ref)->child, took,
				       is_counted ? step->owner : depth };
	  depth++;
	}
      else
	add_part (phase, ref, took);
    }
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
	  context->phases->ready = context->thread->first_ready;
	}
      context->has_no_phases = !context->phases;
    }
  return context->phases;
}

static void
end_phase (gasp_context_t context, struct gasp_record_phase *phase)
{
  gasp_record_ref root = context->thread->root;
  if (!root || context->attention & ATTENTION_OFF)
    return;
  struct phases *p = phases_of (context);
  if (!p || phase->until <= p->until)
    return;
  p->until = phase->until;
  phase->number = ++p->number
		  | (uint64_t) context->thread->number << GASP_RECORD_PHASE_BITS;
  look_at (p, phase, root, phase->until);
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
