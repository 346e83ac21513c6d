/* put-samples.c - put samples into a record that has none.

   SPDX-License-Identifier: Apache-2.0

   usage: put-samples RECORD LIST

   So that tests of what reads samples know each of them.  In LIST, numbers are
   hexadecimal:

     event NAME PERIOD
     module START END BIAS BUILD-ID PATH	BUILD-ID may be "-"
     sample PC COUNT FUNCTION		in the first call path that ends in
					FUNCTION; "-": in none  */

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

/* Returns the first node of a function whose signature has NAME.  */
static gasp_record_ref
find_node (const char *name)
{
  for (size_t i = 0; i < gasp_record_segment_count (size); i++)
    {
      size_t at = (size_t) gasp_record_segment_offset (i);
      const struct gasp_record_segment *segment = (void *) (data + at);
      if (at + sizeof *segment > size || segment->kind != GASP_RECORD_NODES)
	continue;
      for (uint32_t j = 0; j < segment->used; j += segment->element_size)
	{
	  size_t node = at + sizeof *segment + j;
	  if (strstr (name_of ((void *) (data + node)), name))
	    return (gasp_record_ref) (node / 8);
	}
    }
  fprintf (stderr, "put-samples: no node '%s'\n", name);
  exit (1);
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
      struct gasp_record_sample sample = { a, b, 0, 0 };
      sample.node = strcmp (name, "-") ? find_node (name) : 0;
      add (GASP_RECORD_SAMPLES, sizeof sample, &sample, sizeof sample);
    }
  else
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
