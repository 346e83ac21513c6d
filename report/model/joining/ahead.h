/* ahead.h - unpack joined records before they are asked for.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "model/joining/pack.h"

/* Prepares for records PATHS being opened, or resumed, in this order: further
   threads unpack the next ones, as many as there are other processors.  Lasts
   until end_ahead; there is one at a time.  */
extern void begin_ahead (const char *const *paths, size_t count);
extern void end_ahead (void);

/* Returns what image_of_member returns, from another thread if one has it.  */
extern struct image next_image (struct joined *joined,
				const struct member *member);
