/* pprof.c - the call paths as pprof reads them.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   A message Profile of profile.proto in the wire format of protocol buffers; gzip
   around it is optional.  A place is a function and a location.  Each call path is a
   sample, innermost location first, with calls, time by itself in nanoseconds, and
   bytes allocated.  */

#include "tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct bytes { unsigned char *start; size_t count, room; };

static void
put_byte (struct bytes *bytes, unsigned value)
{
  bytes->start = room_for_one (bytes->start, bytes->count, &bytes->room, 1);
  bytes->start[bytes->count++] = (unsigned char) value;
}

static void
put_varint (struct bytes *bytes, uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    put_byte (bytes, (unsigned) (value & 0x7f) | 0x80);
  put_byte (bytes, (unsigned) value);
}

enum wire { WIRE_VARINT = 0, WIRE_BYTES = 2 };

static void
put_field (struct bytes *bytes, unsigned field, uint64_t value)
{
  put_varint (bytes, field << 3 | WIRE_VARINT);
  put_varint (bytes, value);
}

static void
put_block (struct bytes *bytes, unsigned field, const void *data, size_t size)
{
  put_varint (bytes, field << 3 | WIRE_BYTES);
  put_varint (bytes, size);
  for (size_t i = 0; i < size; i++)
    put_byte (bytes, ((const unsigned char *) data)[i]);
}

/* Let MESSAGE, a part of BYTES, be its field FIELD, and be empty again.  */
static void
put_message (struct bytes *bytes, unsigned field, struct bytes *message)
{
  put_block (bytes, field, message->start, message->count);
  message->count = 0;
}

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

/* A string has to be UTF-8, and is told so.  */
static void
put_string (struct bytes *bytes, const char *text)
{
  struct bytes clean = { 0 };
  while (*text)
    {
      size_t length = utf8_length (text);
      for (size_t i = 0; i < length; i++)
	put_byte (&clean, (unsigned char) text[i]);
      if (!length)
	put_byte (&clean, '?');
      text += length ? length : 1;
    }
  put_message (bytes, PROFILE_STRING, &clean);
  free (clean.start);
}

static void
put_type (struct bytes *bytes, unsigned name, unsigned unit)
{
  struct bytes type = { 0 };
  put_field (&type, TYPE_NAME, name);
  put_field (&type, TYPE_UNIT, unit);
  put_message (bytes, PROFILE_SAMPLE_TYPE, &type);
  free (type.start);
}

static void
put_places (struct bytes *bytes, const struct profile *profile)
{
  struct bytes part = { 0 }, line = { 0 };
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *place = &profile->places[i];
      put_field (&part, FUNCTION_ID, i + 1);
      put_field (&part, FUNCTION_NAME, FIRST_OF_PLACES + 3 * i);
      put_field (&part, FUNCTION_SYSTEM_NAME, FIRST_OF_PLACES + 3 * i + 1);
      put_field (&part, FUNCTION_FILE, FIRST_OF_PLACES + 3 * i + 2);
      put_field (&part, FUNCTION_START, place->line);
      put_message (bytes, PROFILE_FUNCTION, &part);
      put_field (&line, LINE_FUNCTION, i + 1);
      put_field (&line, LINE_NUMBER, place->line);
      put_field (&part, LOCATION_ID, i + 1);
      put_message (&part, LOCATION_LINE, &line);
      put_message (bytes, PROFILE_LOCATION, &part);
    }
  free (part.start);
  free (line.start);
}

static void
put_strings (struct bytes *bytes, const struct profile *profile)
{
  for (size_t i = 0; i < COUNT_OF (first_strings); i++)
    put_string (bytes, first_strings[i]);
  for (size_t i = 0; i < profile->place_count; i++)
    {
      const struct place *place = &profile->places[i];
      bool is_line = place->kind == PLACE_LINE;
      put_string (bytes, is_line ? "" : label_of (place));
      put_string (bytes, is_line ? "" : name_of (place));
      put_string (bytes, place->file && !is_line ? place->file : "");
    }
}

/* NODE of TREE; the outside is no frame but where there is nothing else.  */
static void
put_sample (struct bytes *bytes, const struct report *report,
	    const struct tree *tree, uint32_t node)
{
  struct bytes sample = { 0 }, packed = { 0 };
  const struct node *n = &tree->nodes[node];
  double self = n->self > 0 && n->self < 1e18 ? rint (n->self) : 0;
  const struct place *place = &report->profile.places[n->place];
  bool allocates = is_allocation (place) && strcmp (place->name, "free");
  do
    {
      put_varint (&packed, (uint64_t) tree->nodes[node].place + 1);
      node = tree->nodes[node].parent;
    }
  while (node != NO_NODE && tree->nodes[node].depth);
  put_message (&sample, SAMPLE_LOCATION, &packed);
  put_varint (&packed, n->calls);
  put_varint (&packed, (uint64_t) self);
  put_varint (&packed, allocates ? n->bytes : 0);
  put_message (&sample, SAMPLE_VALUE, &packed);
  put_message (bytes, PROFILE_SAMPLE, &sample);
  free (sample.start);
  free (packed.start);
}

void
write_pprof (const struct report *report, const struct output *output)
{
  struct bytes bytes = { 0 };
  const struct process *p = first_process (report);
  put_type (&bytes, CALLS, COUNT);
  put_type (&bytes, TIME, NANOSECONDS);
  put_type (&bytes, ALLOCATED, BYTES);
  for (uint32_t i = 0; i < report->tree.count; i++)
    put_sample (&bytes, report, &report->tree, i);
  put_places (&bytes, &report->profile);
  put_strings (&bytes, &report->profile);
  put_field (&bytes, PROFILE_TIME, (uint64_t) p->start_realtime);
  put_field (&bytes, PROFILE_DURATION,
	     p->duration > 0 ? (uint64_t) p->duration : 0);
  put_field (&bytes, PROFILE_DEFAULT_TYPE, TIME);
  fwrite (bytes.start, 1, bytes.count, output->out);
  free (bytes.start);
}
