/* trace-cursor.c - follow a thread through its trace, trusting nothing there.

   SPDX-License-Identifier: Apache-2.0

   After trace-reader.c, which has found the thread's chunks.  */

#include "model/trace.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

static const struct gasp_record_node *
node_at (const struct trace_cursor *cursor, gasp_record_ref ref)
{
  return record_at (&cursor->thread->process->record, ref,
		    sizeof (struct gasp_record_node));
}

/* Returns the number of the place REF; that after all, if there is none.  */
static uint32_t
number_of_place (const struct trace_process *process, gasp_record_ref ref)
{
  uint64_t number = record_number (&process->record, GASP_RECORD_PLACES, ref);
  return (uint32_t) (number < process->place_count ? number
		     : process->place_count);
}

static uint32_t
place_of (const struct trace_cursor *cursor, gasp_record_ref ref)
{
  const struct trace_process *process = cursor->thread->process;
  const struct gasp_record_node *node = node_at (cursor, ref);
  return node ? number_of_place (process, node->place)
	 : (uint32_t) process->place_count;
}

static uint64_t
time_of (const struct trace_cursor *cursor)
{
  const struct trace_thread *thread = cursor->thread;
  double ns = thread->process->start
	      + ((double) cursor->time - thread->base)
		* thread->process->ns_per_unit;
  return ns > 0 && ns < 9e18 ? (uint64_t) ns : 0;
}

static void
push (struct trace_cursor *cursor, gasp_record_ref ref)
{
  ONE_MORE (cursor->stack, cursor->depth, cursor->room) = ref;
}

/* Moves the thread to REF: its stack is the way there from the root, which is
   not a call.  */
static void
go_to (struct trace_cursor *cursor, gasp_record_ref ref)
{
  uint64_t most = record_count (&cursor->thread->process->record,
				GASP_RECORD_NODES);
  const struct gasp_record_node *node;
  cursor->depth = cursor->shown = 0;
  for (; most && (node = node_at (cursor, ref)) && node->parent; most--)
    {
      push (cursor, ref);
      ref = node->parent;
    }
  for (size_t i = 0; i < cursor->depth / 2; i++)
    {
      gasp_record_ref other = cursor->stack[i];
      cursor->stack[i] = cursor->stack[cursor->depth - 1 - i];
      cursor->stack[cursor->depth - 1 - i] = other;
    }
}

void
trace_follow (struct trace_cursor *cursor, const struct trace_thread *thread)
{
  memset (cursor, 0, sizeof *cursor);
  cursor->thread = thread;
}

void
trace_done (struct trace_cursor *cursor)
{
  free (cursor->stack);
}

/* Begins with CHUNK's entries.  */
static void
read_chunk (struct trace_cursor *cursor, const struct gasp_trace_chunk *chunk)
{
  if (!cursor->sequence || chunk->previous != cursor->sequence)
    {
      go_to (cursor, chunk->node);
      if (chunk->other)
	push (cursor, chunk->other);
    }
  cursor->sequence = chunk->sequence;
  cursor->time = chunk->start;
  cursor->at = (const unsigned char *) (chunk + 1);
  cursor->end = (const unsigned char *) chunk + GASP_TRACE_CHUNK;
}

/* Goes to the next chunk; if there is a gap before it, or it is the end, open
   calls are left first.  False if nothing is left to report.  */
static bool
advance (struct trace_cursor *cursor)
{
  const struct trace_thread *thread = cursor->thread;
  const struct gasp_trace_chunk *chunk = NULL;
  cursor->at = cursor->end = NULL;
  if (cursor->next_chunk < thread->chunk_count)
    chunk = thread->process->chunks[thread->first_chunk + cursor->next_chunk];
  if (cursor->depth && (!chunk || chunk->previous != cursor->sequence))
    return true;
  if (!chunk)
    return false;
  cursor->next_chunk++;
  read_chunk (cursor, chunk);
  return true;
}

static struct trace_moment
moment_of (const struct trace_cursor *cursor, enum trace_what what,
	   gasp_record_ref ref, size_t depth, bool is_cut)
{
  return (struct trace_moment) { .what = what, .time = time_of (cursor),
				 .place = ref ? place_of (cursor, ref) : 0,
				 .depth = depth, .is_cut = is_cut };
}

/* Leaves the innermost call.  */
static struct trace_moment
pop (struct trace_cursor *cursor, bool is_cut)
{
  gasp_record_ref ref = cursor->stack[--cursor->depth];
  cursor->shown = cursor->depth;
  return moment_of (cursor, TRACE_LEAVE, ref, cursor->depth, is_cut);
}

static struct trace_moment
enter (struct trace_cursor *cursor, gasp_record_ref ref)
{
  push (cursor, ref);
  cursor->shown = cursor->depth;
  return moment_of (cursor, TRACE_ENTER, ref, cursor->depth - 1, false);
}

/* Returns the child of the innermost node, or of the root, at DISTANCE.  */
static gasp_record_ref
child_at (const struct trace_cursor *cursor, gasp_record_ref root,
	  int32_t distance)
{
  gasp_record_ref parent = cursor->depth ? cursor->stack[cursor->depth - 1]
			   : root;
  return parent + ((gasp_record_ref) distance
		   << (GASP_TRACE_DISTANCE_SHIFT - 3));
}

/* Returns the root of the thread's tree, by way of the node at the start of a
   chunk of its.  */
static gasp_record_ref
root_of (const struct trace_cursor *cursor)
{
  const struct trace_thread *thread = cursor->thread;
  gasp_record_ref ref = thread->process->chunks[thread->first_chunk]->node;
  uint64_t most = record_count (&thread->process->record, GASP_RECORD_NODES);
  const struct gasp_record_node *node;
  while (most-- && (node = node_at (cursor, ref)) && node->parent)
    ref = node->parent;
  return ref;
}

/* Decodes ENTRY, a remark on the innermost call; false if the caller does not
   want those.  */
static bool
decode_remark (struct trace_cursor *cursor, uint64_t entry,
	       struct trace_moment *moment)
{
  unsigned int what = entry >> 2 & 0x3f;
  cursor->at += 8;
  if (!cursor->with_remarks || !cursor->depth)
    return false;
  *moment = moment_of (cursor, (enum trace_what)
		       (TRACE_READS + (what - GASP_TRACE_READS)),
		       cursor->stack[cursor->depth - 1], cursor->depth, false);
  moment->peer = entry >> 8 & 0xffff;
  if (what == GASP_TRACE_READS || what == GASP_TRACE_WRITES)
    moment->peer = gasp_trace_unpack (moment->peer);
  moment->value = entry >> 24;
  return true;
}

/* Returns the time that CLOCK_MONOTONIC showed as NS, in ns since the first
   process began.  */
static double
from_monotonic (const struct trace_process *process, uint64_t ns)
{
  int64_t since = (int64_t) (ns - process->header.start_monotonic);
  return process->start + (double) since * process->stretch;
}

/* Decodes ENTRY, a part of what a device did; false before the last, or if the
   caller does not want that.  */
static bool
decode_device (struct trace_cursor *cursor, uint64_t entry,
	       struct trace_moment *moment)
{
  const struct trace_process *process = cursor->thread->process;
  struct gasp_trace_times *told = &cursor->told;
  uint64_t value = entry >> 24, wide = value | (entry >> 8 & 0xffff)
					       << GASP_TRACE_VALUE_BITS;
  cursor->at += 8;
  switch (entry >> 2 & 0x3f)
    {
    case GASP_TRACE_DEVICE_PLACE:
      cursor->told_device = entry >> 8 & 0xffff;
      cursor->told_place = (gasp_record_ref) value;
      cursor->told_by_host = value >> 32;
      return false;
    case GASP_TRACE_DEVICE_ASKED:
      told->asked = wide;
      return false;
    case GASP_TRACE_DEVICE_BEGAN:
      told->begin = wide;
      return false;
    default:
      told->took = wide;
    }
  if (!cursor->with_devices || !process->header.start_monotonic
      || !cursor->told_place)
    return false;
  cursor->did = (struct trace_device_times) {
    from_monotonic (process, told->asked),
    from_monotonic (process, told->begin), (double) told->took,
    !cursor->told_by_host };
  *moment = moment_of (cursor, TRACE_DEVICE_DID, 0, cursor->depth, false);
  moment->place = number_of_place (process, cursor->told_place);
  moment->peer = cursor->told_device;
  cursor->told_place = 0;
  return true;
}

/* Decodes what is said of a group, a file or a request; false if the caller
   does not want that.  */
static bool
decode_object (struct trace_cursor *cursor, uint64_t entry,
	       struct trace_moment *moment)
{
  unsigned int what = entry >> 2 & 0x3f;
  cursor->at += 8;
  if (!cursor->with_objects || (what != GASP_TRACE_GROUP && !cursor->depth))
    return false;
  *moment = moment_of (cursor, (enum trace_what)
		       (TRACE_GROUP + (what - GASP_TRACE_GROUP)), 0,
		       cursor->depth, false);
  moment->peer = entry >> 8 & 0xffff;
  moment->value = entry >> 24;
  if (what != GASP_TRACE_GROUP && what != GASP_TRACE_OPENED)
    moment->value |= (uint64_t) moment->peer << GASP_TRACE_VALUE_BITS;
  return true;
}

/* Decodes a rare entry, ENTRY; false if it says nothing.  */
static bool
decode_rare (struct trace_cursor *cursor, uint64_t entry,
	     struct trace_moment *moment)
{
  unsigned int what = entry >> 2 & 0x3f;
  gasp_record_ref node = (gasp_record_ref) (entry >> 24);
  if (what == GASP_TRACE_TIME)
    {
      cursor->time += entry >> 8;
      cursor->at += 8;
      return false;
    }
  if (what >= GASP_TRACE_READS && what <= GASP_TRACE_DEVICE)
    return decode_remark (cursor, entry, moment);
  if (what >= GASP_TRACE_DEVICE_PLACE && what <= GASP_TRACE_DEVICE_TOOK)
    return decode_device (cursor, entry, moment);
  if (what >= GASP_TRACE_GROUP && what <= GASP_TRACE_MEETING)
    return decode_object (cursor, entry, moment);
  cursor->time += entry >> 8 & 0xffff;
  cursor->at += 7;
  switch (what)
    {
    case GASP_TRACE_ENTER:
      *moment = enter (cursor, node);
      return true;
    case GASP_TRACE_ATOMIC:
      *moment = moment_of (cursor, TRACE_ATOMIC, node, cursor->depth, false);
      return true;
    case GASP_TRACE_OFF:
    case GASP_TRACE_ON:
      *moment = moment_of (cursor, what == GASP_TRACE_OFF ? TRACE_OFF
			   : TRACE_ON, 0, cursor->depth, false);
      return true;
    default:
      /* Damaged: nothing can be made of the rest.  */
      cursor->at = cursor->end;
      return false;
    }
}

/* Decodes the next entry of the chunk; false if it says nothing, or there is
   none, which AT shows.  */
static bool
decode (struct trace_cursor *cursor, struct trace_moment *moment)
{
  uint64_t entry;
  memcpy (&entry, cursor->at, sizeof entry);
  if (!(entry & 0xff))
    {
      cursor->at = cursor->end;
      return false;
    }
  if (!(entry & 3))
    return decode_rare (cursor, entry, moment);
  cursor->time += entry >> 2 & ((1u << GASP_TRACE_TIME_BITS) - 1);
  if ((entry & 3) == GASP_TRACE_LEAVE)
    {
      cursor->at += 2;
      if (!cursor->depth)
	return false;
      *moment = pop (cursor, false);
      return true;
    }
  bool is_near = (entry & 3) == GASP_TRACE_NEAR;
  int32_t distance = is_near ? (uint8_t) (entry >> 16)
		     : (int32_t) (entry >> 8) >> 8;
  cursor->at += is_near ? 3 : 5;
  gasp_record_ref root = cursor->depth ? 0 : root_of (cursor);
  *moment = enter (cursor, child_at (cursor, root, distance));
  return true;
}

/* Returns whether there is another entry, which may take eight bytes.  */
static bool
has_entry (const struct trace_cursor *cursor)
{
  return (cursor->at
	  && cursor->end - cursor->at >= (ptrdiff_t) sizeof (uint64_t));
}

bool
trace_next (struct trace_cursor *cursor, struct trace_moment *moment)
{
  for (;;)
    if (cursor->shown < cursor->depth)
      {
	gasp_record_ref ref = cursor->stack[cursor->shown++];
	*moment = moment_of (cursor, TRACE_ENTER, ref, cursor->shown - 1,
			     true);
	return true;
      }
    else if (has_entry (cursor))
      {
	if (decode (cursor, moment))
	  return true;
      }
    else if (!advance (cursor))
      return false;
    else if (!cursor->at)
      {
	*moment = pop (cursor, true);
	return true;
      }
}
