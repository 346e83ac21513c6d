/* interrupted.c - what a thread was doing when a signal interrupted it.

   SPDX-License-Identifier: Apache-2.0

   The thread's word names the node that it entered last.  That call may be over
   if its function was switched off, and the stack may show more callers.
   Before this, sampler.c; after it, sample.c.  */

#define _GNU_SOURCE
#include "events/context.h"
#include "record/file.h"
#include "measure/sampling/interrupted.h"
#include "measure/sampling/sample.h"
#include "record/place.h"
#include "ground/state.h"
#include <signal.h>
#include <string.h>
#include <ucontext.h>

static uint64_t
position_of (const ucontext_t *machine)
{
#if defined __x86_64__
  return machine->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return machine->uc_mcontext.pc;
#else
  return machine->uc_mcontext.__gregs[REG_PC];
#endif
}

static uint64_t
stack_of (const ucontext_t *machine)
{
#if defined __x86_64__
  return machine->uc_mcontext.gregs[REG_RSP];
#elif defined __aarch64__
  return machine->uc_mcontext.sp;
#else
  return machine->uc_mcontext.__gregs[REG_SP];
#endif
}

static uint64_t
frame_pointer_of (const ucontext_t *machine)
{
#if defined __x86_64__
  return machine->uc_mcontext.gregs[REG_RBP];
#else
  (void) machine;
  return 0;
#endif
}

/* Returns what a signal handler that MACHINE is at the beginning of has as its
   argument NUMBER, of 1 and 2.  */
static uint64_t
argument_of (const ucontext_t *machine, int number)
{
#if defined __x86_64__
  return machine->uc_mcontext.gregs[number == 1 ? REG_RSI : REG_RDX];
#elif defined __aarch64__
  return machine->uc_mcontext.regs[number];
#else
  return machine->uc_mcontext.__gregs[REG_A0 + number];
#endif
}

/* Returns what was interrupted by the signal whose handler MACHINE is about to
   begin, as the kernel has just laid out its frame; null if it is not.  */
static const ucontext_t *
before_handler (const ucontext_t *machine)
{
  uint64_t frame = stack_of (machine);
#if defined __x86_64__
  /* The kernel's structure is shorter than the C library's.  */
  uint64_t context = frame + 8, info = context + 304;
#else
  uint64_t info = frame, context = info + sizeof (siginfo_t);
#endif
  return argument_of (machine, 1) == info && argument_of (machine, 2) == context
	 ? (const ucontext_t *) context : NULL;
}

const void *
gasp_tool_before_handlers (const void *machine)
{
  for (const void *m = machine; m; m = before_handler (m))
    machine = m;
  return machine;
}

/* ---- Where the thread is.  */

/* Returns where in the record the node is that WORD names (gasp_gcc_where): an
   offset; 0 if there can be none.  */
static uint64_t
offset_of_word (uint64_t word)
{
  uint64_t offset = (word & ~GASP_GCC_AT_WORK) - (uintptr_t) gasp_tool_base;
  uint64_t size = GASP_RECORD_SEGMENT, segment = offset / size * size;
  if (segment == 0)
    {
      segment = GASP_RECORD_SMALL_NODES;
      size = GASP_RECORD_SMALL_NODES_SIZE;
    }
  uint64_t within = offset - segment - sizeof (struct gasp_record_segment);
  return offset <= (uint64_t) UINT32_MAX << 3 && within < size
	 && within % sizeof (struct gasp_record_node) == 0 ? offset : 0;
}

/* Returns whether the element at OFFSET of the record is a node.  */
static bool
is_node (uint64_t offset)
{
  uint64_t segment = offset / GASP_RECORD_SEGMENT * GASP_RECORD_SEGMENT;
  if (segment == 0)
    return true;
  return ((const struct gasp_record_segment *) (gasp_tool_base + segment))->kind
	 == GASP_RECORD_NODES;
}

struct gasp_record_node *
gasp_tool_node_of_word (gasp_gcc_word word)
{
  /* A process just forked still has the word of its parent's record.  */
  uint64_t offset = offset_of_word (word);
  return offset && offset < gasp_tool_file_reserved () && is_node (offset)
	 ? NODE (offset >> 3) : NULL;
}

/* A frame that is further below the stack pointer may be on another stack.  */
#define NEAR_STACK 262144

/* Returns whether calls of NODE may end unseen.  */
static bool
is_off (const struct gasp_record_node *node)
{
  return (node->place
	  && (AT (struct gasp_record_place, node->place)->flags
	      & GASP_RECORD_PLACE_OFF));
}

/* Returns whether FRAME's call is over, as the stack ends at STACK; or may be,
   as it was inlined, and has no part of the stack.  */
static bool
is_over (const struct gasp_gcc_frame *frame, uint64_t stack)
{
  if (stack > frame->position && stack - frame->position < NEAR_STACK)
    return true;
  return (frame->function->flags & GASP_GCC_SOURCE && frame->data
	  && is_off (frame->data));
}

/* Returns the frame of the innermost call of CONTEXT's thread that is not over,
   as the stack ends at STACK; null if there is none.  Where no calls are
   recorded, that is the base: the ends of those that began are not seen.  */
static struct gasp_gcc_frame *
open_frame (gasp_context_t context, uint64_t stack)
{
  struct gasp_gcc_frame *base = gasp_tool_direct ? *gasp_gcc_base () : NULL;
  struct gasp_gcc_frame *frame
    = base && !gasp_tool_samples_alone ? innermost (context) : base;
  while (frame > base && frame->function && is_over (frame, stack))
    frame--;
  return frame;
}

/* Returns NODE, which CONTEXT's thread was at last, or the innermost caller
   whose call is not over: FRAME's.  That of a function which was switched off
   ends unseen.  */
static struct gasp_record_node *
open_node (gasp_context_t context, struct gasp_record_node *node,
	   const struct gasp_gcc_frame *frame)
{
  if (!frame || !is_off (node))
    return node;
  return frame->data && (frame != innermost (context) || frame->data != node)
	 ? frame->data : node;
}

/* Returns whether the call of FRAME is one that the stack, which ends at STACK,
   can be read up to: its function is not switched off.  */
static bool
is_sure (const struct gasp_gcc_frame *frame, uint64_t stack)
{
  return frame->function && frame->data && !is_off (frame->data)
	 && frame->position > stack && frame->position - stack < NEAR_STACK;
}

/* Returns the node of the innermost call, from FRAME's to that of SURE, in
   which the first address of FOUND is that is not within FRAME's; 0 if none is
   in between.  STACK is where the stack ends.  */
static gasp_record_ref
outer_node (const struct gasp_record_stack *found,
	    const struct gasp_gcc_frame *frame,
	    const struct gasp_gcc_frame *sure, uint64_t stack)
{
  for (int i = 0; i < GASP_RECORD_RETURNS && found->returns[i]; i++)
    {
      uint64_t word = found->returns[i] >> GASP_RECORD_RETURN_SHIFT;
      if (word < found->frame)
	continue;
      if (sure->position <= stack + word * 8)
	return 0;
      while (frame > sure && frame->position <= stack + word * 8)
	frame--;
      return frame->data ? ref_of (frame->data) : 0;
    }
  return 0;
}

/* Adds to PLACE, on MACHINE, what the stack says of who has called what is
   there: further in than FRAME, the innermost whose call seems not to be over,
   and than the innermost that is known not to be, and further out; all, if none
   is open.  */
static void
find_callers (struct sampled_place *place, const struct gasp_gcc_frame *frame,
	      const ucontext_t *machine)
{
  struct gasp_gcc_frame *base = gasp_tool_direct ? *gasp_gcc_base () : NULL;
  const struct gasp_gcc_frame *sure = frame;
  uint64_t stack = stack_of (machine), end = UINT64_MAX;
  while (sure > base && !is_sure (sure, stack))
    sure--;
  if (frame != base)
    end = sure == base ? 0 : sure->position;
  struct interrupted at = {
    position_of (machine), stack, frame_pointer_of (machine)
  };
  bool has_callers = gasp_tool_find_returns (&place->stack, &at, end);
  place->pc = at.pc;
  if (!has_callers)
    return;
  place->stack.frame_pointer
    = gasp_tool_word_at (frame_pointer_of (machine), stack);
  place->stack.frame = UINT16_MAX;
  if (frame == base)
    return;
  place->stack.frame = gasp_tool_word_at (frame->position, stack);
  place->stack.outer = outer_node (&place->stack, frame, sure, stack);
  place->stack.known = ref_of (sure->data);
  place->stack.behind = gasp_tool_word_at (sure->position, stack);
}

struct gasp_record_node *
gasp_tool_find_interrupted (gasp_context_t context, const void *machine,
			    gasp_gcc_word word)
{
  uint64_t stack = stack_of (machine);
  struct gasp_record_node *node = gasp_tool_node_of_word (word);
  struct sampled_place *place = &context->sampler.place;
  memset (place, 0, sizeof *place);
  place->node = node ? ref_of (node) : context->thread->root;
  place->pc = position_of (machine);
  if (!node || word & GASP_GCC_AT_WORK)
    {
      /* As in an allocation that is being recorded: the frames cannot be read;
         but if no function is open, they need not be.  */
      struct gasp_gcc_frame *base = gasp_tool_direct ? *gasp_gcc_base () : NULL;
      gasp_record_ref root = context->thread->root;
      if (base && (place->node == root || (node && node->parent == root)))
	find_callers (place, base, machine);
      return NULL;
    }
  const struct gasp_gcc_frame *frame = open_frame (context, stack);
  node = open_node (context, node, frame);
  place->node = ref_of (node);
  if (frame)
    find_callers (place, frame, machine);
  return node;
}
