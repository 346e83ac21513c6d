/* join.c - make one file of many records.  See join.h.

   SPDX-License-Identifier: Apache-2.0

   rundir.c -> join.c -> pack.c.  What is written has another name until it
   is complete; records that are there twice, because nobody has removed them
   yet, are listed once (base/rundir.c).  */

#include "search.h"
#include "base/object/perf-map.h"
#include "base/index.h"
#include "base/order.h"
#include "base/rundir.h"
#include "base/util.h"
#include "model/joining/join.h"
#include "model/joining/pack.h"
#include "model/thinning.h"
#include "hash.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A record that is to be joined.  */
struct candidate { const char *path; uint64_t run; bool is_gone; };

/* A file that is being written.  */
struct writer
{
  FILE *out;
  struct joined_header header;
  struct image model;		/* of the first record */
  struct texts texts;
  struct message packed;	/* of one record, */
  struct message index;		/* and of all */
  struct thinning listed;	/* by all */
  char *counters;		/* of the first record */
};

/* ---- Which  */

static bool
has_file_beside (const char *path)
{
  char *beside[] = { trace_path (path), perf_map_path (path) };
  bool any = false;
  for (size_t i = 0; i < COUNT_OF (beside); i++)
    {
      any |= !access (beside[i], F_OK);
      free (beside[i]);
    }
  return any;
}

static bool
is_to_be_joined (const struct record *record, const struct to_join *to_join)
{
  const struct gasp_record_header *header = &record->header;
  const char *host = record_string (record, header->host, "");
  return !record->damaged && !record->cut_short
	 && header->state != GASP_RECORD_RUNNING
	 && (!to_join->host || !strcmp (host, to_join->host))
	 && (!to_join->ranks_only || header->ranks)
	 && record_count (record, GASP_RECORD_THREADS)
	 && !has_file_beside (record->path);
}

/* Lists those of COUNT records PATHS that are TO_JOIN; allocated, *FOUND.
   Counts in RESULT those that are not joined yet.  */
static struct candidate *
find_candidates (char **paths, size_t count, const struct to_join *to_join,
		 struct join_result *result, size_t *found)
{
  struct candidate *all = allocate (count, sizeof *all);
  *found = 0;
  for (size_t i = 0; i < count; i++)
    {
      struct record record;
      struct joined *file;
      if (joined_member (paths[i], &file))
	continue;
      result->left++;
      OWNED char *why = record_open (&record, paths[i]);
      if (!why && is_to_be_joined (&record, to_join))
	all[(*found)++]
	  = (struct candidate) { paths[i], record.header.run, false };
      record_close (&record);
    }
  return all;
}

/* ---- Writing  */

static void
write_message (struct writer *w, const struct message *message)
{
  if (message->size)
    fwrite (message->data, message->size, 1, w->out);
}

/* Begins with the header of the first RECORD, and the name of its machine;
   more is known in the end.  */
static void
begin_file (struct writer *w, const struct record *record)
{
  enum { UNIT = 8 };
  const char *host = record_string (record, record->header.host, "");
  uint32_t length = (uint32_t) strlen (host);
  size_t size = (sizeof length + length + UNIT) / UNIT * UNIT;
  OWNED struct gasp_record_string *string = allocate (size, 1);
  w->header = (struct joined_header) { .first = record->header,
				       .version = JOINED_VERSION };
  memcpy (w->header.first.magic, JOINED_MAGIC, sizeof w->header.first.magic);
  w->header.first.host = sizeof w->header / UNIT;
  w->header.packed = sizeof w->header + size;
  string->length = length;
  memcpy (string->text, host, length);
  fwrite (&w->header, sizeof w->header, 1, w->out);
  fwrite (string, size, 1, w->out);
}

/* Returns the names and units of the counters of RECORD; allocated.  */
static char *
counters_of (const struct record *record)
{
  const struct gasp_record_header *h = &record->header;
  char *all = copy_string ("");
  for (uint32_t i = 0; i < h->counters; i++)
    {
      const char *name = record_string (record, h->counter[i].name, "?");
      const char *unit = record_string (record, h->counter[i].unit, "");
      char *more = print_string ("%s%s\n%s\n", all, name, unit);
      free (all);
      all = more;
    }
  return all;
}

/* Notes of RECORD, which is added, what has to be known of all.  */
static void
note_record (struct writer *w, const struct record *record, bool is_first)
{
  char *counters = counters_of (record);
  count_listed (&w->listed, record);
  if (is_first)
    {
      w->counters = counters;
      w->header.same_counters = 1;
      return;
    }
  if (strcmp (counters, w->counters))
    w->header.same_counters = 0;
  free (counters);
}

/* Returns whether B has the same as A.  */
static bool
are_same (const struct image *a, const struct image *b)
{
  size_t header = sizeof (struct gasp_record_header);
  if (a->size != b->size || memcmp (a->data, b->data, header))
    return false;
  for (size_t i = 0; i < gasp_record_segment_count (a->size); i++)
    {
      uint64_t at = gasp_record_segment_offset (i);
      const struct gasp_record_segment *s
	= (const struct gasp_record_segment *) (a->data + at);
      if (s->used && memcmp (s, b->data + at, sizeof *s + s->used))
	return false;
    }
  return true;
}

/* Adds IMAGE, of the record NAME.  Returns false if it could not be had
   back.  */
static bool
add_image (struct writer *w, const struct image *image, const char *name)
{
  w->packed.size = 0;
  pack_image (image, &w->model, &w->texts, &w->packed);
  struct bytes packed = { w->packed.data, w->packed.size };
  struct image back = unpack_image (packed, &w->model, w->texts.rows,
				    w->texts.count);
  bool is_fine = back.size && are_same (image, &back);
  free_image (&back);
  if (!is_fine)
    return false;
  write_message (w, &w->packed);
  add_varint (&w->index, strlen (name));
  add_raw (&w->index, name, strlen (name));
  add_varint (&w->index, packed.size);
  w->header.count++;
  return true;
}

/* ---- Images of records  */

/* Blocks that have not been freed, by call path.  */
struct block_sums
{
  struct gasp_record_block_sum *rows;
  size_t count, room;
  struct index index;
  bool is_sampled;
};

ELEMENTS (sum, struct gasp_record_block_sum, gasp_mix (x->node),
	  x->node == y->node)

static void
add_block (void *closure, const void *element, uint64_t number)
{
  struct block_sums *sums = closure;
  struct gasp_record_block raw;
  (void) number;
  memcpy (&raw, element, sizeof raw);
  sums->is_sampled |= raw.ticks >> GASP_RECORD_BLOCK_SHIFT != 0;
  if (!raw.address)
    return;
  const struct gasp_record_block_sum new = { .node = raw.node };
  uint32_t row
    = index_number (&sums->index, sums->count, hash_of_sum (&new, 0),
		    hash_of_sum, is_sum, sums->rows, &new);
  if (row == sums->count)
    ONE_MORE (sums->rows, sums->count, sums->room) = new;
  sums->rows[row].count++;
  sums->rows[row].bytes += raw.size;
}

/* Puts SUMS into IMAGE, from segment I on.  */
static void
put_sums (const struct image *image, size_t i, const struct block_sums *sums)
{
  enum { SIZE = sizeof *sums->rows };
  enum { MOST = (GASP_RECORD_SEGMENT - HEAD) / SIZE };
  for (size_t done = 0; done < sums->count; i++)
    {
      size_t left = sums->count - done, count = left < MOST ? left : MOST;
      const struct segment segment = {
	.kind = GASP_RECORD_BLOCK_SUMS, .element_size = SIZE,
	.used = (uint32_t) (count * SIZE)
      };
      memcpy (begin_segment (image, i, &segment), sums->rows + done,
	      count * SIZE);
      done += count;
    }
}

/* Copies to TO the blocks of SEGMENT, at DATA, that have not been freed.
   Returns their bytes.  */
static uint32_t
copy_blocks (unsigned char *to, const unsigned char *data,
	     const struct segment *segment)
{
  struct gasp_record_block block;
  unsigned char *end = to;
  for (uint32_t at = 0; at < segment->used; at += segment->element_size)
    {
      memcpy (&block, data + at, sizeof block);
      if (!block.address)
	continue;
      memcpy (end, data + at, segment->element_size);
      end += segment->element_size;
    }
  return (uint32_t) (end - to);
}

/* Makes segment I of IMAGE of what FROM has at DATA.  */
static void
copy_segment (const struct image *image, size_t i, struct segment from,
	      const unsigned char *data)
{
  unsigned char *to = begin_segment (image, i, &from);
  if (from.kind != GASP_RECORD_BLOCKS)
    {
      memcpy (to, data, from.used);
      return;
    }
  from.used = copy_blocks (to, data, &from);
  begin_segment (image, i, &from);
}

/* Returns the image of RECORD, without what no reader looks at.  Blocks that
   have been freed are left out, and those of one call path are added up, where
   they are all there.  */
static struct image
image_of (const struct record *record)
{
  struct block_sums sums = { .is_sampled = record->header.sampled_since != 0 };
  record_each (record, GASP_RECORD_BLOCKS, add_block, &sums);
  enum { HALF = GASP_RECORD_SEGMENT / 2 };
  size_t whole = (record->size + GASP_RECORD_SEGMENT - 1) / GASP_RECORD_SEGMENT;
  size_t more
    = sums.is_sampled ? 0 : sums.count * sizeof *sums.rows / HALF + 1;
  struct image image = new_image ((whole + more) * GASP_RECORD_SEGMENT);
  if (!image.size)
    fail (EXIT_TROUBLE, "out of memory");
  memcpy (image.data, &record->header, sizeof record->header);
  for (size_t i = 0; i < record->segment_count; i++)
    {
      struct segment from = record->segments[i];
      if (!from.kind || (from.kind == GASP_RECORD_BLOCKS && !sums.is_sampled))
	continue;
      from.used -= from.used % from.element_size;
      copy_segment (&image, i, from,
		    record->data + gasp_record_segment_offset (i) + HEAD);
    }
  if (!sums.is_sampled)
    put_sums (&image, record->segment_count, &sums);
  index_free (&sums.index);
  free (sums.rows);
  return image;
}

/* ---- Records  */

/* Adds the record PATH.  Returns false if it is to stay as it is.  */
static bool
add_record (struct writer *w, const char *path)
{
  struct record record;
  char *why = record_open (&record, path);
  bool is_first = !w->header.count;
  if (why)
    {
      free (why);
      return false;
    }
  if (is_first)
    begin_file (w, &record);
  struct image image = image_of (&record);
  bool is_fine = add_image (w, &image, base_name (path));
  if (is_fine)
    note_record (w, &record, is_first);
  record_close (&record);
  if (is_fine && is_first)
    w->model = image;
  else
    free_image (&image);
  return is_fine;
}

/* Ends the file.  Returns whether it is on the disk.  */
static bool
end_file (struct writer *w)
{
  struct message sizes = { NULL, 0, 0 };
  w->header.texts = (uint64_t) ftell (w->out);
  w->header.text_count = (uint32_t) w->texts.count;
  for (size_t i = 0; i < w->texts.count; i++)
    {
      sizes.size = 0;
      add_varint (&sizes, w->texts.rows[i].size);
      write_message (w, &sizes);
      fwrite (w->texts.rows[i].data, w->texts.rows[i].size, 1, w->out);
    }
  w->header.index = (uint64_t) ftell (w->out);
  write_message (w, &w->index);
  w->header.listed = (uint64_t) ftell (w->out);
  w->packed.size = 0;
  write_listed (&w->listed, &w->packed);
  write_message (w, &w->packed);
  w->header.end = (uint64_t) ftell (w->out);
  rewind (w->out);
  fwrite (&w->header, sizeof w->header, 1, w->out);
  free (sizes.data);
  bool is_written = !fflush (w->out) && !ferror (w->out)
		    && !fsync (fileno (w->out));
  return !fclose (w->out) && is_written;
}

static void
free_writer (struct writer *w)
{
  for (size_t i = 0; i < w->texts.count; i++)
    free ((void *) w->texts.rows[i].data);
  free (w->texts.rows);
  index_free (&w->texts.index);
  free (w->packed.data);
  free (w->index.data);
  free (w->counters);
  free_image (&w->model);
}

/* ---- All  */

/* Names of the file that has the record FIRST and others: while it is
   written, and then.  */
struct names { char *before, *then; };

static struct names
name_file (const char *first)
{
  const char *name = base_name (first);
  int directory = (int) (name - first);
  int length = (int) (strlen (name) - strlen (GASP_RECORD_SUFFIX));
  return (struct names) {
    print_string ("%.*s.%.*s" JOINED_SUFFIX ".%d", directory, first, length,
		  name, (int) getpid ()),
    print_string ("%.*s%.*s" JOINED_SUFFIX, directory, first, length, name)
  };
}

/* Writes the COUNT records ALL into the file NAMES; those that are in it are
   gone.  Returns whether it is there.  */
static bool
write_file (const struct names *names, struct candidate *all, size_t count)
{
  struct writer w = { .out = fopen (names->before, "wxe") };
  if (!w.out)
    return false;
  for (size_t i = 0; i < count; i++)
    all[i].is_gone = add_record (&w, all[i].path);
  bool is_fine = end_file (&w) && w.header.count
		 && access (names->then, F_OK)
		 && !rename (names->before, names->then);
  int error = errno;
  free_writer (&w);
  for (size_t i = 0; i < count && is_fine; i++)
    if (all[i].is_gone)
      unlink (all[i].path);
  if (!is_fine)
    unlink (names->before);
  errno = error;
  return is_fine;
}

static bool
join_run (struct candidate *all, size_t count, struct join_result *result)
{
  struct names names = name_file (all->path);
  bool is_fine = write_file (&names, all, count);
  if (!is_fine)
    complain ("join: %s cannot be written: %s", names.then, strerror (errno));
  for (size_t i = 0; i < count && is_fine; i++)
    result->joined += all[i].is_gone;
  result->files += is_fine;
  free (names.before);
  free (names.then);
  return is_fine;
}

ORDER (by_run, struct candidate, RISING (run)
       THEN (strcmp (base_name (x->path), base_name (y->path))))

bool
join_records (const char *directory, const struct to_join *to_join,
	      struct join_result *result)
{
  size_t records, count, end;
  char **paths = list_records (directory, &records);
  bool is_fine = true;
  *result = (struct join_result) { 0, 0, 0 };
  if (!paths)
    {
      complain ("join: %s cannot be read: %s", directory, strerror (errno));
      return false;
    }
  struct candidate *all
    = find_candidates (paths, records, to_join, result, &count);
  SORT (all, count, by_run);
  for (size_t i = 0; i < count && is_fine; i = end)
    {
      end = END_OF_RUN (count, i, j, all[j].run == all[i].run);
      if (end - i > to_join->more_than)
	is_fine = join_run (all + i, end - i, result);
    }
  result->left -= result->joined;
  free (all);
  free_records (paths, records);
  return is_fine;
}
