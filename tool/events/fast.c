/* fast.c - functions, recorded directly.

   SPDX-License-Identifier: Apache-2.0

   The runtime counts and times functions itself, in nodes (gasp_gcc.h, paths).
   It calls this file for what is not an ordinary call: where the node is not
   the one that was entered last, or where the context's ATTENTION is set.
   Before this, libgasp's hooks.c; after it, tree.c and timing.c.  */

#if (defined __x86_64__ || defined __aarch64__) && defined __GNUC__
#pragma GCC target ("general-regs-only")
#endif
#include "events/alloc.h"
#include "measure/away.h"
#include "measure/budget.h"
#include "events/context.h"
#include "events/direct.h"
#include "events/fast.h"
#include "record/file.h"
#include "floating.h"
#include "ground/message.h"
#include "measure/sampling/sample.h"
#include "measure/memory/sampling.h"
#include "ground/state.h"
#include "ticks.h"
#include "measure/timing.h"
#include "record/trace.h"
#include "events/tree.h"
#include "values.h"

/* Only called where the runtime is, but loaded where it may not be.  */
#pragma weak gasp_gcc_call_slowly
#pragma weak gasp_gcc_set_recorder

/* ---- Nodes.  */

static struct gasp_gcc_path * GASP_GCC_FAST
find (gasp_context_t context, struct gasp_gcc_path *parent,
      const struct gasp_gcc_function *function)
{
  return PATH (find_child (context, (struct gasp_record_node *) parent,
			   (uint64_t) (uintptr_t) function));
}

static struct gasp_gcc_path *
add (gasp_context_t context, const struct gasp_gcc_function *function)
{
  return PATH (gasp_tool_add_function (context, function));
}

/* ---- Calls that the runtime does not see to.  */

static struct gasp_record_node *
find_or_add (gasp_context_t context, const struct gasp_gcc_function *function)
{
  if (context->attention & ATTENTION_OTHER)
    return NULL;
  struct gasp_record_node *node
    = find_child (context, current_node (context),
		  (uint64_t) (uintptr_t) function);
  return node ? node : gasp_tool_add_function (context, function);
}

static void
enter_slowly (void *frame_pointer, void *context_pointer)
{
  struct gasp_gcc_frame *frame = frame_pointer;
  gasp_context_t context = context_pointer;

  frame->data = frame[-1].data;
  frame->inner = IGNORED;
  if (context->attention & (ATTENTION_OFF | ATTENTION_DEAD))
    return;
  if (context->attention & ATTENTION_SAMPLES)
    gasp_tool_samples_room (context);
  if (gasp_tool_samples_alone)
    return;
  bool measured = gasp_tool_budget_turn (context);
  uint64_t start = measured ? read_tsc () : 0;
  struct gasp_record_node *node = find_or_add (context, frame->function);
  if (node)
    {
      gasp_tool_enter_node (context, node);
      frame->inner = TIMED;
    }
  else
    {
      gasp_tool_enter_other (context);
      frame->inner = IN_OTHER;
    }
  if (measured)
    gasp_tool_budget_call (context, frame->function, node ? node->place : 0,
			   start);
}

/* Finishes the call of FRAME, which was left to us.  */
static void
finish (gasp_context_t context, struct gasp_gcc_frame *frame)
{
  switch (frame->inner)
    {
    case IN_OTHER:
      gasp_tool_leave_other (context);
      /* fall through */
    case IGNORED:
      frame[-1].data = frame->data;
      break;
    case TIMED:
      gasp_tool_leave_node (context);
      context->leaving = frame;
      break;
    }
}

static void
leave_slowly (void *frame_pointer, void *context_pointer)
{
  struct gasp_gcc_frame *frame = frame_pointer;
  gasp_context_t context = context_pointer;

  if (context->attention & ATTENTION_DEAD)
    {
      frame->time = GASP_GCC_RECORDED;
      return;
    }
  if (frame->time > GASP_GCC_RECORDED || frame->inner != IGNORED)
    gasp_tool_leave_events (context);
  if (frame->time > GASP_GCC_RECORDED && context->attention & ATTENTION_TRACE)
    {
      /* In the trace, what it is in may be over next.  */
      gasp_tool_leave_node (context);
      frame->time = GASP_GCC_RECORDED;
    }
  else if (frame->time == GASP_GCC_RECORDED)
    {
      /* If not, the stack was over before enter_slowly had begun.  */
      if (frame->data)
	finish (context, frame);
    }
  else if (context->attention & ATTENTION_OFF)
    frame->time = GASP_GCC_RECORDED;
  context->leaving = frame;
  gasp_tool_leave_finished (context);
  context->leaving = NULL;
}

static void GASP_GCC_FAST
slow_enter (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  gasp_gcc_call_slowly (enter_slowly, frame, context);
}

static void GASP_GCC_FAST
slow_leave (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  gasp_gcc_call_slowly (leave_slowly, frame, context);
}

/* ---- Calls that go on.  */

/* Continues the call that was counted when it was entered, perhaps by another
   path.  */
static void
resume (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  frame->data = frame[-1].data;
  frame->inner = IGNORED;
  if (context->attention & (ATTENTION_OFF | ATTENTION_DEAD))
    return;
  struct gasp_record_node *node = find_or_add (context, frame->function);
  if (!node)
    {
      gasp_tool_enter_other (context);
      context->other->calls--;
      frame->inner = IN_OTHER;
      return;
    }
  gasp_tool_enter_node (context, node);
  node->calls--;
  frame->inner = TIMED;
}

/* ---- With a budget, it wants to know what recording takes.  */

static struct gasp_gcc_path *
add_measured (gasp_context_t context, const struct gasp_gcc_function *function)
{
  uint64_t start = read_tsc ();
  struct gasp_record_node *node
    = gasp_tool_samples_alone ? NULL
      : gasp_tool_add_function (context, function);
  gasp_tool_budget_added (context, function, node, start);
  return PATH (node);
}

static void
allocation_measured (gasp_context_t context, gasp_evttype_t type,
		     struct gasp_gcc_allocation *a)
{
  if (likely (!gasp_tool_budget_turn (context)))
    {
      gasp_tool_allocation (context, type, a);
      return;
    }
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  uint64_t start = read_tsc ();
  gasp_tool_allocation (context, type, a);
  gasp_tool_budget_event (context, a->tag, start);
  gasp_floating_end (&floating);
}

static int
event_measured (gasp_context_t context, const struct gasp_gcc_short_event *e)
{
  if (likely (!gasp_tool_budget_turn (context))
      || !gasp_tool_spender_tag (e->tag))
    return gasp_tool_direct_event (context, e);
  struct gasp_floating floating;
  gasp_floating_begin (&floating);
  uint64_t start = read_tsc ();
  int done = gasp_tool_direct_event (context, e);
  if (done)
    gasp_tool_budget_event (context, e->tag, start);
  gasp_floating_end (&floating);
  return done;
}

static void
due (gasp_context_t context, struct gasp_gcc_path *path)
{
  struct gasp_record_node *node = (struct gasp_record_node *) path;
  context->thread->last = gasp_tool_away_due (context, node, node,
					      context->thread->last);
}

static void
limit (struct gasp_gcc_recorder *recorder)
{
  recorder->allocation = allocation_measured;
  recorder->event = event_measured;
  recorder->add = add_measured;
  recorder->visit = gasp_tool_budget_visit;
}

/* ---- The recorder.  */

bool
gasp_tool_register (const struct gasp_gcc_recorder *upper)
{
  struct gasp_gcc_recorder recorder = *upper;
  recorder.version = GASP_GCC_VERSION;
  recorder.enter = slow_enter;
  recorder.leave = slow_leave;
  recorder.resume = resume;
  recorder.find = find;
  recorder.add = add;
  recorder.allocation = gasp_tool_allocation;
  recorder.event = gasp_tool_direct_event;
  recorder.due = due;
  bool is_limited = gasp_tool_budget_init ();
  bool estimates = gasp_tool_timing_init () && !gasp_tool_traces;
  if (gasp_tool_traces)
    recorder.log = gasp_tool_log;
  else if (estimates || is_limited)
    recorder.decide = gasp_tool_decide;
  /* Where each call is timed, each has a frame.  */
  if (is_limited)
    limit (&recorder);
  recorder.always_frames
    = (!estimates
       || !gasp_is_sample_word (gasp_tool_setting (GASP_SAMPLE_SETTING)));
  gasp_tool_direct = (gasp_gcc_set_recorder
		      && gasp_gcc_set_recorder (&recorder) == 0);
  gasp_tool_observes = gasp_tool_direct && estimates;
  if (gasp_tool_direct)
    {
      gasp_tool_sampling_init (gasp_tool_sampled_allocation);
      gasp_tool_budget_begin ();
    }
  return gasp_tool_direct;
}
