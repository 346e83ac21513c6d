/* protobuf.c - look into a file in protobuf's form.

   SPDX-License-Identifier: Apache-2.0

   usage: protobuf MEMBER... VALUE FILE

   Counts the numbers that are VALUE and found by way of MEMBERs, each the number
   of one within the message that the member before it is; or prints them, if
   VALUE is "-".  Ends with status 1 if a message on that way, or the file, is
   not whole.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t wanted;
static int prints;
static unsigned long found;

static void
broken (const char *what)
{
  fprintf (stderr, "%s\n", what);
  exit (1);
}

static const unsigned char *
varint (const unsigned char *p, const unsigned char *end, uint64_t *value)
{
  int shift = 0;
  for (*value = 0; p < end && shift < 64; shift += 7)
    {
      *value |= (uint64_t) (*p & 0x7f) << shift;
      if (!(*p++ & 0x80))
	return p;
    }
  broken ("a number that does not end");
  return NULL;
}

static void
number (uint64_t value)
{
  if (prints)
    printf ("%llu\n", (unsigned long long) value);
  found += value == wanted;
}

static void
message (const unsigned char *p, const unsigned char *end, char **path,
	 int length)
{
  unsigned long member = strtoul (*path, NULL, 10);
  while (p < end)
    {
      uint64_t key, value;
      p = varint (p, end, &key);
      p = varint (p, end, &value);
      if (!(key >> 3) || ((key & 7) != 0 && (key & 7) != 2))
	broken ("a member of a kind that is not used");
      if ((key & 7) == 2 && value > (uint64_t) (end - p))
	broken ("a member that is longer than its message");
      if (key >> 3 == member && length == 1 && (key & 7) == 0)
	number (value);
      if ((key & 7) != 2)
	continue;
      if (key >> 3 == member && length > 1)
	message (p, p + value, path + 1, length - 1);
      p += value;
    }
}

int
main (int argc, char **argv)
{
  size_t size = 0, room = 1 << 28;
  unsigned char *data = malloc (room);
  FILE *in = fopen (argv[argc - 1], "r");
  if (argc < 4 || !in || !data)
    broken ("usage: protobuf MEMBER... VALUE FILE");
  size = fread (data, 1, room, in);
  prints = !strcmp (argv[argc - 2], "-");
  wanted = strtoull (argv[argc - 2], NULL, 10);
  message (data, data + size, argv + 1, argc - 3);
  if (!prints)
    printf ("%lu\n", found);
  return size == 0;
}
