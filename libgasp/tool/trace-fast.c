/* trace-fast.c - functions, recorded and traced.

   SPDX-License-Identifier: Apache-2.0

   With a trace each call is timed, by one reading of the clock at each of its
   ends, which goes into the node and into the trace.  The recorder's entries
   for that are here; what is not an ordinary call is left to those of fast.c,
   and what does not fit a short entry, or the chunk, to trace.c.  The entries:
   see trace.h.  */

#if (defined __x86_64__ || defined __aarch64__) && defined __GNUC__
#pragma GCC target ("general-regs-only")
#endif
#include "tool.h"

#pragma weak gasp_gcc_call_slowly

/* The thread's latest reading of the clock is the entry's.  */

static void
enter_by_trace (void *context_pointer, void *node)
{
  gasp_context_t context = context_pointer;
  gasp_tool_trace_enter (context, node, context->thread->last);
}

static void
leave_by_trace (void *context_pointer, void *node)
{
  gasp_context_t context = context_pointer;
  gasp_tool_trace_leave (context, node, context->thread->last);
}

/* Whether an entry at TIME can be a short one.  */
static inline bool
is_short (const struct trace *trace, uint64_t time)
{
  return (time - trace->time < 1u << GASP_TRACE_TIME_BITS
	  && trace->at < trace->limit);
}

/* Write the entry KIND at TIME, of SIZE bytes, that goes on with REST.  */
static inline __attribute__ ((no_sanitize ("alignment"))) void
put (struct trace *trace, unsigned int kind, uint64_t time, uint64_t rest,
     unsigned int size)
{
  uint64_t entry = kind | (time - trace->time) << 2 | rest << 16;
  *(volatile uint64_t __attribute__ ((aligned (1), may_alias)) *) trace->at
    = entry;
  trace->at += size;
  trace->time = time;
}

/* Everything but the ordinary is in functions of their own, so that those below
   save few registers.  */
#define APART __attribute__ ((noinline))

/* As nodes and functions have 64 and some 30 bytes.  */
static inline unsigned int
known_index (const struct gasp_record_node *parent,
	     const struct gasp_gcc_function *function)
{
  return ((uintptr_t) parent >> 6 ^ (uintptr_t) function >> 5) % TRACED_NODES;
}

static struct gasp_record_node * APART GASP_GCC_FAST
find_and_keep (gasp_context_t context, struct gasp_record_node *parent,
	       const struct gasp_gcc_function *function)
{
  unsigned int i = known_index (parent, function);
  struct gasp_record_node *node
    = child_of (context, parent, (uint64_t) (uintptr_t) function);
  if (node)
    {
      context->trace.known[i].node = node;
      context->trace.known[i].parent = parent;
    }
  return node;
}

static void APART GASP_GCC_FAST
trace_enter_apart (gasp_context_t context, struct gasp_record_node *node)
{
  struct gasp_record_node *parent = NODE (node->parent);
  struct trace *trace = &context->trace;
  uint64_t time = context->thread->last >> gasp_tool_trace_shift;
  int64_t distance = node - parent;
  if (is_short (trace, time) && distance == (int16_t) distance)
    put (trace, GASP_TRACE_CHILD, time, (uint16_t) distance, 4);
  else
    gasp_gcc_call_slowly (enter_by_trace, context, node);
}

void GASP_GCC_FAST
gasp_tool_traced_enter (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  if (unlikely (context->attention != ATTENTION_TRACE))
    {
      gasp_tool_careful_enter (frame, context);
      return;
    }
  struct gasp_record_node *parent = frame[-1].data;
  unsigned int i = known_index (parent, frame->function);
  struct gasp_record_node *node = context->trace.known[i].node;
  if (unlikely (context->trace.known[i].parent != parent
		|| node->key != (uint64_t) (uintptr_t) frame->function))
    {
      node = find_and_keep (context, parent, frame->function);
      if (!node)
	{
	  gasp_tool_careful_enter (frame, context);
	  return;
	}
    }
  frame->data = node;
  frame->inner = TIMED;
  node->calls++;
  uint64_t now = read_tsc ();
  context->thread->last = now;
  node->ticks -= now;

  struct trace *trace = &context->trace;
  uint64_t time = now >> gasp_tool_trace_shift;
  uint64_t distance = node - parent;
  if (likely (is_short (trace, time) && distance < 128))
    put (trace, GASP_TRACE_NEAR, time, distance, 3);
  else
    trace_enter_apart (context, node);
}

void GASP_GCC_FAST
gasp_tool_traced_leave (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  struct gasp_record_node *node = frame->data;
  /* There is none if the stack was over before the call was told of.  */
  if (unlikely (!node || context->attention != ATTENTION_TRACE
		|| frame->inner != TIMED
		|| node->key != (uint64_t) (uintptr_t) frame->function))
    {
      gasp_tool_careful_leave (frame, context);
      return;
    }
  uint64_t now = read_tsc ();
  context->thread->last = now;
  /* Its beginning may have been jumped out of.  */
  if (likely (node->ticks < 0))
    node->ticks += now;

  struct trace *trace = &context->trace;
  uint64_t time = now >> gasp_tool_trace_shift;
  if (likely (is_short (trace, time)))
    put (trace, GASP_TRACE_LEAVE, time, 0, 2);
  else
    gasp_gcc_call_slowly (leave_by_trace, context, node);
}
