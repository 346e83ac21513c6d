/* alloc-sampled.c - allocation events, once they are sampled.

   SPDX-License-Identifier: Apache-2.0

   As alloc.c, but each stands for several, takes no time, and is not open
   meanwhile: what it calls counts for its caller.  Before this, libgasp, which
   passes over most of them (sampling.c).  After this, memory.c.  */

#include "events/alloc.h"
#include "measure/budget.h"
#include "events/context.h"
#include "events/event.h"
#include "floating.h"
#include "measure/memory/memory.h"
#include "measure/memory/sampling.h"
#include "ticks.h"
#include <errno.h>

/* The DATA of a call whose END is awaited.  Its NUMBER has the block that
   realloc gives up, or 0, and above that how the new one is sampled.  */
static const char awaited;
#define SHIFT_PLACE 32

static struct gasp_record_node *
node_of (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  return gasp_tool_event_node (context, a->tag, a->file, a->line, a->column);
}

static void
start (gasp_context_t context, struct gasp_gcc_allocation *a)
{
  bool off = context->attention & ATTENTION_OFF;
  gasp_record_ref known = a->former ? gasp_tool_take_sampled (a->former) : 0;
  a->data = GASP_GCC_NO_END;
  if (a->tag == GASP_C_FREE)
    {
      if (known)
	gasp_tool_drop_sampled (context, a->former, known,
				off ? NULL : node_of (context, a));
      return;
    }
  uint64_t shift = gasp_tool_sampled_shift (context, a->size);
  if (off)
    shift = 0;
  a->number = shift << SHIFT_PLACE | known;
  if (a->number)
    a->data = (void *) &awaited;
}

static void
end (gasp_context_t context, const struct gasp_gcc_allocation *a)
{
  gasp_record_ref known = (gasp_record_ref) a->number;
  unsigned int shift = a->number >> SHIFT_PLACE;
  if (known && !a->result && a->size)
    gasp_tool_restore_sampled (context, a->former, known);
  else if (known)
    gasp_tool_drop_sampled (context, a->former, known, NULL);
  if (shift && a->result)
    gasp_tool_learn_sampled (context, a->result, a->size, shift,
			     node_of (context, a));
}

void
gasp_tool_sampled_allocation (gasp_context_t context, gasp_evttype_t type,
			      struct gasp_gcc_allocation *a)
{
  if (context->attention & ATTENTION_DEAD)
    return;
  /* It began before any were sampled.  */
  if (type == GASP_END && a->data != &awaited)
    {
      gasp_tool_allocation (context, type, a);
      return;
    }
  int saved_errno = errno;
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  bool is_measured = gasp_tool_budget_turn (context);
  uint64_t since = is_measured ? read_tsc () : 0;
  if (type == GASP_START)
    start (context, a);
  else
    end (context, a);
  if (is_measured)
    gasp_tool_budget_event (context, a->tag, since);
  gasp_floating_end (&floating);
  errno = saved_errno;
}
