/* put-samples.c - put samples into a record that has none.

   SPDX-License-Identifier: Apache-2.0

   usage: put-samples RECORD LIST

   So that tests of what reads samples know each of them.  In LIST, numbers are
   hexadecimal:

     event NAME PERIOD
     module START END BIAS BUILD-ID PATH	BUILD-ID may be "-"
     sample PC COUNT FUNCTION		in the first call path that ends in
					FUNCTION, or CALLER > FUNCTION; "-": in
					none

   What follows is of times, which are nanoseconds:

     period TIME			samples are of time, and of so much each
     thread ALL RAN READY	the first thread was there so long
     time TIME FUNCTION		the calls of that path, together
     counted FUNCTION	its calls were only counted
     away WAITED READY FUNCTION	so long the thread was off the processor there
     never away			it never was
     off FUNCTION		it was switched off at the end  */

#include "record.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *data;
static size_t size;

/* Appends an empty segment of KIND; its head.  */
static struct gasp_record_segment *
add_segment (uint32_t kind, uint32_t element_size)
{
  size_t at = (size + GASP_RECORD_SEGMENT - 1) / GASP_RECORD_SEGMENT
	      * GASP_RECORD_SEGMENT;
  data = realloc (data, at + GASP_RECORD_SEGMENT);
  memset (data + size, 0, at + GASP_RECORD_SEGMENT - size);
  size = at + GASP_RECORD_SEGMENT;
  struct gasp_record_segment *segment = (void *) (data + at);
  segment->kind = kind;
  segment->element_size = element_size;
  segment->size = GASP_RECORD_SEGMENT;
  return segment;
}

/* The file grows ahead of what is in it: forgets unused segments at its end.  */
static void
forget_unused (void)
{
  size_t end = 0;
  for (size_t at = GASP_RECORD_SEGMENT;
       at + sizeof (struct gasp_record_segment) <= size;
       at += GASP_RECORD_SEGMENT)
    if (((struct gasp_record_segment *) (data + at))->kind)
      end = at;
  if (end + GASP_RECORD_SEGMENT < size)
    size = end + GASP_RECORD_SEGMENT;
}

/* Where the segment of KIND is that is being filled, in the file.  */
static size_t filled[GASP_RECORD_KINDS];

/* Appends ELEMENT; its reference.  */
static gasp_record_ref
add (uint32_t kind, uint32_t element_size, const void *element, uint32_t length)
{
  uint32_t room = (length + 7) & ~7u;
  struct gasp_record_segment *segment = (void *) (data + filled[kind]);
  if (!filled[kind]
      || sizeof *segment + segment->used + room > GASP_RECORD_SEGMENT)
    {
      segment = add_segment (kind, element_size);
      filled[kind] = (size_t) ((char *) segment - data);
    }
  size_t at = filled[kind] + sizeof *segment + segment->used;
  memcpy (data + at, element, length);
  segment->used += room;
  return (gasp_record_ref) (at / 8);
}

static gasp_record_ref
add_string (const char *text)
{
  char buffer[5000];
  struct gasp_record_string *string = (void *) buffer;
  string->length = (uint32_t) strlen (text);
  strcpy (string->text, text);
  return add (GASP_RECORD_STRINGS, 1, buffer,
	      (uint32_t) (sizeof *string + string->length + 1));
}

static const char *
name_of (const struct gasp_record_node *node)
{
  const struct gasp_record_place *place = (void *) (data + 8 * (size_t) node->place);
  return node->place && place->name
	 ? ((struct gasp_record_string *) (data + 8 * (size_t) place->name))->text
	 : "";
}

/* Returns the element of KIND after the one at AT, in the file, or the first one
   if that is 0; 0 if there is none.  */
static size_t
next_of (uint32_t kind, size_t at)
{
  for (size_t i = 0; i < gasp_record_segment_count (size); i++)
    {
      size_t start = (size_t) gasp_record_segment_offset (i);
      const struct gasp_record_segment *segment = (void *) (data + start);
      size_t first = start + sizeof *segment;
      if (first > size || segment->kind != kind || !segment->used
	  || first + segment->used <= at + segment->element_size)
	continue;
      return at < first ? first : at + segment->element_size;
    }
  return 0;
}

/* Returns whether NODE is of a function whose signature has NAME, which may be
   "CALLER > NAME".  */
static int
is_of (const struct gasp_record_node *node, const char *name)
{
  const char *inner = strrchr (name, '>');
  const struct gasp_record_node *caller
    = (void *) (data + 8 * (size_t) node->parent);
  char outer[200];
  if (!inner)
    return strstr (name_of (node), name) != NULL;
  snprintf (outer, sizeof outer, "%.*s", (int) (inner - name - 1), name);
  return strstr (name_of (node), inner + 2) && node->parent
	 && is_of (caller, outer);
}

/* Returns the first node of NAME.  */
static gasp_record_ref
find_node (const char *name)
{
  for (size_t at = 0; (at = next_of (GASP_RECORD_NODES, at)) != 0;)
    if (is_of ((void *) (data + at), name))
      return (gasp_record_ref) (at / 8);
  fprintf (stderr, "put-samples: no node '%s'\n", name);
  exit (1);
}

static struct gasp_record_node *
node_of (const char *name)
{
  return (void *) (data + 8 * (size_t) find_node (name));
}

/* Forgets the samples that the run has had.  */
static void
forget_samples (void)
{
  for (size_t at = 0; (at = next_of (GASP_RECORD_SAMPLES, at)) != 0;)
    ((struct gasp_record_sample *) (data + at))->count = 0;
}

static void
never_away (void)
{
  for (size_t at = 0; (at = next_of (GASP_RECORD_NODES, at)) != 0;)
    {
      struct gasp_record_node *node = (void *) (data + at);
      node->waited = node->ready = 0;
    }
}

static void
sample_time (uint32_t period)
{
  struct gasp_record_header *header = (void *) data;
  header->sampler = GASP_RECORD_SAMPLER_PERF;
  header->sample_period = period;
  forget_samples ();
  never_away ();
}

/* Returns the ticks of so many NANOSECONDS.  */
static uint64_t
ticks_of (unsigned long nanoseconds)
{
  const struct gasp_record_header *header = (void *) data;
  return (uint64_t) ((double) nanoseconds / header->ns_per_tick);
}

static void
set_thread (unsigned long all, unsigned long ran, unsigned long ready)
{
  struct gasp_record_thread *thread
    = (void *) (data + next_of (GASP_RECORD_THREADS, 0));
  thread->end = thread->start + ticks_of (all);
  thread->first_processor = thread->first_ready = 1;
  thread->processor = ran + 1;
  thread->ready = ready + 1;
}

static void
count_only (struct gasp_record_node *node)
{
  node->ticks = 0;
  node->period = 1;
}

static void
be_away (unsigned long waited, unsigned long ready, struct gasp_record_node *node)
{
  node->waited = waited;
  node->ready = ready;
}

static void
switch_off (const char *name)
{
  const struct gasp_record_header *header = (void *) data;
  struct gasp_record_off off = { .place = node_of (name)->place,
				 .since = header->start_ticks,
				 .until = header->end_ticks };
  add (GASP_RECORD_OFFS, sizeof off, &off, sizeof off);
}

/* Obeys LINE, if it is of times.  */
static int
obey_times (const char *line)
{
  unsigned long a, b, c;
  char name[200];
  if (sscanf (line, "period %lx", &a) == 1)
    sample_time ((uint32_t) a);
  else if (sscanf (line, "thread %lx %lx %lx", &a, &b, &c) == 3)
    set_thread (a, b, c);
  else if (sscanf (line, "time %lx %199[^\n]", &a, name) == 2)
    {
      node_of (name)->ticks = (int64_t) ticks_of (a);
      node_of (name)->period = 0;
    }
  else if (sscanf (line, "counted %199[^\n]", name) == 1)
    count_only (node_of (name));
  else if (!strcmp (line, "never away\n"))
    never_away ();
  else if (sscanf (line, "away %lx %lx %199[^\n]", &a, &b, name) == 3)
    be_away (a, b, node_of (name));
  else if (sscanf (line, "off %199[^\n]", name) == 1)
    switch_off (name);
  else
    return 0;
  return 1;
}

static void
obey (const char *line)
{
  unsigned long a, b, c;
  char name[200], path[4096];
  struct gasp_record_header *header = (void *) data;
  if (sscanf (line, "event %199s %lx", name, &a) == 2)
    {
      gasp_record_ref event = add_string (name);
      header = (void *) data;
      header->sample_event = event;
      header->sample_period = a;
      forget_samples ();
      header->sample_threshold = a;
    }
  else if (sscanf (line, "module %lx %lx %lx %199s %4095s", &a, &b, &c, name,
		   path) == 5)
    {
      struct gasp_record_module module = { a, b, c, add_string (path), 0 };
      module.build_id = strcmp (name, "-") ? add_string (name) : 0;
      add (GASP_RECORD_MODULES, sizeof module, &module, sizeof module);
    }
  else if (sscanf (line, "sample %lx %lx %199[^\n]", &a, &b, name) == 3)
    {
      struct gasp_record_sample sample = { .pc = a, .count = b };
      sample.node = strcmp (name, "-") ? find_node (name) : 0;
      add (GASP_RECORD_SAMPLES, sizeof sample, &sample, sizeof sample);
    }
  else if (!obey_times (line))
    {
      fprintf (stderr, "put-samples: what is %s", line);
      exit (1);
    }
}

int
main (int argc, char **argv)
{
  char line[5000];
  FILE *file = argc == 3 ? fopen (argv[1], "rb") : NULL;
  FILE *list = argc == 3 ? fopen (argv[2], "r") : NULL;
  if (!file || !list)
    return 1;
  fseek (file, 0, SEEK_END);
  size = (size_t) ftell (file);
  data = malloc (size + 1);
  rewind (file);
  if (fread (data, 1, size, file) != size)
    return 1;
  fclose (file);
  forget_unused ();
  while (fgets (line, sizeof line, list))
    obey (line);
  file = fopen (argv[1], "wb");
  return !file || fwrite (data, 1, size, file) != size || fclose (file);
}
