/* segments.c - what threads of a team did between its barriers.

   SPDX-License-Identifier: Apache-2.0

   From one barrier to the next a team takes as long as the thread that comes
   last.  So each thread adds up, for each barrier, what it did before it, and
   of that what it did where it was the last one (tallies, record.h).  What it
   did at the barrier, as tasks, is part of it.  Where that takes too long, a
   thread looks at a part of its segments, at random, which then count for
   more.

   A thread that is called to a team is in this one's segments.  If it then
   makes a team of its own, which ends before its segment does, it just comes to
   that one's barriers.  The report needs this for the critical path, and to see
   why ranks are late.  */

#include "models/segments.h"
#include "floating.h"
#include "ground/map.h"
#include "record/file.h"
#include "ground/pages.h"
#include "measure/clock.h"
#include "models/own-times.h"
#include "models/tally.h"

/* Segments may cost this part of the time, and so many nanoseconds more.  */
#define COST_PART 200
#define COST_CREDIT 1000000
/* A look that seems to cost more was interrupted: nanoseconds.  */
#define MOST_COST 20000
#define MOST_LEVELS 4

/* A TEAM that the thread is in, as NODE, with so many THREADS.  */
struct level { struct segment_team *team; gasp_record_ref node;
	       uint32_t threads; };

/* The segments of a thread.  */
struct segments
{
  struct level levels[MOST_LEVELS];
  unsigned int depth;
  bool is_last;			/* at the barrier that it is at */
  bool is_known;		/* since when its segment has been */
  uint64_t count, step, spent;
  uint64_t credit, most;	/* in ticks */
  struct own_times times;
};

/* Prepares S, so that later there is no arithmetic in floating point, whose
   exceptions the program may have enabled.  */
static void
start (struct segments *s)
{
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  s->credit = (uint64_t) (COST_CREDIT / HEADER->ns_per_tick);
  s->most = (uint64_t) (MOST_COST / HEADER->ns_per_tick);
  s->step = 1;
  gasp_floating_end (&floating);
}

static struct segments *
segments_of (gasp_context_t context)
{
  if (unlikely (!context->segments))
    {
      context->segments = gasp_tool_pages (sizeof *context->segments);
      if (context->segments)
	start (context->segments);
    }
  return context->segments;
}

/* Adds to the cost what has been looked at since START.  */
static void
charge (struct segments *s, uint64_t start)
{
  uint64_t now = read_clock (), took = now - start;
  s->spent += took < s->most ? took : s->most;
  if (s->spent > (now - HEADER->start_ticks) / COST_PART + s->credit
      && s->step < (uint64_t) 1 << 32)
    s->step *= 2;
}

/* Begins a segment of the outermost team at NOW.  IS_CURRENT: what was done
   before has been looked at.  */
static void
begin_segment (struct segments *s, uint64_t now, bool is_current)
{
  s->is_known = !(map_hash (++s->count) & (s->step - 1));
  if (s->is_known && !is_current)
    gasp_tool_own_times (&s->times, s->levels->node, now, NULL, NULL);
}

void
gasp_tool_segments_begin (gasp_context_t context, gasp_record_ref node,
			  struct segment_team *team, uint32_t threads)
{
  struct segments *s = segments_of (context);
  if (!s || !team || !node)
    return;
  bool is_outermost = !gasp_tool_segments_level (context, NODE (node)->parent);
  if (s->depth < MOST_LEVELS)
    s->levels[s->depth++] = (struct level) { team, node, threads };
  if (is_outermost)
    begin_segment (s, read_clock (), s->step == 1);
}

unsigned int
gasp_tool_segments_level (gasp_context_t context, gasp_record_ref node)
{
  struct segments *s = context->segments;
  for (; s && node && s->depth; node = NODE (node)->parent)
    for (unsigned int i = s->depth; i-- > 0;)
      if (s->levels[i].node == node)
	return s->depth = i + 1;
  return s ? s->depth = 0 : 0;
}

uint32_t
gasp_tool_segments_within (gasp_context_t context, gasp_record_ref node)
{
  unsigned int depth = gasp_tool_segments_level (context, node);
  return depth ? context->segments->levels[depth - 1].team->level : 0;
}

void
gasp_tool_segment_comes (gasp_context_t context, gasp_record_ref barrier)
{
  struct segments *s = context->segments;
  if (!s || !gasp_tool_segments_level (context, NODE (barrier)->parent))
    return;
  struct level *level = &s->levels[s->depth - 1];
  uint64_t came = __atomic_add_fetch (&level->team->came, 1, __ATOMIC_RELAXED);
  s->is_last = level->threads && came % level->threads == 0;
}

/* A segment before a barrier, as it is added up.  */
struct adding { gasp_context_t context; struct gasp_record_tally key;
		uint64_t step; bool is_last; };

static void
add_own (void *closure, const struct gasp_record_node *node, int64_t own)
{
  struct adding *a = closure;
  const struct tallied more = { a->step, (uint64_t) own * a->step, 0 };
  a->key.other = ref_of (node);
  a->key.what = GASP_RECORD_BEFORE;
  gasp_tool_tally_all (a->context, &a->key, &more);
  a->key.what = GASP_RECORD_LAST_BEFORE;
  if (a->is_last)
    gasp_tool_tally_all (a->context, &a->key, &more);
}

void
gasp_tool_segment_ends (gasp_context_t context, gasp_record_ref barrier,
			uint64_t now)
{
  struct segments *s = context->segments;
  if (!s || gasp_tool_segments_level (context, NODE (barrier)->parent) != 1)
    return;
  struct adding adding = {
    .context = context, .step = s->step, .is_last = s->is_last,
    .key = { .place = NODE (barrier)->place, .object = s->levels->team->level }
  };
  bool was_known = s->is_known;
  if (was_known)
    gasp_tool_own_times (&s->times, s->levels->node, now, add_own, &adding);
  begin_segment (s, now, was_known);
  charge (s, now);
}

void
gasp_tool_segments_go_on (gasp_context_t context)
{
  if (!context || !context->segments)
    return;
  gasp_tool_pages_free (context->segments, sizeof *context->segments);
  context->segments = NULL;
}
