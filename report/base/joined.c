/* joined.c - files of many records.  See joined.h.

   SPDX-License-Identifier: Apache-2.0

   model/joining/join.c writes them.  Nothing in them is trusted.  */

#include "base/joined.h"
#include "base/order.h"
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t
take_varint (struct bytes *bytes)
{
  uint64_t value = 0;
  for (unsigned int shift = 0; bytes->size && shift < 64; shift += 7)
    {
      unsigned char byte = *bytes->data++;
      bytes->size--;
      value |= (uint64_t) (byte & 0x7f) << shift;
      if (!(byte & 0x80))
	return value;
    }
  bytes->size = 0;
  return 0;
}

struct bytes
take_bytes (struct bytes *bytes, uint64_t size)
{
  struct bytes taken
    = { bytes->data, size < bytes->size ? size : bytes->size };
  bytes->data += taken.size;
  bytes->size -= taken.size;
  return taken;
}

bool
is_joined_name (const char *name)
{
  size_t length = strlen (name), suffix = strlen (JOINED_SUFFIX);
  return length > suffix && *name != '.'
	 && !strcmp (name + length - suffix, JOINED_SUFFIX);
}

/* Returns what FILE has from FROM up to TO.  */
static struct bytes
part_of (const struct joined *joined, uint64_t from, uint64_t to)
{
  bool exists = from <= to && to <= joined->file.size;
  return exists ? (struct bytes) { joined->file.data + from, to - from }
		: (struct bytes) { NULL, 0 };
}

static char *
check_header (struct joined *joined)
{
  struct joined_header *h = &joined->header;
  if (joined->file.size < sizeof *h)
    return copy_string ("is too short to have records");
  memcpy (h, joined->file.data, sizeof *h);
  if (memcmp (h->first.magic, JOINED_MAGIC, sizeof h->first.magic))
    return copy_string ("has no joined records");
  if (h->first.byte_order != GASP_RECORD_BYTE_ORDER)
    return copy_string ("was written on a machine of another byte order; "
			"report it there");
  if (h->version != JOINED_VERSION || h->first.version != GASP_RECORD_VERSION)
    return print_string ("has format version %u.%u, and this gasp reads %u.%u; "
			 "use the gasp that it was joined with", h->version,
			 h->first.version, JOINED_VERSION, GASP_RECORD_VERSION);
  if (h->packed < sizeof *h || h->packed > h->texts || h->texts > h->index
      || h->index > h->listed || h->listed > h->end
      || h->end != joined->file.size || h->count > joined->file.size
      || h->text_count > joined->file.size)
    return copy_string ("is cut short or damaged");
  return NULL;
}

static void
read_texts (struct joined *joined)
{
  const struct joined_header *h = &joined->header;
  struct bytes left = part_of (joined, h->texts, h->index);
  joined->texts = allocate (h->text_count + (size_t) 1, sizeof *joined->texts);
  while (left.size && joined->text_count < h->text_count)
    {
      uint64_t size = take_varint (&left);
      joined->texts[joined->text_count++] = take_bytes (&left, size);
    }
}

static char *
copy_bytes (struct bytes bytes)
{
  char *copy = allocate (bytes.size + 1, 1);
  memcpy (copy, bytes.data, bytes.size);
  return copy;
}

/* Returns false if the index makes no sense.  */
static bool
read_index (struct joined *joined)
{
  const struct joined_header *h = &joined->header;
  struct bytes left = part_of (joined, h->index, h->listed);
  struct bytes packed = part_of (joined, h->packed, h->texts);
  joined->members = allocate (h->count + (size_t) 1, sizeof *joined->members);
  while (joined->member_count < h->count)
    {
      struct member *m = &joined->members[joined->member_count];
      if (!left.size)
	return false;
      m->name = copy_bytes (take_bytes (&left, take_varint (&left)));
      uint64_t size = take_varint (&left);
      if (!*m->name || strchr (m->name, '/') || size > packed.size
	  || (joined->member_count && strcmp (m[-1].name, m->name) >= 0))
	return false;
      m->packed = take_bytes (&packed, size);
      joined->member_count++;
    }
  return true;
}

static void
free_joined (struct joined *joined)
{
  for (size_t i = 0; i < joined->member_count; i++)
    free ((char *) joined->members[i].name);
  free (joined->members);
  free (joined->texts);
  if (joined->file.data)
    munmap ((void *) joined->file.data, joined->file.size);
  free (joined->path);
  free (joined);
}

/* Maps the file of JOINED.  Returns null, or a message.  */
static char *
map (struct joined *joined)
{
  struct stat st;
  int fd = open (joined->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool is_file = fd >= 0 && !fstat (fd, &st) && S_ISREG (st.st_mode);
  void *data = is_file && st.st_size > 0
	       ? mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_SHARED, fd, 0)
	       : MAP_FAILED;
  char *why = fd < 0 ? print_string ("cannot be read: %s", strerror (errno))
	      : !is_file ? copy_string ("is not a file")
	      : data == MAP_FAILED ? copy_string ("cannot be mapped") : NULL;
  if (fd >= 0)
    close (fd);
  if (!why)
    joined->file = (struct bytes) { data, (size_t) st.st_size };
  return why;
}

/* The joined files that are open.  */
static struct joined **all;
static size_t count, room;

void
rest_joined (void)
{
  for (size_t i = 0; i < count; i++)
    madvise ((void *) all[i]->file.data, all[i]->file.size, MADV_DONTNEED);
}

struct joined *
open_joined (const char *path, char **why)
{
  char *problem = NULL;
  for (size_t i = 0; i < count; i++)
    if (!strcmp (all[i]->path, path))
      return all[i];
  struct joined *joined = allocate (1, sizeof *joined);
  joined->path = copy_string (path);
  if (!(problem = map (joined)) && !(problem = check_header (joined)))
    {
      read_texts (joined);
      joined->listed
	= part_of (joined, joined->header.listed, joined->header.end);
      if (!read_index (joined))
	problem = copy_string ("is cut short or damaged");
    }
  if (!problem)
    return ONE_MORE (all, count, room) = joined;
  free_joined (joined);
  if (why)
    *why = problem;
  else
    free (problem);
  return NULL;
}

ORDER (by_name, struct member, TEXT (name))

const struct member *
joined_member (const char *path, struct joined **file)
{
  const char *slash = strrchr (path, '/');
  if (!slash)
    return NULL;
  const struct member wanted = { .name = slash + 1 };
  OWNED char *name = print_string ("%.*s", (int) (slash - path), path);
  *file = is_joined_name (base_name (name)) ? open_joined (name, NULL) : NULL;
  return *file ? bsearch (&wanted, (*file)->members, (*file)->member_count,
			  sizeof wanted, by_name) : NULL;
}
