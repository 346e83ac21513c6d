/* pprof.c - the call paths as pprof reads them.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   A message Profile of profile.proto in the wire format of protocol buffers; gzip
   around it is optional.  A place is a function and a location.  Each call path is a
   sample, innermost location first, with calls, time by itself in nanoseconds, and
   bytes allocated.  */

#include "base/protobuf.h"
#include "tables/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What profile.proto calls the fields that are written.  */
enum {
  PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE = 2, PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5, PROFILE_STRING = 6, PROFILE_TIME = 9,
  PROFILE_DURATION = 10, PROFILE_DEFAULT_TYPE = 14,
  TYPE_NAME = 1, TYPE_UNIT = 2,
  SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2,
  LOCATION_ID = 1, LOCATION_LINE = 4,
  LINE_FUNCTION = 1, LINE_NUMBER = 2,
  FUNCTION_ID = 1, FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3,
  FUNCTION_FILE = 4, FUNCTION_START = 5
};

/* Strings have numbers, in the order in which they are put; these are first.  A place
   has three more: its label, signature and file.  */
static const char *const first_strings[] = {
  "", "calls", "count", "time", "nanoseconds", "allocated", "bytes"
};
enum { CALLS = 1, COUNT, TIME, NANOSECONDS, ALLOCATED, BYTES, FIRST_OF_PLACES };

static void
put_type (struct message *bytes, unsigned name, unsigned unit)
{
  struct message type = { 0 };
  add_number (&type, TYPE_NAME, name);
  add_number (&type, TYPE_UNIT, unit);
  add_message (bytes, PROFILE_SAMPLE_TYPE, &type);
  free (type.data);
}

static void
put_places (struct message *bytes, const struct profile *profile)
{
  struct message part = { 0 }, line = { 0 };
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *place = &profile->places[i];
      add_number (&part, FUNCTION_ID, i + 1);
      add_number (&part, FUNCTION_NAME, FIRST_OF_PLACES + 3 * i);
      add_number (&part, FUNCTION_SYSTEM_NAME, FIRST_OF_PLACES + 3 * i + 1);
      add_number (&part, FUNCTION_FILE, FIRST_OF_PLACES + 3 * i + 2);
      add_number (&part, FUNCTION_START, place->line);
      add_message (bytes, PROFILE_FUNCTION, &part);
      add_number (&line, LINE_FUNCTION, i + 1);
      add_number (&line, LINE_NUMBER, place->line);
      add_number (&part, LOCATION_ID, i + 1);
      add_message (&part, LOCATION_LINE, &line);
      add_message (bytes, PROFILE_LOCATION, &part);
    }
  free (part.data);
  free (line.data);
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
}

/* NODE of TREE; the outside is no frame but where there is nothing else.  */
static void
put_sample (struct message *bytes, const struct report *report,
	    const struct tree *tree, uint32_t node)
{
  struct message sample = { 0 }, packed = { 0 };
  const struct node *n = &tree->nodes[node];
  double self = n->self > 0 && n->self < 1e18 ? rint (n->self) : 0;
  const struct place *place = &report->profile.places[n->place];
  bool allocates = is_allocation (place) && strcmp (place->name, "free");
  do
    {
      add_varint (&packed, (uint64_t) tree->nodes[node].place + 1);
      node = tree->nodes[node].parent;
    }
  while (node != NO_NODE && tree->nodes[node].depth);
  add_message (&sample, SAMPLE_LOCATION, &packed);
  add_varint (&packed, n->calls);
  add_varint (&packed, (uint64_t) self);
  add_varint (&packed, allocates ? n->bytes : 0);
  add_message (&sample, SAMPLE_VALUE, &packed);
  add_message (bytes, PROFILE_SAMPLE, &sample);
  free (sample.data);
  free (packed.data);
}

void
write_pprof (const struct report *report, const struct output *output)
{
  struct message bytes = { 0 };
  const struct process *p = first_process (report);
  put_type (&bytes, CALLS, COUNT);
  put_type (&bytes, TIME, NANOSECONDS);
  put_type (&bytes, ALLOCATED, BYTES);
  for (uint32_t i = 0; i < report->tree.count; i++)
    put_sample (&bytes, report, &report->tree, i);
  put_places (&bytes, &report->profile);
  put_strings (&bytes, &report->profile);
  add_number (&bytes, PROFILE_TIME, (uint64_t) p->start_realtime);
  add_number (&bytes, PROFILE_DURATION,
	     p->duration > 0 ? (uint64_t) p->duration : 0);
  add_number (&bytes, PROFILE_DEFAULT_TYPE, TIME);
  fwrite (bytes.data, 1, bytes.size, output->out);
  free (bytes.data);
}
