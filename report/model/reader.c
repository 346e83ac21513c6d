/* reader.c - look into a record file, trusting nothing in it.

   SPDX-License-Identifier: Apache-2.0

   reader.c finds elements; load.c makes the model of them.  */

#define _GNU_SOURCE
#include "hash.h"
#include "launchers.h"
#include "model/joining/ahead.h"
#include "model/reader.h"
#include "base/texts.h"
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { REF_UNIT = 8 };

/* Returns the size that elements of each kind have at least; strings are not
   elements.  VALUES depends on the number of counters.  */
static size_t
least_size (const struct record *record, uint32_t kind)
{
  static const size_t sizes[] = GASP_RECORD_ELEMENT_SIZES;
  if (kind == GASP_RECORD_VALUES)
    return record->header.counters * sizeof (int64_t);
  return kind < COUNT_OF (sizes) ? sizes[kind] : 0;
}

const void *
record_at (const struct record *record, gasp_record_ref ref, size_t size)
{
  uint64_t offset = (uint64_t) ref * REF_UNIT;
  return ref && offset <= record->size && size <= record->size - offset
	 ? record->data + offset : NULL;
}

const char *
record_string (const struct record *record, gasp_record_ref ref,
	       const char *absent)
{
  if (!ref)
    return absent;
  const struct gasp_record_string *string
    = record_at (record, ref, sizeof (uint32_t));
  if (!string)
    return "?";
  uint32_t length = string->length;
  if (!record_at (record, ref, sizeof (uint32_t) + (size_t) length + 1)
      || string->text[length])
    return "?";
  return shared_text (string->text);
}

static char *
check_header (struct record *record)
{
  struct gasp_record_header *header = &record->header;
  if (record->size < offsetof (struct gasp_record_header, state))
    return copy_string ("is too short to be a record");
  size_t there = record->size < sizeof *header ? record->size : sizeof *header;
  memcpy (header, record->data, there);
  if (memcmp (header->magic, GASP_RECORD_MAGIC, sizeof header->magic))
    return copy_string ("is not a record of the sample tool");
  if (header->byte_order == __builtin_bswap32 (GASP_RECORD_BYTE_ORDER))
    return copy_string ("was written on a machine of the other byte order; "
			"report it there");
  if (header->byte_order != GASP_RECORD_BYTE_ORDER)
    return copy_string ("has a damaged header");
  if (header->version != GASP_RECORD_VERSION)
    return print_string ("has format version %u, and this gasp reads version "
			 "%u; use the gasp that it was recorded with",
			 header->version, GASP_RECORD_VERSION);
  if (there < sizeof *header)
    return copy_string ("is cut short within its header");
  if (header->header_size < sizeof *header
      || header->header_size > GASP_RECORD_SMALL_NODES
      || header->segment_size != GASP_RECORD_SEGMENT
      || header->counters > GASP_RECORD_COUNTERS)
    return copy_string ("has a damaged header");
  return NULL;
}

/* Returns whether segment number I is usable; RESULT describes it then.  */
static bool
read_segment (struct record *record, size_t i, struct segment *result)
{
  struct gasp_record_segment header;
  size_t offset = gasp_record_segment_offset (i);
  if (record->size < offset || record->size - offset < sizeof header)
    {
      record->cut_short = true;
      return false;
    }
  memcpy (&header, record->data + offset, sizeof header);
  if (header.kind == GASP_RECORD_UNUSED)
    return false;
  size_t least = least_size (record, header.kind);
  size_t there = record->size - offset - sizeof header;
  if (!least || header.element_size < least
      || header.element_size % (least == 1 ? 1 : REF_UNIT)
      || header.used > gasp_record_segment_size (i) - sizeof header)
    {
      record->damaged++;
      return false;
    }
  if (header.used > there)
    {
      record->cut_short = true;
      header.used = (uint32_t) there;
    }
  *result = (struct segment) { header.kind, header.element_size, header.used,
			       0 };
  return true;
}

static void
read_segments (struct record *record)
{
  uint64_t counts[GASP_RECORD_KINDS] = { 0 };
  record->segment_count = gasp_record_segment_count (record->size);
  record->segments = allocate (record->segment_count,
			       sizeof *record->segments);
  for (size_t i = 0; i < record->segment_count; i++)
    {
      struct segment *segment = &record->segments[i];
      if (!read_segment (record, i, segment))
	continue;
      segment->first = counts[segment->kind];
      counts[segment->kind] += segment->used / segment->element_size;
    }
}

size_t
end_of_data (int fd, const struct stat *st, size_t unit)
{
  off_t end = 0, data = 0;
  if (st->st_blocks * 512 >= st->st_size)
    return (size_t) st->st_size;
  while (end >= 0 && (data = lseek (fd, end, SEEK_DATA)) >= 0)
    end = lseek (fd, data, SEEK_HOLE);
  if (end < 0 || errno != ENXIO)
    return (size_t) st->st_size;
  size_t size = end ? ((size_t) end + unit - 1) / unit * unit : unit;
  return size < (size_t) st->st_size ? size : (size_t) st->st_size;
}

/* Lists the segments of RECORD, whose data are there.  */
static void
list_segments (struct record *record)
{
  record->damaged = 0;
  record->cut_short = false;
  read_segments (record);
}

static void
on_bus_error (int number __attribute__ ((unused)))
{
  static const char text[]
    = "gasp: a record was cut short while it was being read; try again\n";
  ssize_t written = write (2, text, sizeof text - 1);
  _exit (written < 0 ? EXIT_TROUBLE + 1 : EXIT_TROUBLE);
}

/* Releases from memory what the file has of the member that RECORD is.  */
static void
release_packed (const struct record *record)
{
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
  uintptr_t first = (uintptr_t) record->member->packed.data / page * page;
  uintptr_t end = (uintptr_t) record->member->packed.data
		  + record->member->packed.size;
  madvise ((void *) first, end - first, MADV_DONTNEED);
}

/* Unpacks the member that RECORD is.  Returns false if it is damaged.  */
static bool
unpack (struct record *record)
{
  struct image image = next_image (record->joined, record->member);
  release_packed (record);
  record->data = image.data;
  record->size = image.size;
  return image.size != 0;
}

static char *
open_member (struct record *record)
{
  if (!unpack (record))
    return copy_string ("is damaged");
  char *why = check_header (record);
  if (!why)
    list_segments (record);
  return why;
}

void
record_suspend (struct record *record)
{
  struct image image = { (unsigned char *) record->data, record->size };
  free (record->segments);
  record->segments = NULL;
  record->segment_count = 0;
  if (!record->member)
    {
      record_rest (record);
      return;
    }
  free_image (&image);
  record->data = NULL;
  record->size = 0;
}

void
record_close (struct record *record)
{
  record_suspend (record);
  if (record->data)
    munmap ((void *) record->data, record->size);
  record->data = NULL;
}

void
record_resume (struct record *record)
{
  if (!record->member || unpack (record))
    list_segments (record);
}

char *
record_open (struct record *record, const char *path)
{
  memset (record, 0, sizeof *record);
  record->path = path;
  record->member = joined_member (path, &record->joined);
  if (record->member)
    return open_member (record);
  /* Of a trace, too, which is read with its record.  */
  signal (SIGBUS, on_bus_error);
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat (fd, &st))
    {
      char *why = print_string ("cannot be read: %s", strerror (errno));
      if (fd >= 0)
	close (fd);
      return why;
    }
  if (!S_ISREG (st.st_mode) || st.st_size == 0)
    {
      close (fd);
      return copy_string (S_ISREG (st.st_mode) ? "is empty"
					       : "is not a file");
    }
  size_t size = end_of_data (fd, &st, GASP_RECORD_SEGMENT);
  void *data = mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0);
  close (fd);
  if (data == MAP_FAILED)
    return print_string ("cannot be mapped: %s", strerror (errno));
  record->data = data;
  record->size = size;
  char *why = check_header (record);
  if (!why)
    list_segments (record);
  return why;
}

void
record_rest (const struct record *record)
{
  if (record->member)
    return;
  madvise ((void *) record->data, record->size, MADV_DONTNEED);
}

uint64_t
record_count (const struct record *record, uint32_t kind)
{
  for (size_t i = record->segment_count; i-- > 0;)
    {
      const struct segment *segment = &record->segments[i];
      if (segment->kind == kind)
	return segment->first + segment->used / segment->element_size;
    }
  return 0;
}

void
record_each (const struct record *record, uint32_t kind,
	     record_visitor *visit, void *closure)
{
  for (size_t i = 0; i < record->segment_count; i++)
    {
      const struct segment *segment = &record->segments[i];
      if (segment->kind != kind)
	continue;
      const unsigned char *elements
	= record->data + gasp_record_segment_offset (i)
	  + sizeof (struct gasp_record_segment);
      uint32_t count = segment->used / segment->element_size;
      for (uint32_t j = 0; j < count; j++)
	visit (closure, elements + (size_t) j * segment->element_size,
	       segment->first + j);
    }
}

uint64_t
record_number (const struct record *record, uint32_t kind,
	       gasp_record_ref ref)
{
  uint64_t offset = (uint64_t) ref * REF_UNIT;
  size_t index = gasp_record_segment_at (offset);
  if (index >= record->segment_count)
    return RECORD_NONE;
  uint64_t within = offset - gasp_record_segment_offset (index);
  size_t head = sizeof (struct gasp_record_segment);
  if (within < head)
    return RECORD_NONE;
  const struct segment *segment = &record->segments[index];
  within -= head;
  if (segment->kind != kind || within % segment->element_size
      || within + segment->element_size > segment->used)
    return RECORD_NONE;
  return segment->first + within / segment->element_size;
}

uint32_t
world_of (uint32_t rank)
{
  return rank >> LAUNCHER_RANK_BITS;
}

uint32_t
rank_in_world (uint32_t rank)
{
  return rank & (((uint32_t) 1 << LAUNCHER_RANK_BITS) - 1);
}

uint64_t
record_job (const struct record *record)
{
  uint64_t job = (uint32_t) record->header.ppid;
  if (record->header.job)
    return record->header.job;
  return gasp_hash_text (job, record_string (record, record->header.host, ""));
}
