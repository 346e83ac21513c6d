/* pprof.c - print the samples of a profile in pprof's format.

   SPDX-License-Identifier: Apache-2.0

   usage: pprof FILE

   A line for each: its values, a colon, and its frames, the innermost first, as
   "f:LINE < main:LINE".  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct bytes { const unsigned char *at, *end; };
struct member { unsigned number; uint64_t value; struct bytes bytes; };

static uint64_t
varint (struct bytes *in)
{
  uint64_t value = 0;
  for (int shift = 0; in->at < in->end; shift += 7)
    {
      value |= (uint64_t) (*in->at & 127) << shift;
      if (!(*in->at++ & 128))
	return value;
    }
  fprintf (stderr, "cut short\n");
  exit (1);
}

static int
next (struct bytes *in, struct member *member)
{
  if (in->at == in->end)
    return 0;
  uint64_t key = varint (in);
  member->number = (unsigned) (key >> 3);
  member->value = varint (in);
  if ((key & 7) == 2)
    {
      if (member->value > (uint64_t) (in->end - in->at))
	exit (1);
      member->bytes = (struct bytes) { in->at, in->at + member->value };
      in->at += member->value;
    }
  return 1;
}

/* The first number NUMBER of MESSAGE; 0: it has none.  */
static uint64_t
number_in (struct bytes message, unsigned number)
{
  struct member member;
  while (next (&message, &member))
    if (member.number == number)
      return member.value;
  return 0;
}

/* The member NUMBER of ALL with the id ID; or, if ID is 0, the one at INDEX.  */
static struct bytes
find (struct bytes all, unsigned number, uint64_t id, uint64_t index)
{
  struct member member;
  while (next (&all, &member))
    if (member.number == number
	&& (id ? number_in (member.bytes, 1) == id : !index--))
      return member.bytes;
  fprintf (stderr, "no %u of %lu\n", number, (unsigned long) id);
  exit (1);
}

static const char *separator;

static void
print_location (struct bytes all, uint64_t id)
{
  struct bytes location = find (all, 4, id, 0);
  struct member member;
  while (next (&location, &member))
    {
      if (member.number != 4)
	continue;
      struct bytes function = find (all, 5, number_in (member.bytes, 1), 0);
      struct bytes name = find (all, 6, 0, number_in (function, 2));
      printf ("%s%.*s:%lu", separator, (int) (name.end - name.at), name.at,
	      (unsigned long) number_in (member.bytes, 2));
      separator = " < ";
    }
}

static void
print_sample (struct bytes all, struct bytes sample)
{
  struct member member;
  struct bytes locations = sample, values = { 0 };
  while (next (&sample, &member))
    if (member.number == 1)
      locations = member.bytes;
    else
      values = member.bytes;
  while (values.at < values.end)
    printf ("%lu ", (unsigned long) varint (&values));
  separator = ": ";
  while (locations.at < locations.end)
    print_location (all, varint (&locations));
  putchar ('\n');
}

int
main (int argc, char **argv)
{
  static unsigned char data[1 << 24];
  FILE *in = argc == 2 ? fopen (argv[1], "rb") : NULL;
  if (!in)
    return 1;
  struct bytes all = { data, data + fread (data, 1, sizeof data, in) }, rest = all;
  struct member member;
  while (next (&rest, &member))
    if (member.number == 2)
      print_sample (all, member.bytes);
  return 0;
}
