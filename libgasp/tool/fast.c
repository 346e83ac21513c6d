/* fast.c - functions, recorded directly.

   SPDX-License-Identifier: Apache-2.0

   The runtime calls enter and leave (gasp_gcc.h), at each function, so they
   do just what an ordinary call needs: find the child node, count, read the
   time stamp counter.  Everything else is in the context's ATTENTION, and goes
   the slow way.  Before this, libgasp's stubs; after it, tree.c.  */

#if (defined __x86_64__ || defined __aarch64__) && defined __GNUC__
#pragma GCC target ("general-regs-only")
#endif
#include "tool.h"

/* Only called where the runtime is, but loaded where it may not be.  */
#pragma weak gasp_gcc_call_slowly

static void
enter_slowly (void *frame_pointer, void *context_pointer)
{
  struct gasp_gcc_frame *frame = frame_pointer;
  gasp_context_t context = context_pointer;
  uint64_t key = (uint64_t) (uintptr_t) frame->function;

  if (context->attention & (ATTENTION_OFF | ATTENTION_DEAD))
    return;
  if (context->attention & ATTENTION_SAMPLES)
    gasp_tool_samples_room (context);
  struct gasp_record_node *node = NULL;
  if (!(context->attention & ATTENTION_OTHER))
    {
      node = find_child (context, context->node, key);
      if (!node)
	node = gasp_tool_add_function (context, frame->function);
    }
  if (node)
    gasp_tool_enter_node (context, node);
  else
    {
      gasp_tool_enter_other (context);
      node = context->other;
    }
  frame->data = node;
}

static void
leave_slowly (void *frame_pointer, void *context_pointer)
{
  struct gasp_gcc_frame *frame = frame_pointer;
  gasp_context_t context = context_pointer;

  if (!frame->data || context->attention & ATTENTION_DEAD)
    return;
  if (frame->data == context->other)
    gasp_tool_leave_other (context);
  else
    gasp_tool_leave_node (context, frame->data);
}

/* The child that is not PARENT's most recent one; null if there is none.
   Apart, so that an ordinary call saves few registers.  */
static struct gasp_record_node * GASP_GCC_FAST __attribute__ ((noinline))
find_another (gasp_context_t context, struct gasp_record_node *parent,
	      uint64_t key)
{
  return find_child (context, parent, key);
}

static void GASP_GCC_FAST
enter (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  struct gasp_record_node *parent = context->node, *node;
  uint64_t key = (uint64_t) (uintptr_t) frame->function;

  if (unlikely (context->attention))
    goto slow;
  node = NODE (parent->recent);
  if (unlikely (node->key != key))
    {
      node = find_another (context, parent, key);
      if (unlikely (!node))
	goto slow;
    }
  frame->data = node;
  context->node = node;
  node->calls++;
  uint64_t now = read_tsc ();
  context->thread->last = now;
  node->ticks -= now;
  return;

slow:
  gasp_gcc_call_slowly (enter_slowly, frame, context);
}

static void GASP_GCC_FAST
leave (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  uint64_t now = read_tsc ();
  struct gasp_record_node *node = frame->data;

  if (unlikely (context->attention || node != context->node))
    {
      gasp_gcc_call_slowly (leave_slowly, frame, context);
      return;
    }
  context->node = NODE (node->parent);
  context->thread->last = now;
  node->ticks += now;
}

/* The call was counted when it was entered, be it by another path.  */
static void
resume (struct gasp_gcc_frame *frame, gasp_context_t context)
{
  enter_slowly (frame, context);
  if (frame->data)
    ((struct gasp_record_node *) frame->data)->calls--;
}

static void
fork_child (gasp_context_t context, struct gasp_gcc_frame *frames,
	    struct gasp_gcc_frame *last)
{
  gasp_tool_fork (context, frames, last);
}

const struct gasp_gcc_recorder gasp_tool_recorder = {
  GASP_GCC_VERSION, enter, leave, gasp_tool_thread_end, fork_child,
  gasp_tool_unload, NULL, resume
};
