/* Records in few bytes (pack.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <pack.c>
#include "unit.h"

enum { SEGMENTS = 4 };
static const struct image none;

/* Returns an image whose segment I has COUNTS[I] nodes, with numbers like SEED.  */
static struct image
make_image (const size_t *counts, uint32_t seed)
{
  struct image image = new_image ((uint64_t) (SEGMENTS + 1) * GASP_RECORD_SEGMENT);
  struct gasp_record_header *h = (struct gasp_record_header *) image.data;
  h->pid = (int32_t) seed;
  for (size_t i = 0; i < SEGMENTS; i++)
    {
      enum { SIZE = sizeof (struct gasp_record_node) };
      const struct segment segment = {
	.kind = GASP_RECORD_NODES, .element_size = SIZE,
	.used = (uint32_t) (counts[i] * SIZE)
      };
      if (!counts[i])
	continue;
      unsigned char *first = begin_segment (&image, i + GASP_RECORD_SMALL_COUNT, &segment);
      for (size_t j = 0; j < counts[i]; j++)
	((struct gasp_record_node *) first)[j] = (struct gasp_record_node) {
	  .parent = (gasp_record_ref) (j ? 100 : 0), .calls = j % 5 ? 7 : seed * j,
	  .ticks = -(int64_t) (j * seed)
	};
    }
  return image;
}

/* Returns whether all bytes of A are those of B.  */
static bool
are_equal (const struct image *a, const struct image *b)
{
  return a->size == b->size && !memcmp (a->data, b->data, a->size);
}

/* Unpacks what IMAGE is packed to beside MODEL, SIZE bytes less.  */
static struct image
there_and_back (const struct image *image, const struct image *model, size_t less)
{
  struct texts texts = { NULL, 0, 0, { NULL, 0 } };
  struct message packed = { NULL, 0, 0 };
  pack_image (image, model, &texts, &packed);
  struct image back
    = unpack_image ((struct bytes) { packed.data, packed.size - less }, model, NULL, 0);
  free (packed.data);
  return back;
}

static const size_t shapes[][SEGMENTS] = {
  { 100, 3, 0, 1 }, { 1, 0, 0, 0 }, { 3, 100, 100, 0 }, { 0, 0, 0, 1 },
  { 100, 3, 0, 1 }, { 0, 0, 0, 0 }
};

/* What one had in the memory that the next one gets is not there any more.  */
static void
test_all_come_back (void)
{
  struct image model = make_image (shapes[0], 3);
  for (size_t i = 0; i < COUNT_OF (shapes); i++)
    for (uint32_t seed = 1; seed < 4; seed++)
      {
	struct image image = make_image (shapes[i], seed);
	struct image alone = there_and_back (&image, &none, 0);
	CHECK (are_equal (&image, &alone));
	free_image (&alone);
	struct image beside = there_and_back (&image, &model, 0);
	CHECK (are_equal (&image, &beside));
	free_image (&beside);
	free_image (&image);
      }
  free_image (&model);
}

/* What was cut short has no end, or ends where nothing can be made of it.  */
static void
test_cut_short (void)
{
  struct image image = make_image (shapes[0], 9);
  for (size_t less = 1; less < 60; less++)
    {
      struct image back = there_and_back (&image, &none, less);
      CHECK (!back.size || back.size == image.size);
      free_image (&back);
    }
  free_image (&image);
}

UNIT (test_all_come_back, test_cut_short);
