/* pack.c - a record in few bytes, beside one that is much like it.  See pack.h.

   SPDX-License-Identifier: Apache-2.0

   join.c -> pack.c, and pack.c -> reader.c.  */

#include "base/util.h"
#include "hash.h"
#include "model/joining/pack.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { WORD = 4, HEAD = sizeof (struct gasp_record_segment), TEXT_UNIT = 8 };

_Static_assert (sizeof (struct gasp_record_header) % WORD == 0,
		"a header consists of words");

/* ---- Memory of images.  That of the last ones is used again: new pages cost
   more than what is put into them.  */

/* All zeros, and with as much ROOM as image_room has it.  */
struct spare { unsigned char *data; size_t room; };
enum { SPARES = 8 };
static struct
{
  struct spare all[SPARES];
  size_t last;
  pthread_mutex_t lock;
} spares = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Returns how much room an image of SIZE has: pages that nothing is put into
   take no memory.  */
static size_t
image_room (size_t size)
{
  size_t room = GASP_RECORD_SEGMENT;
  while (room < size)
    room *= 2;
  return room;
}

/* Takes a spare one with ROOM, and returns it, or null.  */
static void *
take_spare (size_t room)
{
  unsigned char *data = NULL;
  pthread_mutex_lock (&spares.lock);
  for (size_t i = 0; i < SPARES && !data; i++)
    if (spares.all[i].room == room)
      {
	data = spares.all[i].data;
	spares.all[i] = (struct spare) { NULL, 0 };
      }
  pthread_mutex_unlock (&spares.lock);
  return data;
}

/* Makes DATA, with ROOM, a spare one, instead of an older one.  */
static void
keep_spare (unsigned char *data, size_t room)
{
  pthread_mutex_lock (&spares.lock);
  struct spare *spare = &spares.all[spares.last++ % SPARES];
  struct spare older = *spare;
  *spare = (struct spare) { data, room };
  pthread_mutex_unlock (&spares.lock);
  if (older.room)
    munmap (older.data, older.room);
}

/* Returns an image of SIZE zeros; an empty one if that is too much.  */
static struct image
new_image (uint64_t size)
{
  if (!size || size > SIZE_MAX / 4)
    return (struct image) { NULL, 0 };
  size_t room = image_room (size);
  void *data = take_spare (room);
  if (!data)
    data = mmap (NULL, room, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return data == MAP_FAILED ? (struct image) { NULL, 0 }
			    : (struct image) { data, size };
}

/* Returns segment I of IMAGE; null if it does not have that.  */
static struct gasp_record_segment *
segment_of (const struct image *image, size_t i)
{
  uint64_t at = gasp_record_segment_offset (i);
  return at + gasp_record_segment_size (i) <= image->size
	 ? (struct gasp_record_segment *) (image->data + at) : NULL;
}

void
free_image (struct image *image)
{
  struct gasp_record_segment *segment;
  if (!image->size)
    return;
  memset (image->data, 0, sizeof (struct gasp_record_header));
  for (size_t i = 0; (segment = segment_of (image, i)); i++)
    if (segment->size)
      memset (segment, 0, HEAD + segment->used);
  keep_spare (image->data, image_room (image->size));
  *image = (struct image) { NULL, 0 };
}

/* ---- Images  */

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

/* Begins segment I of IMAGE, with the KIND and the size of elements that FROM
   has, which are in USED bytes.  Returns where these go.  */
static unsigned char *
begin_segment (const struct image *image, size_t i, const struct segment *from)
{
  struct gasp_record_segment *segment = segment_of (image, i);
  segment->kind = from->kind;
  segment->element_size = from->element_size;
  segment->used = from->used;
  segment->size = gasp_record_segment_size (i);
  return (unsigned char *) (segment + 1);
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

struct image
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
      memcpy (begin_segment (&image, i, &from),
	      record->data + gasp_record_segment_offset (i) + HEAD, from.used);
    }
  if (!sums.is_sampled)
    put_sums (&image, record->segment_count, &sums);
  index_free (&sums.index);
  free (sums.rows);
  return image;
}

/* ---- Packing  */

/* COUNT words of an image, and those in the same place of the model, of which
   there are fewer or none.  */
struct column
{
  unsigned char *words;
  const unsigned char *model;
  size_t count, model_count, stride;
};

enum prediction { AS_BEFORE, AS_MODEL, PREDICTIONS };

static uint32_t
word_at (const unsigned char *at)
{
  uint32_t word;
  memcpy (&word, at, sizeof word);
  return word;
}

/* Returns what word I of C is predicted to be.  */
static uint32_t
predicted (const struct column *c, size_t i, enum prediction how)
{
  if (how == AS_BEFORE)
    return i ? word_at (c->words + (i - 1) * c->stride) : 0;
  return i < c->model_count ? word_at (c->model + i * c->stride) : 0;
}

/* Differences on their way out: ZEROS are not there yet.  */
struct writing { struct message *to; uint64_t zeros; };

static void
end_zeros (struct writing *w)
{
  if (!w->zeros)
    return;
  add_varint (w->to, 0);
  add_varint (w->to, w->zeros - 1);
  w->zeros = 0;
}

static void
add_difference (struct writing *w, uint32_t difference)
{
  if (!difference)
    {
      w->zeros++;
      return;
    }
  end_zeros (w);
  add_varint (w->to, difference << 1 ^ -(difference >> 31));
}

/* Adds C to PACKED, as it is predicted best.  */
static void
pack_column (const struct column *c, struct message *packed)
{
  static struct message parts[PREDICTIONS];
  for (enum prediction how = 0; how < PREDICTIONS; how++)
    {
      struct writing w = { &parts[how], 0 };
      parts[how].size = 0;
      add_varint (w.to, how);
      for (size_t i = 0; i < c->count; i++)
	add_difference (&w, word_at (c->words + i * c->stride)
			    - predicted (c, i, how));
      end_zeros (&w);
    }
  const struct message *best = parts[AS_MODEL].size < parts[AS_BEFORE].size
			       ? &parts[AS_MODEL] : &parts[AS_BEFORE];
  add_raw (packed, best->data, best->size);
}

/* Returns column NUMBER of segment I of IMAGE, which has elements.  */
static struct column
column_of (const struct image *image, const struct image *model, size_t i,
	   size_t number)
{
  struct gasp_record_segment *own = segment_of (image, i);
  const struct gasp_record_segment *other = segment_of (model, i);
  bool alike = other && other->kind == own->kind
	       && other->element_size == own->element_size;
  size_t stride = own->element_size;
  return (struct column) {
    .words = (unsigned char *) (own + 1) + number * WORD,
    .model = alike ? (const unsigned char *) (other + 1) + number * WORD : NULL,
    .count = own->used / stride,
    .model_count = alike ? other->used / stride : 0, .stride = stride
  };
}

static struct column
header_column (const struct image *image, const struct image *model)
{
  size_t count = sizeof (struct gasp_record_header) / WORD;
  return (struct column) {
    .words = image->data, .model = model->data, .count = count,
    .model_count = model->size ? count : 0, .stride = WORD
  };
}

static size_t
hash_of_bytes (struct bytes bytes)
{
  return (size_t) gasp_mix (gasp_hash_bytes (GASP_HASH_OF_NOTHING, bytes.data,
					     bytes.size));
}

static size_t
hash_of_text (const void *rows, uint32_t number)
{
  return hash_of_bytes (((const struct bytes *) rows)[number]);
}

static bool
is_text (const void *rows, uint32_t number, const void *wanted)
{
  const struct bytes *a = &((const struct bytes *) rows)[number], *b = wanted;
  return a->size == b->size && !memcmp (a->data, b->data, a->size);
}

/* Returns the number of TEXT, of which a copy is added to TEXTS if it is
   new.  */
static uint32_t
number_of_text (struct texts *texts, struct bytes text)
{
  uint32_t number = index_number (&texts->index, texts->count, hash_of_bytes (text),
				  hash_of_text, is_text, texts->rows, &text);
  if (number < texts->count)
    return number;
  unsigned char *copy = allocate (text.size, 1);
  memcpy (copy, text.data, text.size);
  ONE_MORE (texts->rows, texts->count, texts->room)
    = (struct bytes) { copy, text.size };
  return number;
}

/* Takes a string from the front of LEFT, with what is behind it up to the next
   one; of what cannot be a string, what one would have at least.  */
static struct bytes
take_string (struct bytes *left)
{
  size_t size = TEXT_UNIT;
  if (left->size >= sizeof (uint32_t))
    size = ((size_t) word_at (left->data) + sizeof (uint32_t) + TEXT_UNIT)
	   / TEXT_UNIT * TEXT_UNIT;
  return take_bytes (left, size <= left->size ? size : TEXT_UNIT);
}

static void
pack_texts (const struct gasp_record_segment *segment, struct texts *texts,
	    struct message *packed)
{
  struct writing w = { packed, 0 };
  struct bytes left = { (const unsigned char *) (segment + 1), segment->used };
  for (uint32_t next = 0; left.size;)
    {
      uint32_t number = number_of_text (texts, take_string (&left));
      add_difference (&w, number - next);
      next = number + 1;
    }
  end_zeros (&w);
}

void
pack_image (const struct image *image, const struct image *model,
	    struct texts *texts, struct message *packed)
{
  struct column header = header_column (image, model);
  add_varint (packed, image->size);
  pack_column (&header, packed);
  for (size_t i = 0; i < gasp_record_segment_count (image->size); i++)
    {
      const struct gasp_record_segment *segment = segment_of (image, i);
      if (!segment || !segment->used)
	continue;
      add_varint (packed, i + 1);
      add_varint (packed, segment->kind);
      add_varint (packed, segment->element_size);
      add_varint (packed, segment->used);
      if (segment->kind == GASP_RECORD_STRINGS)
	pack_texts (segment, texts, packed);
      for (size_t j = 0; j < segment->element_size / WORD; j++)
	{
	  struct column c = column_of (image, model, i, j);
	  pack_column (&c, packed);
	}
    }
  add_varint (packed, 0);
}

/* ---- Unpacking  */

static inline uint64_t
take (struct bytes *packed)
{
  if (!packed->size || *packed->data & 0x80)
    return take_varint (packed);
  packed->size--;
  return *packed->data++;
}

static uint32_t
difference_of (uint32_t value)
{
  return value >> 1 ^ -(value & 1);
}

/* Takes, behind a difference of 0, how many more there are, but no more than
   MOST.  */
static size_t
take_zeros (struct bytes *packed, size_t most)
{
  uint64_t zeros = take (packed);
  return zeros < most ? zeros : most;
}

static void
put_word (const struct column *c, size_t i, uint32_t word)
{
  memcpy (c->words + i * c->stride, &word, sizeof word);
}

/* Unpacks C, whose words are those of the model now.  */
static void
unpack_from_model (const struct column *c, struct bytes *packed)
{
  for (size_t i = 0; i < c->count; i++)
    {
      uint32_t value = (uint32_t) take (packed);
      if (value)
	put_word (c, i, word_at (c->words + i * c->stride)
			+ difference_of (value));
      else
	i += take_zeros (packed, c->count - i - 1);
    }
}

static void
unpack_from_before (const struct column *c, struct bytes *packed)
{
  uint32_t word = 0;
  for (size_t i = 0; i < c->count; i++)
    {
      uint32_t value = (uint32_t) take (packed);
      size_t same = value ? 0 : take_zeros (packed, c->count - i - 1);
      word += difference_of (value);
      for (; same; same--)
	put_word (c, i++, word);
      put_word (c, i, word);
    }
}

static void
unpack_column (const struct column *c, struct bytes *packed)
{
  if (take (packed) == AS_MODEL)
    unpack_from_model (c, packed);
  else
    unpack_from_before (c, packed);
}

/* Differences of texts on their way in.  */
struct reading { struct bytes *from; uint64_t zeros; };

static uint32_t
take_difference (struct reading *r)
{
  if (r->zeros)
    {
      r->zeros--;
      return 0;
    }
  uint32_t value = (uint32_t) take (r->from);
  if (!value)
    r->zeros = take (r->from);
  return difference_of (value);
}

/* Returns false if the texts of SEGMENT do not fill it.  */
static bool
unpack_texts (struct gasp_record_segment *segment, struct bytes *packed,
	      const struct bytes *texts, size_t text_count)
{
  unsigned char *at = (unsigned char *) (segment + 1);
  struct reading r = { packed, 0 };
  uint32_t number = UINT32_MAX;
  for (size_t left = segment->used; left; left -= texts[number].size)
    {
      number += 1 + take_difference (&r);
      if (number >= text_count || !texts[number].size
	  || texts[number].size > left)
	return false;
      memcpy (at, texts[number].data, texts[number].size);
      at += texts[number].size;
    }
  return true;
}

/* Puts into segment I of IMAGE what MODEL has there, as far as that goes.  */
static void
begin_as_model (const struct image *image, const struct image *model, size_t i)
{
  struct column c = column_of (image, model, i, 0);
  size_t count = c.model_count < c.count ? c.model_count : c.count;
  if (count)
    memcpy (c.words, c.model, count * c.stride);
}

/* Unpacks the segment NUMBER of IMAGE.  Returns false if it is damaged.  */
static bool
unpack_segment (const struct image *image, const struct image *model,
		uint64_t number, struct bytes *packed,
		const struct bytes *texts, size_t text_count)
{
  uint64_t kind = take_varint (packed), size = take_varint (packed),
	   used = take_varint (packed);
  bool is_text = kind == GASP_RECORD_STRINGS;
  if (number >= gasp_record_segment_count (image->size)
      || !segment_of (image, number) || kind >= GASP_RECORD_KINDS
      || size > GASP_RECORD_SEGMENT
      || (is_text ? size != 1 : !size || size % WORD)
      || used > gasp_record_segment_size (number) - HEAD || used % size)
    return false;
  const struct segment segment = {
    .kind = (uint32_t) kind, .element_size = (uint32_t) size,
    .used = (uint32_t) used
  };
  begin_segment (image, number, &segment);
  if (is_text)
    return unpack_texts (segment_of (image, number), packed, texts, text_count);
  begin_as_model (image, model, number);
  for (size_t j = 0; j < size / WORD; j++)
    {
      struct column c = column_of (image, model, number, j);
      unpack_column (&c, packed);
    }
  return true;
}

struct image
unpack_image (struct bytes packed, const struct image *model,
	      const struct bytes *texts, size_t text_count)
{
  struct image image = new_image (take_varint (&packed));
  uint64_t number;
  if (image.size < GASP_RECORD_SEGMENT)
    {
      free_image (&image);
      return image;
    }
  struct column header = header_column (&image, model);
  if (header.model_count)
    memcpy (header.words, header.model, header.model_count * header.stride);
  unpack_column (&header, &packed);
  while ((number = take_varint (&packed)))
    if (!unpack_segment (&image, model, number - 1, &packed, texts, text_count))
      {
	free_image (&image);
	break;
      }
  return image;
}

void
prepare_images (struct joined *joined)
{
  static const struct image none;
  if (joined->decoder)
    return;
  struct image *first = allocate (1, sizeof *first);
  *first = unpack_image (joined->members->packed, &none, joined->texts,
			 joined->text_count);
  joined->decoder = first;
}

struct image
image_of_member (struct joined *joined, const struct member *member)
{
  static const struct image none;
  prepare_images (joined);
  const struct image *model = member == joined->members ? &none
			      : joined->decoder;
  return unpack_image (member->packed, model, joined->texts,
		       joined->text_count);
}
