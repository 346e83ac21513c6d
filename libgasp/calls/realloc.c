/* realloc.c - realloc, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "entry/raise.h"

SLOW void *
slow_realloc (void *block, size_t size, POSITION)
{
  REALLOCATE (block, size, ALLOCATOR (reallocate, realloc) (block, size));
}

void *
__gasp_realloc (void *block, size_t size, POSITION)
{
  if (likely (!gasp_allocations_wanted))
    return realloc (block, size);
  if (gasp_passes (gasp_allocator.reallocate, block, true, size))
    return gasp_allocator.reallocate (block, size);
  return slow_realloc (block, size, file, line, column);
}
