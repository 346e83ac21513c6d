/* pack.h - a record in few bytes, beside one that is much like it.

   SPDX-License-Identifier: Apache-2.0

   What is packed is an image: a record as its file has it, but for what no
   reader looks at.  It consists of varints:

     the size of the image
     the header, as one column of words of 4 bytes
     for each segment that has elements: its number, plus 1; its kind, and the
       size of an element; how many bytes are used; and these, of strings as
       texts, else as columns, of which an element has one for each word of it
     0

   A column is what comes before (how words are predicted), and of each word the
   difference from what is predicted, zigzag.  0, which is most frequent, is
   followed by how many more there are of it.  A word is predicted to be the
   same as in the element before, or as at that place of the model: the image of
   the first record of the joined file.  Texts are numbers, of what the joined
   file has once: differences from the one after the last.  */

#pragma once

#include "base/index.h"
#include "base/joined.h"
#include "base/protobuf.h"
#include "model/joining/image.h"

/* Texts on their way into a file.  */
struct texts { struct bytes *rows; size_t count, room; struct index index; };

/* Adds IMAGE to PACKED, with what it has in common with MODEL, which may be
   empty, left out; new texts are added to TEXTS.  */
extern void pack_image (const struct image *image, const struct image *model,
			struct texts *texts, struct message *packed);

/* Returns what pack_image has PACKED; an empty image if it is damaged.  */
extern struct image unpack_image (struct bytes packed,
				  const struct image *model,
				  const struct bytes *texts, size_t text_count);

/* Prepares for images of members of JOINED, which several threads may ask for
   then.  */
extern void prepare_images (struct joined *joined);
/* Returns the image of MEMBER of JOINED; empty if it is damaged.  */
extern struct image image_of_member (struct joined *joined,
				     const struct member *member);
