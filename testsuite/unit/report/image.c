/* The memory of images is used again, as zeros (image.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <image.c>
#include "unit.h"

enum { SEGMENTS = 5 };

static void
drop_spares (void)
{
  unsigned char *data;
  while ((data = take_spare (image_room (SEGMENTS * GASP_RECORD_SEGMENT + 1))))
    munmap (data, image_room (SEGMENTS * GASP_RECORD_SEGMENT + 1));
}

static void
test_memory_is_used_again (void)
{
  drop_spares ();
  struct image image = new_image (SEGMENTS * (uint64_t) GASP_RECORD_SEGMENT);
  const struct segment segment = { .kind = GASP_RECORD_NODES, .used = 100 };
  memset (begin_segment (&image, GASP_RECORD_SMALL_COUNT, &segment), 5, 100);
  unsigned char *data = image.data;
  free_image (&image);
  CHECK_NUMBER (image.size, 0);
  image = new_image (SEGMENTS * (uint64_t) GASP_RECORD_SEGMENT + 1);
  CHECK (image.data == data);
  for (size_t i = 0; i < image.size; i++)
    CHECK (!image.data[i]);
  struct image other = new_image (image.size);
  CHECK (other.data != data);
  free_image (&other);
  free_image (&image);
}

UNIT (test_memory_is_used_again);
