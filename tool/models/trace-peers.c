/* trace-peers.c - what the trace says of communication: who, how much, which
   lock.

   SPDX-License-Identifier: Apache-2.0

   A trace has each event, but not its arguments.  Of those, this adds what
   readers want to see as communication (report/traces/otf2/trace-rma.c): after
   the enter of the event, and, if only its end knows, before its leave.  Before
   this, event.c.  */

#include "events/event.h"
#include "models/peers.h"
#include "record/trace.h"
#include <string.h>

/* Returns the first argument of SHAPE that has LETTER, or NONE.  */
static int
argument_with (const char *shape, char letter)
{
  const char *found = strchr (shape, letter);
  return found ? found - shape : NONE;
}

/* Returns whether it is about a message, which has a tag.  What has been
   received is known when it ends.  */
static bool
is_message (const struct event_shape *shape)
{
  return shape->role == ROLE_SEND || shape->role == ROLE_RECEIVE;
}

static bool
is_received (const struct event_shape *shape)
{
  return shape->role == ROLE_RECEIVE && *shape->end;
}

/* Returns the argument of START whose value says more of the event: flags, a
   handle, or, of what moves data, the operation; of a message, its tag.  */
static int
start_value (const struct event_shape *shape)
{
  if (is_message (shape))
    return argument_with (shape->start, 'i');
  int value = argument_with (shape->start, 'F');
  if (value == NONE)
    value = argument_with (shape->start, 'H');
  if (value == NONE && gasp_tool_movement (shape->tag))
    value = argument_with (shape->start, 'O');
  return value;
}

/* Returns the number of the argument that only END has, a handle, or whether
   it was a success; or NONE.  */
static int
end_value (const struct event_shape *shape)
{
  size_t common = strlen (shape->start);
  char letter = strlen (shape->end) > common ? shape->end[common] : '\0';
  return letter == 'H' || letter == 'I' || letter == 'i' ? (int) common : NONE;
}

static void
remark_value (gasp_context_t context, int number,
	      const union argument *arguments)
{
  if (number != NONE)
    gasp_tool_trace_remark (context, GASP_TRACE_VALUE, 0, arguments[number].z);
}

static void
remark_moved (const struct moving *moving, const struct gasp_gcc_shared *at,
	      bool written, uint64_t bytes)
{
  gasp_tool_trace_remark (moving->context, written ? GASP_TRACE_WRITES
			  : GASP_TRACE_READS, at->thread, bytes);
}

/* Remarks a message, with its tag, and as much of its communicator's number as
   there is room for.  */
static void
remark_message (gasp_context_t context, uint32_t tag,
		const union argument *arguments)
{
  struct moving moving = { context, 0, 1, remark_moved };
  int value = start_value (gasp_tool_event_shape (tag));
  uint32_t within = arguments[value + 2].i;
  uint64_t upper = (uint64_t) (within >> 16) << 32;
  upper &= ((uint64_t) 1 << GASP_TRACE_VALUE_BITS) - 1;
  gasp_tool_trace_remark (context, GASP_TRACE_VALUE, within,
			  upper | (uint32_t) arguments[value].i);
  gasp_tool_move (&moving, tag, arguments);
}

/* Remarks how many take part, and a number for these.  */
static void
remark_members (gasp_context_t context, uint64_t members)
{
  gasp_tool_trace_remark (context, GASP_TRACE_VALUE, (uint32_t) members,
			  members >> 32);
}

/* Remarks, for a model with ranks, the root and the bytes that this process
   receives and sends, and who takes part.  */
static void
remark_sizes (gasp_context_t context, const struct event_shape *shape,
	      const union argument *arguments)
{
  int root = argument_with (shape->start, 'r');
  int members = argument_with (shape->start, 'l');
  if (root == NONE || strncmp (shape->start + root, "rzz", 3))
    return;
  if (members != NONE)
    remark_members (context, arguments[members].l);
  int rank = shape->role == ROLE_MEETING_IN_ORDER ? -1 : arguments[root].i;
  arguments += root;
  gasp_tool_trace_remark (context, GASP_TRACE_READS, rank, arguments[1].z);
  gasp_tool_trace_remark (context, GASP_TRACE_WRITES, rank, arguments[2].z);
}

void
gasp_tool_device_trace (gasp_context_t context, uint32_t tag,
			const union argument *arguments)
{
  const struct event_shape *shape = gasp_tool_event_shape (tag);
  if (!shape || shape->role < ROLE_KERNEL || shape->role > ROLE_ON_DEVICE)
    return;
  int device = argument_with (shape->start, 'i');
  int bytes = argument_with (shape->start, 'z');
  if (device != NONE)
    gasp_tool_trace_remark (context, GASP_TRACE_DEVICE, arguments[device].i,
			    bytes == NONE ? 0 : arguments[bytes].z);
}

/* Remarks what each process moves, and which one is the root.  The other ends
   of transfers are not recorded: an address may not be valid before all
   processes have arrived.  */
static void
remark_collective (const struct moving *moving, uint32_t tag,
		   const union argument *arguments)
{
  uint64_t bytes;
  bool written;
  struct gasp_gcc_shared at;
  int pointer = gasp_tool_moves (tag, arguments, &bytes, &written);
  if (pointer != NONE
      && gasp_tool_find_argument (tag, pointer, arguments, &at))
    remark_moved (moving, &at, written, bytes);
}

/* Remarks what the ROLE of event TAG says of others.  */
static void
remark_by_role (gasp_context_t context, enum role role, uint32_t tag,
		const union argument *arguments)
{
  struct moving moving = { context, 0, 1, remark_moved };
  struct gasp_gcc_shared at;
  switch (role)
    {
    case ROLE_TRANSFER: case ROLE_ATOMIC_ACCESS:
      gasp_tool_move (&moving, tag, arguments);
      break;
    case ROLE_ONE_TO_ALL: case ROLE_ALL_TO_ONE: case ROLE_ALL_TO_ALL:
    case ROLE_COLLECTIVE: case ROLE_MEETING: case ROLE_MEETING_IN_ORDER:
    case ROLE_MEETING_IF_HELD: case ROLE_ROOT_GIVES: case ROLE_ROOT_GETS:
      remark_collective (&moving, tag, arguments);
      break;
    case ROLE_BARRIER_WITHIN:
      remark_members (context, arguments[1].l);
      break;
    case ROLE_MEETING_BEGUN:
      gasp_tool_trace_wide (context, GASP_TRACE_MEETING,
			    (uintptr_t) arguments[3].p);
      break;
    case ROLE_MEETING_OVER:
      gasp_tool_trace_wide (context, GASP_TRACE_MEETING,
			    (uintptr_t) arguments[0].p);
      break;
    case ROLE_LOCK: case ROLE_TRYLOCK: case ROLE_UNLOCK:
      if (gasp_tool_is_shared_lock (tag)
	  && gasp_tool_find_lock (tag, arguments, &at))
	gasp_tool_trace_remark (context, GASP_TRACE_LOCK, at.thread,
				at.address);
      break;
    default:
      break;
    }
}

void
gasp_tool_peers_trace_start (gasp_context_t context, uint32_t tag,
			     const union argument *arguments)
{
  const struct event_shape *shape = gasp_tool_event_shape (tag);
  if (!shape || !gasp_tool_ranks)
    return;
  if (is_message (shape))
    {
      if (!is_received (shape))
	remark_message (context, tag, arguments);
      return;
    }
  gasp_tool_io_trace (context, shape->start, true, arguments);
  remark_value (context, start_value (shape), arguments);
  remark_sizes (context, shape, arguments);
  remark_by_role (context, shape->role, tag, arguments);
}

void
gasp_tool_peers_trace_end (gasp_context_t context, uint32_t tag,
			   const union argument *arguments)
{
  const struct event_shape *shape = gasp_tool_event_shape (tag);
  if (!shape || !gasp_tool_ranks)
    return;
  if (is_received (shape))
    remark_message (context, tag, arguments);
  gasp_tool_io_trace (context, shape->end, false, arguments);
  remark_value (context, end_value (shape), arguments);
}
