/* user.c - pupc.h: user events and measurement control (GASP 1.4, 5.2, 5.3).

   SPDX-License-Identifier: Apache-2.0

   The compiler calls gasp_gcc_event_* in place of pupc_event_*, with the
   position in front; the plain functions are for calls through pointers.  */

#define __UPC_PUPC_INST__ 1
#include "pupc.h"
#include "entry/raise.h"

extern void __gasp_event_start (POSITION, unsigned int, ...);
extern void __gasp_event_end (POSITION, unsigned int, ...);
extern void __gasp_event_atomic (POSITION, unsigned int, ...);

/* The body of a function with variable arguments after EVTAG.  */
#define USER_EVENT(type)						\
  va_list args;								\
  struct gasp_thread *thread = gasp_call_at (CALLER_POSITION);		\
  va_start (args, evtag);						\
  RAISE_BY (gasp_tool.notify_va, thread, PLACE, evtag, type, args);	\
  va_end (args)

#define NO_POSITION \
  const char *const file = NULL; const int line = 0, column = 0

void
__gasp_event_start (POSITION, unsigned int evtag, ...)
{
  USER_EVENT (GASP_START);
}

void
__gasp_event_end (POSITION, unsigned int evtag, ...)
{
  USER_EVENT (GASP_END);
}

void
__gasp_event_atomic (POSITION, unsigned int evtag, ...)
{
  USER_EVENT (GASP_ATOMIC);
}

void
pupc_event_start (unsigned int evtag, ...)
{
  NO_POSITION;
  USER_EVENT (GASP_START);
}

void
pupc_event_end (unsigned int evtag, ...)
{
  NO_POSITION;
  USER_EVENT (GASP_END);
}

void
pupc_event_atomic (unsigned int evtag, ...)
{
  NO_POSITION;
  USER_EVENT (GASP_ATOMIC);
}

/* Where there is no tool, or events are dropped, so that the tool cannot be
   asked either, libgasp answers.  */

int
pupc_control (int on)
{
  struct gasp_thread *thread = gasp_call_at (CALLER_POSITION);
  struct gasp_kept kept;
  if (!thread || !gasp_begin_tool_call (thread, &kept))
    return gasp_own_control (on);
  int before = gasp_tool.control (thread->context, on);
  gasp_end_tool_call (thread, kept);
  return before;
}

unsigned int
pupc_create_event (const char *name, const char *desc)
{
  struct gasp_thread *thread = gasp_call_at (CALLER_POSITION);
  struct gasp_kept kept;
  if (!thread || !gasp_begin_tool_call (thread, &kept))
    return gasp_own_event ();
  unsigned int tag = gasp_tool.create_event (thread->context, name, desc);
  gasp_end_tool_call (thread, kept);
  return tag;
}
