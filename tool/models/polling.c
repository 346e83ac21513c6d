/* polling.c - tests for messages, and probes.  Before messages.c.

   SPDX-License-Identifier: Apache-2.0

   A test that finds nothing is a part of the wait for what a later one finds,
   if the thread does not compute between them: what time it spends on a
   processor is looked up when tests are far from one another.  */

#include "measure/away.h"
#include "models/messages.h"
#include "models/waits.h"
#include "ground/shapes.h"

#define SHORT_GAP 200e3		/* ns */
#define LOOK_EVERY 50e3
/* Now and then a gap may be computed in for longer, as what the system does in
   it counts, too: of the time since the last such gap, and gaps since then.  */
#define LONG_PART 20
enum { GAPS_BETWEEN = 8 };

static double
since (uint64_t then, uint64_t now)
{
  return (double) (now - then) * HEADER->ns_per_tick;
}

static bool
is_polling (gasp_context_t context, uint64_t now)
{
  struct polling *p = &context->polling;
  p->gaps++;
  if (!p->since || since (p->until, now) < SHORT_GAP)
    return p->since;
  double computed = gasp_tool_processor_time () - p->processor;
  if (computed < SHORT_GAP + LOOK_EVERY)
    return true;
  bool is_rare = p->gaps > GAPS_BETWEEN
		 && computed < since (p->usual, now) / LONG_PART;
  p->usual = now;
  p->gaps = 0;
  return is_rare;
}

void
gasp_tool_waits_begin (gasp_context_t context, struct open_event *event,
		       const union argument *arguments)
{
  (void) arguments;
  gasp_tool_may_wait (context, event);
  if (!event || !gasp_tool_ranks)
    return;
  if (unlikely (context->polling.since) && is_polling (context, event->since))
    event->since = context->polling.since;
}

void
gasp_tool_poll (gasp_context_t context, const struct open_event *event,
		bool has_found)
{
  struct polling *p = &context->polling;
  bool is_first = !p->since || p->since != event->since;
  p->since = has_found ? 0 : event->since;
  if (has_found)
    return;
  p->until = read_clock ();
  if (is_first)
    {
      p->usual = event->since;
      p->gaps = 0;
    }
  if (is_first || since (p->looked, p->until) > LOOK_EVERY)
    {
      p->looked = p->until;
      p->processor = gasp_tool_processor_time ();
    }
}

/* Returns what the last of ARGUMENTS, which END has, says; true if that is not
   an int.  */
static bool
has_found (const char *end, const union argument *arguments)
{
  int last = 0;
  while (end[last] && end[last + 1])
    last++;
  return (end[last] != 'i' && end[last] != 'I') || arguments[last].i;
}

/* Ends a call that waits, for the report to know whether all messages for
   which it waited are listed.  */
uint64_t
gasp_tool_waits_end (gasp_context_t context, const struct open_event *event,
		     const union argument *arguments)
{
  if (!event || !gasp_tool_ranks || !event->since)
    return 0;
  gasp_tool_poll (context, event,
		  has_found (gasp_tool_event_shape (event->tag)->end,
			     arguments));
  gasp_tool_note_count (event->message, event->messages, true, event->since);
  gasp_tool_note_count (event->sent, event->sends, false, event->since);
  if (unlikely (event->meeting))
    gasp_tool_count_meetings (event);
  return 0;
}

/* Notes a probe: the message that is received next may be the one that was
   waited for here.  */
uint64_t
gasp_tool_probed (gasp_context_t context, const struct open_event *event,
		  const union argument *arguments)
{
  struct polling *p = &context->polling;
  if (!event || !gasp_tool_ranks || !event->since)
    return 0;
  gasp_tool_poll (context, event, arguments[1].i >= 0);
  if (arguments[1].i < 0)
    return 0;
  p->probe.since = event->since;
  p->probe.until = read_clock ();
  p->probe.peer = arguments[1].i;
  p->probe.tag = arguments[2].i;
  p->probe.within = arguments[3].i;
  p->probe.place = event->node->place;
  return 0;
}

void
gasp_tool_take_probe (gasp_context_t context, const union argument *arguments,
		      struct gasp_record_message *m)
{
  struct polling *p = &context->polling;
  if (!p->probe.since || p->probe.peer != arguments[0].i
      || p->probe.tag != arguments[2].i
      || p->probe.within != arguments[4].i)
    return;
  m->began = p->probe.since;
  m->ended = p->probe.until;
  m->place = p->probe.place;
  p->probe.since = 0;
}
