/* image.h - records in memory of their own, without what no reader looks at.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/reader.h"

enum { HEAD = sizeof (struct gasp_record_segment) };

/* A record, in memory of its own; 0 bytes: there is none.  */
struct image { unsigned char *data; size_t size; };

extern void free_image (struct image *image);

/* Returns an image of SIZE zeros; an empty one if that is too much.  */
extern struct image new_image (uint64_t size);
/* Returns segment I of IMAGE; null if it does not have that.  */
extern struct gasp_record_segment *segment_of (const struct image *image,
					       size_t i);
/* Begins segment I of IMAGE, with the KIND and the size of elements that FROM
   has, which are in USED bytes.  Returns where these go.  */
extern unsigned char *begin_segment (const struct image *image, size_t i,
				     const struct segment *from);
