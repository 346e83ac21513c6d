/* pack.c - a record in few bytes, beside one that is much like it.  See pack.h.

   SPDX-License-Identifier: Apache-2.0

   join.c -> pack.c -> image.c -> reader.c.  */

#include "base/util.h"
#include "hash.h"
#include "model/joining/pack.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 4, TEXT_UNIT = 8 };

_Static_assert (sizeof (struct gasp_record_header) % WORD == 0,
		"a header consists of words");

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
  uint32_t number
    = index_number (&texts->index, texts->count, hash_of_bytes (text),
		    hash_of_text, is_text, texts->rows, &text);
  if (number < texts->count)
    return number;
  unsigned char *copy = allocate (text.size, 1);
  memcpy (copy, text.data, text.size);
  ONE_MORE (texts->rows, texts->count, texts->room)
    = (struct bytes) { copy, text.size };
  return number;
}

/* Takes a string from the front of LEFT, with what is after it up to the next
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

/* Takes, after a difference of 0, how many more there are, but no more than
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
