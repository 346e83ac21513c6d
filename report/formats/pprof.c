/* pprof.c - the call paths as pprof reads them.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   A message Profile of profile.proto in the wire format of protocol buffers;
   gzip around it is optional.  A place is a function and a location.  Each call
   path is a sample, innermost location first, with calls, time by itself in
   nanoseconds, and bytes allocated.  Where there are samples, its time is
   divided among the addresses of these, each a location with its line, and
   those of what it is inlined in.  */

#include "base/order.h"
#include "base/protobuf.h"
#include "tables/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The fields that are written, by their names in profile.proto.  */
enum {
  PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE = 2, PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5, PROFILE_STRING = 6, PROFILE_TIME = 9,
  PROFILE_DURATION = 10, PROFILE_DEFAULT_TYPE = 14,
  TYPE_NAME = 1, TYPE_UNIT = 2,
  SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2,
  LOCATION_ID = 1, LOCATION_ADDRESS = 3, LOCATION_LINE = 4,
  LINE_FUNCTION = 1, LINE_NUMBER = 2,
  FUNCTION_ID = 1, FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3,
  FUNCTION_FILE = 4, FUNCTION_START = 5
};

/* Strings have numbers, in the order in which they are put; these are first.  A
   place has three more: its label, signature and file; so has, after all of
   these, a function that was found in code.  */
static const char *const first_strings[] = {
  "", "calls", "count", "time", "nanoseconds", "allocated", "bytes", "samples"
};
enum { CALLS = 1, COUNT, TIME, NANOSECONDS, ALLOCATED, BYTES, SAMPLES,
       FIRST_OF_PLACES };

static void
put_type (struct message *bytes, unsigned name, unsigned unit)
{
  struct message type = { 0 };
  add_number (&type, TYPE_NAME, name);
  add_number (&type, TYPE_UNIT, unit);
  add_message (bytes, PROFILE_SAMPLE_TYPE, &type);
  free (type.data);
}

/* Writes function or place NUMBER: the numbers of functions in code are after
   those of places.  */
static void
put_function (struct message *bytes, size_t number, unsigned int line)
{
  struct message part = { 0 };
  add_number (&part, FUNCTION_ID, number + 1);
  add_number (&part, FUNCTION_NAME, FIRST_OF_PLACES + 3 * number);
  add_number (&part, FUNCTION_SYSTEM_NAME, FIRST_OF_PLACES + 3 * number + 1);
  add_number (&part, FUNCTION_FILE, FIRST_OF_PLACES + 3 * number + 2);
  add_number (&part, FUNCTION_START, line);
  add_message (bytes, PROFILE_FUNCTION, &part);
  free (part.data);
}

/* Writes LINE of function or place NUMBER, in a location.  */
static void
put_line (struct message *location, size_t number, unsigned int line)
{
  struct message part = { 0 };
  add_number (&part, LINE_FUNCTION, number + 1);
  add_number (&part, LINE_NUMBER, line);
  add_message (location, LOCATION_LINE, &part);
  free (part.data);
}

static void
put_places (struct message *bytes, const struct profile *profile)
{
  struct message location = { 0 };
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *place = &profile->places[i];
      put_function (bytes, i, place->line);
      add_number (&location, LOCATION_ID, i + 1);
      put_line (&location, i, place->line);
      add_message (bytes, PROFILE_LOCATION, &location);
    }
  free (location.data);
}

/* Writes the addresses that samples were taken at.  */
static void
put_addresses (struct message *bytes, const struct report *report)
{
  struct message location = { 0 };
  const struct code_function *function;
  size_t places = report->profile.place_count;
  for (size_t i = 0; (function = code_function (i)); i++)
    put_function (bytes, places + i, function->line);
  for (size_t i = 0; i < report->sampled_count; i++)
    {
      const struct sampled *s = &report->sampled[i];
      add_number (&location, LOCATION_ID, places + i + 1);
      add_number (&location, LOCATION_ADDRESS, s->pc);
      for (size_t j = 0; j < s->frame_count; j++)
	if (s->frames[j].function)
	  put_line (&location, places + s->frames[j].function->number,
		    s->frames[j].line);
      add_message (bytes, PROFILE_LOCATION, &location);
    }
  free (location.data);
}

static void
put_strings (struct message *bytes, const struct profile *profile)
{
  for (size_t i = 0; i < COUNT_OF (first_strings); i++)
    add_text (bytes, PROFILE_STRING, first_strings[i]);
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *place = &profile->places[i];
      bool is_line = place->kind == PLACE_LINE;
      add_text (bytes, PROFILE_STRING, is_line ? "" : label_of (place));
      add_text (bytes, PROFILE_STRING, is_line ? "" : name_of (place));
      add_text (bytes, PROFILE_STRING,
		place->file && !is_line ? place->file : "");
    }
  const struct code_function *function;
  for (size_t i = 0; (function = code_function (i)); i++)
    {
      add_text (bytes, PROFILE_STRING, function->label);
      add_text (bytes, PROFILE_STRING, function->name);
      add_text (bytes, PROFILE_STRING, function->file ? function->file : "");
    }
}

/* ---- Call paths.  */

/* The samples of an address at a node of the tree, and what they stand for.  */
struct spot { uint32_t node, at; uint64_t count, units; };
struct spots { struct spot *items; size_t count, room; };

ORDER (by_node, struct spot, RISING (node) RISING (at))

/* Returns the child of node PARENT of TREE that has PLACE; or NO_NODE.  */
static uint32_t
child_with (const struct tree *tree, uint32_t parent, uint32_t place)
{
  uint32_t child = tree->nodes[parent].child;
  while (child != NO_NODE && tree->nodes[child].place != place)
    child = tree->nodes[child].sibling;
  return child;
}

/* Returns, for each node of FROM, a thread's tree, the node of REPORT's that
   stands for it: where places are left out, or recursion was merged, its
   caller's.  Allocated.  */
static uint32_t *
map_nodes (const struct report *report, const struct tree *from)
{
  uint32_t *nodes = allocate (from->count + 1u, sizeof *nodes);
  for (uint32_t i = 0; i < from->count; i++)
    {
      uint32_t parent = from->nodes[i].parent;
      if (parent == NO_NODE)
	continue;
      uint32_t child = child_with (&report->tree, nodes[parent],
				   from->nodes[i].place);
      nodes[i] = child == NO_NODE ? nodes[parent] : child;
    }
  return nodes;
}

static bool
is_frame_of (const struct code_frame *frame, const struct place *place)
{
  return frame->function && place->label
	 && !strcmp (frame->function->label, place->label);
}

/* Returns whether node NODE is of the function of FRAME.  */
static bool
is_node_of (const struct report *report, uint32_t node,
	    const struct code_frame *frame)
{
  return is_frame_of (frame,
		      &report->profile.places[report->tree.nodes[node].place]);
}

/* Returns the node that SAMPLED, an event taken in NODE, is in: its child, if
   that stands for a function that is switched off.  */
static uint32_t
node_of_event (const struct report *report, uint32_t node,
	       const struct sampled *sampled)
{
  const struct node *nodes = report->tree.nodes;
  for (size_t f = 0; f < sampled->frame_count; f++)
    if (is_node_of (report, node, &sampled->frames[f]))
      return node;
  for (size_t f = 0; f < sampled->frame_count; f++)
    for (uint32_t i = nodes[node].child; i != NO_NODE; i = nodes[i].sibling)
      if (is_node_of (report, i, &sampled->frames[f]))
	return i;
  return node;
}

static void
add_spots (struct spots *spots, const struct report *report,
	   const struct process *process, uint32_t number)
{
  const struct thread *thread
    = report->profile.threads[process->first_thread + number];
  uint32_t *nodes = map_nodes (report, &thread->tree);
  for (size_t i = 0; i < process->sample_count; i++)
    {
      const struct sample *sample = &process->samples[i];
      /* A sample of page faults alone has no time.  */
      if (sample->thread != number || sample->at == NO_NODE || !sample->units)
	continue;
      spots->items = room_for_one (spots->items, spots->count, &spots->room,
				   sizeof *spots->items);
      uint32_t node = nodes[sample->node];
      if (!process->sampler)
	node = node_of_event (report, node, &report->sampled[sample->at]);
      spots->items[spots->count++] = (struct spot) { node, sample->at,
						     sample->count,
						     sample->units };
    }
  free (nodes);
}

/* Returns all samples that have a node, by nodes.  */
static struct spots
find_spots (const struct report *report)
{
  struct spots spots = { 0 };
  for (size_t i = 0; i < report->process_count; i++)
    for (uint32_t j = 0; report->processes[i]->sample_count
			 && j < report->processes[i]->thread_count; j++)
      add_spots (&spots, report, report->processes[i], j);
  SORT (spots.items, spots.count, by_node);
  return spots;
}

/* Returns the node of TREE from which on the path that ends in NODE is not in
   the frames of SAMPLED.  */
static uint32_t
above_frames (const struct report *report, uint32_t node,
	      const struct sampled *sampled)
{
  const struct tree *tree = &report->tree;
  for (size_t i = 0; i < sampled->frame_count; i++)
    {
      const struct code_function *function = sampled->frames[i].function;
      const char *label
	= report->profile.places[tree->nodes[node].place].label;
      if (function && label && !strcmp (function->label, label)
	  && tree->nodes[node].parent != NO_NODE)
	node = tree->nodes[node].parent;
    }
  return node;
}

/* Writes the path up to NODE into SAMPLE; the outside is a frame only where
   there is nothing else.  */
static void
put_path (struct message *sample, const struct tree *tree, uint32_t node,
	  const uint64_t *address)
{
  struct message packed = { 0 };
  if (address)
    add_varint (&packed, *address);
  if (!address || tree->nodes[node].depth)
    do
      {
	add_varint (&packed, (uint64_t) tree->nodes[node].place + 1);
	node = tree->nodes[node].parent;
      }
    while (node != NO_NODE && tree->nodes[node].depth);
  add_message (sample, SAMPLE_LOCATION, &packed);
  free (packed.data);
}

/* Ends SAMPLE with COUNT values.  */
static void
put_values (struct message *bytes, struct message *sample,
	    const uint64_t *values, size_t count)
{
  struct message packed = { 0 };
  for (size_t i = 0; i < count; i++)
    add_varint (&packed, values[i]);
  add_message (sample, SAMPLE_VALUE, &packed);
  add_message (bytes, PROFILE_SAMPLE, sample);
  free (packed.data);
  free (sample->data);
}

/* Writes the COUNT sampled addresses SPOTS of a node, and divides the node's
   *TIME among them.  Leaves in *TIME and *SAMPLES what belongs to none of
   them.  */
static void
put_spots (struct message *bytes, const struct report *report,
	   const struct spot *spots, size_t count, uint64_t *time,
	   uint64_t *samples)
{
  uint64_t all = 0;
  double self = (double) *time;
  *samples = 0;
  for (size_t i = 0; i < count; i++)
    {
      all += spots[i].units;
      *samples += spots[i].count;
    }
  for (size_t i = 0; i < count; i++)
    {
      struct message sample = { 0 };
      if (!report->sampled[spots[i].at].frame_count)
	continue;
      uint64_t address = report->profile.place_count + spots[i].at + 1;
      double part = self * ((double) spots[i].units / (double) all);
      const uint64_t values[] = { 0, (uint64_t) part, 0, spots[i].count };
      put_path (&sample, &report->tree,
		above_frames (report, spots[i].node,
			      &report->sampled[spots[i].at]), &address);
      put_values (bytes, &sample, values, COUNT_OF (values));
      *time -= values[1] < *time ? values[1] : *time;
      *samples -= values[3];
    }
}

/* Writes node NODE of the tree: what the COUNT SPOTS in it have not got of its
   time is its own.  */
static void
put_node (struct message *bytes, const struct report *report, uint32_t node,
	  const struct spot *spots, size_t count)
{
  struct message sample = { 0 };
  const struct node *n = &report->tree.nodes[node];
  const struct place *place = &report->profile.places[n->place];
  bool allocates = is_allocation (place) && strcmp (place->name, "free");
  uint64_t samples = 0, self = n->self > 0 && n->self < 1e18
			       ? (uint64_t) rint (n->self) : 0;
  put_spots (bytes, report, spots, count, &self, &samples);
  const uint64_t values[] = { n->calls, self, allocates ? n->bytes : 0,
			      samples };
  put_path (&sample, &report->tree, node, NULL);
  put_values (bytes, &sample, values,
	      COUNT_OF (values) - !report->all_samples);
}

static void
put_tree (struct message *bytes, const struct report *report)
{
  struct spots spots = find_spots (report);
  size_t at = 0;
  for (uint32_t i = 0; i < report->tree.count; i++)
    {
      size_t from = at;
      while (at < spots.count && spots.items[at].node == i)
	at++;
      put_node (bytes, report, i, spots.items + from, at - from);
    }
  free (spots.items);
}

void
write_pprof (const struct report *report, const struct output *output)
{
  struct message bytes = { 0 };
  const struct process *p = first_process (report);
  put_type (&bytes, CALLS, COUNT);
  put_type (&bytes, TIME, NANOSECONDS);
  put_type (&bytes, ALLOCATED, BYTES);
  if (report->all_samples)
    put_type (&bytes, SAMPLES, COUNT);
  put_tree (&bytes, report);
  put_places (&bytes, &report->profile);
  put_addresses (&bytes, report);
  put_strings (&bytes, &report->profile);
  add_number (&bytes, PROFILE_TIME, (uint64_t) p->start_realtime);
  add_number (&bytes, PROFILE_DURATION,
	     p->duration > 0 ? (uint64_t) p->duration : 0);
  add_number (&bytes, PROFILE_DEFAULT_TYPE, TIME);
  fwrite (bytes.data, 1, bytes.size, output->out);
  free (bytes.data);
}
