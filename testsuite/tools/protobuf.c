/* protobuf.c - look into a trace in Perfetto's protobuf.

   SPDX-License-Identifier: Apache-2.0

   usage: protobuf MEMBER... VALUE FILE

   Packets that are compressed (members 1, 50) are taken for what is in them, by
   zlib.

   Counts the numbers that are VALUE and found by way of MEMBERs, each the number
   of one within the message that the member before it is; or prints them, or
   texts, if VALUE is "-".  Ends with status 1 if a message on that way, or the file, is
   not whole.  */

#include <dlfcn.h>
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

static int (*uncompress) (unsigned char *, unsigned long *,
			  const unsigned char *, unsigned long);

/* Append to *TO what the packet from P to END is.  */
static void
expand (const unsigned char *p, const unsigned char *end, const unsigned char *head,
	unsigned char **to, unsigned char *limit)
{
  uint64_t key = 0, size = end - head;
  const unsigned char *q = p < end ? varint (p, end, &key) : p;
  unsigned long room = limit - *to;
  if (key != (50 << 3 | 2))
    memcpy (*to, head, room = size);
  else
    {
      q = varint (q, end, &size);
      if (!uncompress)
	*(void **) &uncompress = dlsym (dlopen ("libz.so.1", RTLD_NOW),
					"uncompress");
      if (size != (uint64_t) (end - q) || uncompress (*to, &room, q, size))
	broken ("a packet that cannot be decompressed");
    }
  *to += room;
}

/* The file from P to END with all packets decompressed, and where that ends.  */
static unsigned char *
expand_all (const unsigned char *p, const unsigned char *end,
	    unsigned char **expanded_end)
{
  size_t room = 1 << 28;
  unsigned char *result = malloc (room), *to = result;
  while (p < end)
    {
      const unsigned char *head = p;
      uint64_t key, size;
      p = varint (p, end, &key);
      p = varint (p, end, &size);
      if (key != (1 << 3 | 2) || size > (uint64_t) (end - p))
	broken ("no packet");
      expand (p, p + size, head, &to, result + room);
      p += size;
    }
  *expanded_end = to;
  return result;
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
      if ((key & 7) == 1)
	{
	  if (end - p < 8)
	    broken ("a number that does not end");
	  memcpy (&value, p, 8);
	  p += 8;
	}
      else
	p = varint (p, end, &value);
      if (!(key >> 3) || (key & 7) > 2)
	broken ("a member of a kind that is not used");
      if ((key & 7) == 2 && value > (uint64_t) (end - p))
	broken ("a member that is longer than its message");
      if (key >> 3 == member && length == 1 && (key & 7) < 2)
	number (value);
      if ((key & 7) != 2)
	continue;
      if (key >> 3 == member && length == 1 && prints)
	printf ("%.*s\n", (int) value, (const char *) p);
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
  unsigned char *end = data + size;
  data = expand_all (data, end, &end);
  message (data, end, argv + 1, argc - 3);
  if (!prints)
    printf ("%lu\n", found);
  return size == 0;
}
