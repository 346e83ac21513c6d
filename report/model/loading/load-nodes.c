/* load-nodes.c - the places and nodes of a record.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   Only the nodes' links to their parents are used: what children a node has
   follows from these.  */

#include "model/addresses.h"
#include "model/loading/load.h"
#include "model/roles.h"

#include <stdlib.h>
#include <string.h>

/* Notes UNTIL when events at PLACE were seen.  */
static void
note_until (struct loading *loading, const struct place *place, uint64_t until)
{
  struct process *process = loading->process;
  if (until <= loading->record.header.start_ticks)
    return;
  double time
    = duration_of (loading, until - loading->record.header.start_ticks);
  if (is_allocation (place))
    process->allocations_until = time;
  else if (role_of_place (place) == ROLE_TRANSFER)
    process->transfers_until = time;
}

/* Loads a function that was switched off: it has been called at least as often
   as was seen.  */
static void
load_off (void *closure, const void *element,
	  uint64_t number __attribute__ ((unused)))
{
  struct loading *loading = closure;
  struct gasp_record_off raw;
  memcpy (&raw, element, sizeof raw);
  uint64_t place
    = record_number (&loading->record, GASP_RECORD_PLACES, raw.place);
  if (place >= loading->place_count || raw.until < raw.since)
    {
      loading->bad_references++;
      return;
    }
  loading->off[place] = raw.until ? raw.until : 1;
  note_until (loading, &loading->profile->places[loading->places[place]],
	      raw.until);
}

uint64_t
off_of (const struct loading *loading, gasp_record_ref ref)
{
  uint64_t number = record_number (&loading->record, GASP_RECORD_PLACES, ref);
  return number < loading->place_count ? loading->off[number] : 0;
}

static void
load_place (void *closure, const void *element, uint64_t number)
{
  static const enum place_kind kinds[] = {
    [GASP_RECORD_THREAD] = PLACE_THREAD,
    [GASP_RECORD_FUNCTION] = PLACE_FUNCTION,
    [GASP_RECORD_EVENT] = PLACE_EVENT,
    [GASP_RECORD_OTHER] = PLACE_OTHER
  };
  struct loading *loading = closure;
  struct gasp_record_place raw;
  memcpy (&raw, element, sizeof raw);
  struct place place = {
    .kind = raw.kind < COUNT_OF (kinds) ? kinds[raw.kind] : PLACE_OTHER,
    .tag = raw.tag, .name = record_string (&loading->record, raw.name, "?"),
    .file = record_string (&loading->record, raw.file, NULL),
    .line = raw.line, .column = raw.column, .end_line = raw.end_line
  };
  if (place.kind == PLACE_THREAD)
    place.name = "thread";
  if (place.kind == PLACE_EVENT)
    place.name = name_of_copy (place.tag, place.name);
  if (place.kind == PLACE_OTHER)
    place.name = "(what the record had no room for)";
  if (raw.flags & GASP_RECORD_PLACE_ADDRESS)
    {
      uint64_t address = raw.line | (uint64_t) raw.column << 32;
      loading->calls[number] = (struct event_call) { address, place.file };
      place_at_address (loading->process, address, place.file, &place);
      if (place.file)
	place.file = name_in_profile (loading->profile, place.file);
    }
  loading->places[number] = intern_place (loading->profile, &place);
  if (place.kind == PLACE_EVENT && raw.flags & GASP_RECORD_PLACE_OFF)
    loading->off[number] = 1;
  loading->is_source[number] = raw.flags & GASP_RECORD_PLACE_SOURCE;
}

void
load_places (struct loading *loading)
{
  loading->place_count = record_count (&loading->record, GASP_RECORD_PLACES);
  loading->places = allocate (loading->place_count, sizeof *loading->places);
  loading->off = allocate (loading->place_count, sizeof *loading->off);
  loading->is_source = allocate (loading->place_count,
				 sizeof *loading->is_source);
  loading->calls = allocate (loading->place_count, sizeof *loading->calls);
  record_each (&loading->record, GASP_RECORD_PLACES, load_place, loading);
  record_each (&loading->record, GASP_RECORD_OFFS, load_off, loading);
  loading->lost_place
    = intern_place (loading->profile, &(struct place) { .kind = PLACE_OTHER,
							.name = "?" });
}

uint32_t
place_or_lost (struct loading *loading, const struct gasp_record_node *raw)
{
  uint32_t place = known_place_of (loading, raw->place);
  if (place != NO_NODE)
    return place;
  loading->bad_references++;
  return loading->lost_place;
}

/* Ends the call that RAW has open, which has been over for some time if its
   end could not be seen.  */
static void
end_unseen (const struct loading *loading, struct gasp_record_node *raw)
{
  uint64_t until = off_of (loading, raw->place);
  if (until && until + (uint64_t) raw->ticks < until)
    raw->ticks = (int64_t) (until + (uint64_t) raw->ticks);
}

static void
copy_node (void *closure, const void *element, uint64_t number)
{
  struct loading *loading = closure;
  struct gasp_record_node *raw = &loading->raw[number];
  memcpy (raw, element, sizeof *raw);
  if (raw->ticks < 0)
    end_unseen (loading, raw);
  loading->raw_child[number] = NO_NODE;
  loading->destinations[number] = (struct destination) { NO_NODE, NO_NODE };
  if (number % 65536 == 0)
    show_progress (loading->record.path, number, loading->raw_count);
}

/* Links the raw nodes to their parents, so that children are in the order of
   the record.  */
static void
link_nodes (struct loading *loading)
{
  for (uint64_t i = loading->raw_count; i-- > 0;)
    {
      gasp_record_ref ref = loading->raw[i].parent;
      uint64_t parent = record_number (&loading->record, GASP_RECORD_NODES,
				       ref);
      bool exists = parent < loading->raw_count && parent != i;
      loading->bad_references += ref && !exists;
      loading->raw_parent[i] = exists ? (uint32_t) parent : NO_NODE;
      if (exists)
	{
	  loading->raw_sibling[i] = loading->raw_child[parent];
	  loading->raw_child[parent] = (uint32_t) i;
	}
    }
}

void
load_nodes (struct loading *loading)
{
  uint64_t count = record_count (&loading->record, GASP_RECORD_NODES);
  if (count >= NO_NODE)
    fail (EXIT_TROUBLE, "%s: too many call paths", loading->record.path);
  loading->raw_count = count;
  loading->raw = allocate (count, sizeof *loading->raw);
  loading->raw_parent = allocate (count, sizeof *loading->raw_parent);
  loading->raw_child = allocate (count, sizeof *loading->raw_child);
  loading->raw_sibling = allocate (count, sizeof *loading->raw_sibling);
  loading->destinations = allocate (count, sizeof *loading->destinations);
  record_each (&loading->record, GASP_RECORD_NODES, copy_node, loading);
  record_rest (&loading->record);
  link_nodes (loading);
  find_owners (loading);
  move_from_over (loading);
}
