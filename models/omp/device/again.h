/* again.h - what is copied to devices more than once.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Returns whether the BYTES at SOURCE, which are about to be copied to DEVICE,
   seem to be the same as when they last were.  */
extern bool gasp_omp_is_copied_again (int device, const void *source,
				      size_t bytes);

#pragma GCC visibility pop
