/* filter.h - whether a block may be known, by a filter of gasp_gcc.h.

   SPDX-License-Identifier: Apache-2.0

   For libgasp, and for the tool's functions in front of the allocator's.  */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include "gasp_gcc.h"

/* Returns whether FILTER has BLOCK.  */
static inline bool
gasp_filter_has (const gasp_gcc_word *filter, const void *block)
{
  const uint64_t ones = UINT64_C (0x0101010101010101);
  uint64_t word = filter[GASP_GCC_FILTER_PLACE (block)];
  uint64_t others = word ^ GASP_GCC_FILTER_TAG (block) * ones;
  /* Has the highest bit set of the lowest byte of OTHERS that is 0.  */
  uint64_t none = (others - ones) & ~others & ones << 7;
  return (none | word >> 63) != 0;
}
