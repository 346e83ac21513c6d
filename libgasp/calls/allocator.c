/* allocator.c - allocations of code without instrumentation, reported to the
   tool.

   SPDX-License-Identifier: Apache-2.0

   A tool whose library stands in front of the C library's allocation functions
   calls these around them.  Such an event has the position that the tool says,
   as long as there is no instrumented code, and is raised only by a thread that
   has raised others: it starts none, since who calls here may hold any lock.

   Frames are left alone, but for those that are known to be dead: a library may
   run on stacks of its own, where nothing else raises events.  */

#include "base/objects.h"
#include "entry/raise.h"

/* Returns whether THREAD, whose HOLD is set, has come back to POSITION on its
   stack, past frames that are still open.  */
static bool
has_dead (const struct gasp_thread *thread, unsigned long position)
{
  return (!thread->frames.marker && position > thread->top->position
	  && position <= thread->high && position >= thread->low);
}

/* Holds THREAD for an event at POSITION.  Returns whether it is to be
   raised.  */
static bool
hold_at (struct gasp_thread *thread, unsigned long position)
{
  if (unlikely (!gasp_hold (thread)))
    return false;
  if (likely (!has_dead (thread, position)))
    return true;
  gasp_release (thread);
  return (gasp_started_thread_at (position) && gasp_active_call_at (position)
	  && gasp_hold (thread));
}

const char *
gasp_gcc_in_allocation (void)
{
  return &gasp_thread.allocates;
}

void *
gasp_gcc_allocation_begins (struct gasp_gcc_allocation *allocation,
			    unsigned int tag, const void *former,
			    unsigned long size)
{
  struct gasp_thread *thread = &gasp_thread;
  if (thread->allocates || gasp_is_copy ())
    return GASP_GCC_IN_ALLOCATION;
  if (!gasp_allocations_wanted || !hold_at (thread, CALLER_POSITION))
    return NULL;
  struct gasp_place place = { NULL, 0, 0 };
  if (!gasp_objects_have_functions ())
    place = (struct gasp_place) { allocation->file, allocation->line,
				  allocation->column };
  *allocation = (struct gasp_gcc_allocation)
    ALLOCATION (tag, place, former, size);
  gasp_recorder.allocation (thread->context, GASP_START, allocation);
  gasp_release_at (thread, allocation->path
			   ? (gasp_gcc_word) allocation->path
			   : gasp_innermost (thread));
  return thread;
}

void
gasp_gcc_allocation_ends (void *begun, struct gasp_gcc_allocation *allocation,
			  const void *result)
{
  struct gasp_thread *thread = begun;
  allocation->result = result;
  if (allocation->data != GASP_GCC_NO_END)
    gasp_raise_allocation (thread, GASP_END, allocation);
  else if (allocation->path)
    gasp_end_work (thread, gasp_innermost (thread));
}
