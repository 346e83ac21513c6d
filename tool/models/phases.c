/* phases.c - what a process did between two points where it meets others.

   SPDX-License-Identifier: Apache-2.0

   The reporter compares this with what the others did, to see why one of them
   was late.  A phase has the time that passed in each node of the tree of the
   first thread that meets others.  Only timed nodes are known by phase: their
   time has in it what is not timed below them.

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

static struct
{
  gasp_context_t owner;		/* the thread */
  struct seen *seen;
  unsigned int seen_count;
  gasp_record_ref listed[MOST_PHASES];
  unsigned int used, there;
  uint64_t number, step, spent;
  uint64_t until;		/* of the last one */
  bool is_off;			/* there is no memory for it */
} phases;

static bool
is_ours (gasp_context_t context)
{
  gasp_context_t none = NULL;
  if (unlikely (!phases.owner))
    __atomic_compare_exchange_n (&phases.owner, &none, context, false,
				 __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return phases.owner == context;
}

static bool
is_taken (uint64_t hash, uint64_t next)
{
  uint64_t step = phases.step ? phases.step : 1;
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
  for (int i = 0; i < GASP_RECORD_PHASE_PARTS; i++)
    if (earlier->parts[i].node)
      add_part (phase, earlier->parts[i].node, earlier->parts[i].ticks);
}

static struct gasp_record_phase *
listed (unsigned int i)
{
  return AT (struct gasp_record_phase, phases.listed[i]);
}

/* Makes room: those that are not taken any more become parts of the next.  */
static void
thin_out (void)
{
  unsigned int kept = 0;
  struct gasp_record_phase earlier = { 0 };
  phases.step *= 2;
  for (unsigned int i = 0; i < phases.used; i++)
    {
      struct gasp_record_phase phase = *listed (i);
      join (&phase, &earlier);
      earlier = phase;
      if (!is_taken (phase.hash, phase.next) && i < phases.used - 1)
	continue;
      *listed (kept++) = phase;
      earlier = (struct gasp_record_phase) { 0 };
    }
  for (unsigned int i = kept; i < phases.used; i++)
    listed (i)->number = 0;
  phases.used = kept;
}

static void
list (const struct gasp_record_phase *phase)
{
  while (phases.used == MOST_PHASES && phases.step < (uint64_t) 1 << 62)
    thin_out ();
  if (phases.used == phases.there)
    {
      void *added = gasp_tool_add (GASP_RECORD_PHASES, phase, sizeof *phase);
      if (!added)
	return;
      phases.listed[phases.there++] = ref_of (added);
    }
  else
    *listed (phases.used) = *phase;
  phases.used++;
}

/* ---- What has changed in the tree  */

/* Returns where the time of node REF is kept; null if there is no room.  */
static int64_t *
time_of (gasp_record_ref ref)
{
  for (uint32_t at = map_hash (ref);; at++)
    {
      struct seen *seen = &phases.seen[at & (SEEN - 1)];
      if (seen->node == ref)
	return &seen->ticks;
      if (seen->node)
	continue;
      if (phases.seen_count > SEEN / 4 * 3)
	return NULL;
      phases.seen_count++;
      seen->node = ref;
      return &seen->ticks;
    }
}

/* Returns what NODE took since the phase before, with all that is below it; 0
   if that is to be taken as its caller's.  */
static int64_t
take_time (const struct gasp_record_node *node, uint64_t now)
{
  if (node->period)
    return 0;
  int64_t ticks = node->ticks < 0 ? node->ticks + (int64_t) now : node->ticks;
  int64_t *before = time_of (ref_of (node));
  int64_t took = before ? ticks - *before : 0;
  if (before)
    *before = ticks;
  return took > 0 ? took : 0;
}

/* On the way to a node: one that it is below, what of its time is its own as
   far as is known, and the child that is to come.  */
struct step { gasp_record_ref node, next; int64_t own; };

/* Adds to PHASE what the thread of ROOT did since the one before.  */
static void
look_at (struct gasp_record_phase *phase, gasp_record_ref root, uint64_t now)
{
  static struct step way[DEEPEST];
  unsigned int depth = 1;
  way[0] = (struct step) { .node = root, .next = NODE (root)->child,
			   .own = take_time (NODE (root), now) };
  while (depth > 0)
    {
      struct step *step = &way[depth - 1];
      gasp_record_ref ref = step->next;
      if (!ref)
	{
	  if (step->own > 0)
	    add_part (phase, step->node, step->own);
	  depth--;
	  continue;
	}
      step->next = NODE (ref)->sibling;
      int64_t took = take_time (NODE (ref), now);
      if (!took)
	continue;
      step->own -= took;
      if (depth < DEEPEST)
	way[depth++] = (struct step) { ref, NODE (ref)->child, took };
      else
	add_part (phase, ref, took);
    }
}

/* ---- Points  */

static bool
has_begun (void)
{
  if (!phases.seen && !phases.is_off)
    {
      phases.seen = gasp_tool_pages (SEEN * sizeof *phases.seen);
      phases.is_off = !phases.seen;
      phases.step = 1;
    }
  return !phases.is_off;
}

static void
end_phase (gasp_context_t context, struct gasp_record_phase *phase)
{
  gasp_record_ref root = context->thread->root;
  if (!root || context->attention & ATTENTION_OFF || !has_begun ()
      || phase->until <= phases.until)
    return;
  phases.until = phase->until;
  phase->number = ++phases.number;
  look_at (phase, root, phase->until);
  list (phase);
  /* If it took very long, the thread was kept from the processor.  */
  uint64_t now = read_clock (), took = now - phase->until;
  uint64_t most = MOST_COST / HEADER->ns_per_tick;
  phases.spent += took < most ? took : most;
  if (phases.spent > (now - HEADER->start_ticks) / COST_PART
		     + COST_CREDIT / HEADER->ns_per_tick
      && phases.step < (uint64_t) 1 << 62)
    phases.step *= 2;
}

void
gasp_tool_phase_ends (gasp_context_t context, uint64_t hash, uint64_t next,
		      uint64_t now)
{
  if (!is_taken (hash, next) || !is_ours (context))
    return;
  struct gasp_record_phase phase = { .until = now, .hash = hash, .next = next };
  end_phase (context, &phase);
}

/* 0 is listed at any step.  */
void
gasp_tool_last_phase (gasp_context_t context)
{
  if (!phases.number || !is_ours (context))
    return;
  struct gasp_record_phase phase = { .until = read_clock () };
  end_phase (context, &phase);
}

void
gasp_tool_phases_fork (void)
{
  if (phases.seen)
    gasp_tool_pages_free (phases.seen, SEEN * sizeof *phases.seen);
  memset (&phases, 0, sizeof phases);
}
